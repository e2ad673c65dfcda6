/** Flags of `workspace update`: one for each field of the API, which decides about its value. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { changeByFlags, fieldFlags } from "../../src/cli/WorkspaceFlags.ts"
import { Workspace } from "../../src/domain/workspaces/Workspace.ts"
import { sampleWorkspace } from "../support/invoiceDocument.ts"

const bare = new Workspace({ ...sampleWorkspace, contact: null, address: null })
const change = (given: Readonly<Record<string, string>>, workspace = bare) =>
  Result.getOrThrow(changeByFlags(given, workspace))
const problem = (given: Readonly<Record<string, string>>) =>
  Result.match(changeByFlags(given, bare), {
    onFailure: (message) => message,
    onSuccess: () => null
  })

describe("flags of a workspace", () => {
  it("are those of the fields and of their parts", () => {
    assert.includeMembers(Object.keys(fieldFlags), [
      "legal-name",
      "address-line2",
      "bank-account-iban",
      "electronic-address-scheme",
      "e-invoice",
      "default-tax-rate",
      "small-business"
    ])
    assert.notInclude(Object.keys(fieldFlags), "reminder-days")
  })

  it("give values of the field's type, and null for an empty text", () => {
    assert.deepStrictEqual(
      change({
        "default-tax-rate": "0.19",
        "small-business": "false",
        "tax-number": "12/345",
        "legal-information": "HRB 1\\nOlga Owner",
        email: ""
      }),
      {
        defaultTaxRate: 0.19,
        smallBusiness: false,
        taxNumber: "12/345",
        legalInformation: "HRB 1\nOlga Owner",
        email: null
      }
    )
  })

  it("change a part and leave the others, and clear the field with its last part", () => {
    const contact = { name: "Olga", phone: null, email: null }
    const workspace = new Workspace({ ...bare, contact })
    assert.deepStrictEqual(change({ "contact-phone": "030 1234" }, workspace), {
      contact: { ...contact, phone: "030 1234" }
    })
    assert.deepStrictEqual(change({ "contact-name": "" }, workspace), { contact: null })
  })

  it("make a whole field of its first parts", () => {
    const address = { line1: "Weg 1", line2: null, city: "Berlin", state: "", postalCode: "" }
    const made = change({
      "address-line1": "Weg 1",
      "address-city": "Berlin",
      "address-country": "DE"
    }).address
    assert.deepStrictEqual({ ...made }, { ...address, country: made?.country })
    assert.strictEqual(String(made?.country), "DE")
  })

  it("name the flag of what is wrong", () => {
    assert.strictEqual(
      problem({ "bank-account-iban": "DE00", "default-tax-rate": "19", "vat-id": "DE1" }),
      [
        "--vat-id must have the form of DE, as DE123456789",
        "--bank-account-iban must be an IBAN, as DE89 3704 0044 0532 0130 00",
        "--default-tax-rate must be a fraction from 0 to 1 with at most 6 decimals"
      ].join("\n")
    )
    assert.include(problem({ "address-city": "Berlin" }), "--address-line1 ")
  })
})
