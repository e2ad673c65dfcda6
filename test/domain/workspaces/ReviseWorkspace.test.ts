/** Changes of a workspace: whole parts, tax defaults that fit together, and the small business. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import { CountryCode } from "../../../src/domain/address/Country.ts"
import { WorkspaceId } from "../../../src/domain/Ids.ts"
import {
  reviseWorkspace,
  type WorkspaceChange
} from "../../../src/domain/workspaces/ReviseWorkspace.ts"
import { taxDefaults, Workspace } from "../../../src/domain/workspaces/Workspace.ts"
import { WorkspaceUpdate } from "../../../src/domain/workspaces/WorkspaceResource.ts"
import { agency, later } from "../../support/records.ts"

const workspace = agency(WorkspaceId.fromUuid("0190a5b0-0000-7000-8000-000000000001"))
const address = {
  line1: "Weg 1",
  city: "Berlin",
  state: "",
  postalCode: "10115",
  country: CountryCode.make("DE")
}

const revised = (change: WorkspaceChange, from: Workspace = workspace) =>
  Result.getOrThrow(reviseWorkspace(from, change, later))
const problem = (change: WorkspaceChange, from: Workspace = workspace) =>
  Result.getOrThrow(Result.flip(reviseWorkspace(from, change, later))).message

describe("a change of a workspace", () => {
  it("that holds nothing is none", () => {
    assert.strictEqual(revised({}), workspace)
    assert.deepStrictEqual(revised({ name: "B" }).updatedAt, later)
  })

  it("replaces the free text by the address, and the address by the free text", () => {
    const moved = revised({ address })
    assert.deepStrictEqual(moved.address, { ...address, line2: null })
    assert.isNull(moved.addressText)
    assert.isNull(revised({ address: null }, moved).addressText)
    assert.strictEqual(revised({ address: null }).addressText, workspace.addressText)
    const back = revised({ addressText: "Weg 2" }, moved)
    assert.deepStrictEqual([back.address, back.addressText], [null, "Weg 2"])
  })

  it("makes its parts whole, and null clears them", () => {
    const given = revised({
      registration: { id: "HRB 1" },
      contact: { name: "Olga" },
      bankAccount: { iban: "DE89370400440532013000" }
    })
    assert.deepStrictEqual(given.registration, { scheme: null, id: "HRB 1" })
    assert.deepStrictEqual(given.contact, { name: "Olga", phone: null, email: null })
    assert.deepStrictEqual(given.bankAccount, {
      holder: null,
      iban: "DE89370400440532013000",
      bic: null
    })
    const cleared = revised({ registration: null, contact: null, bankAccount: null }, given)
    assert.deepStrictEqual(
      [cleared.registration, cleared.contact, cleared.bankAccount],
      [null, null, null]
    )
  })

  it("of other fields leaves a value that today's rules refuse", () => {
    assert.strictEqual(workspace.vatId, "DE1")
    assert.strictEqual(revised({ name: "B" }).vatId, "DE1")
    assert.isFalse(Schema.is(Schema.toEncoded(WorkspaceUpdate))({ vat_id: "DE1" }))
  })
})

describe("the tax defaults", () => {
  const pair = (change: WorkspaceChange, from?: Workspace) => {
    const { defaultTaxCategory, defaultTaxRate } = revised(change, from)
    return [defaultTaxCategory, defaultTaxRate]
  }
  const standard = revised({ defaultTaxRate: 0.19 })

  it("are a pair, whose absent part follows from the other", () => {
    assert.deepStrictEqual(pair({ defaultTaxRate: 0.19 }), ["S", 0.19])
    assert.deepStrictEqual(pair({ defaultTaxRate: 0 }), ["Z", 0])
    assert.deepStrictEqual(pair({ defaultTaxCategory: "AE" }, standard), ["AE", 0])
    assert.deepStrictEqual(pair({ defaultTaxCategory: "S" }, standard), ["S", 0.19])
    assert.deepStrictEqual(pair({ defaultTaxCategory: "S", defaultTaxRate: 0.07 }), ["S", 0.07])
    assert.deepStrictEqual(pair({ defaultTaxRate: null }, standard), [null, null])
    assert.deepStrictEqual(pair({ defaultTaxCategory: null }, standard), [null, null])
    assert.deepStrictEqual(pair({ name: "B" }, standard), ["S", 0.19])
  })

  it("that do not fit are refused at their path", () => {
    assert.include(problem({ defaultTaxCategory: "S" }), "default_tax_rate: ")
    assert.include(problem({ defaultTaxCategory: "S", defaultTaxRate: 0 }), "default_tax_rate: ")
    assert.include(problem({ defaultTaxCategory: "K", defaultTaxRate: 0.1 }), "default_tax_rate: ")
    const smallBusiness = true
    assert.include(problem({ smallBusiness, defaultTaxRate: 0.19 }), "default_tax_rate: ")
    assert.include(problem({ smallBusiness }, standard), "default_tax_rate: ")
    assert.include(problem({ smallBusiness, defaultTaxCategory: "O" }), "default_tax_category: ")
    const small = revised({ smallBusiness, defaultTaxCategory: "E" })
    assert.deepStrictEqual([small.defaultTaxCategory, small.defaultTaxRate], ["E", 0])
  })

  it("of a small business are E with the sentence of its country", () => {
    const small = (country: string | null, vatId: string | null = null) =>
      taxDefaults(
        new Workspace({
          ...workspace,
          smallBusiness: true,
          vatId,
          address:
            country === null
              ? null
              : { ...address, line2: null, country: CountryCode.make(country) }
        })
      )
    const sentences = {
      DE: "Steuerfrei als Kleinunternehmer nach § 19 UStG",
      AT: "Umsatzsteuerfrei aufgrund der Kleinunternehmerregelung (§ 6 Abs. 1 Z 27 UStG)",
      FR: "TVA non applicable, art. 293 B du CGI"
    }
    for (const [country, exemptionReason] of Object.entries(sentences)) {
      assert.deepStrictEqual(small(country), { taxCategory: "E", taxRate: 0, exemptionReason })
    }
    assert.strictEqual(small(null, "FR12345678901").exemptionReason, sentences.FR)
    assert.strictEqual(small("AT", "DE123456789").exemptionReason, sentences.AT)
    for (const unknown of [small("IT"), small(null)]) {
      assert.deepStrictEqual(unknown, { taxCategory: "E", taxRate: 0, exemptionReason: null })
    }
  })

  it("are otherwise what the workspace has", () => {
    assert.deepStrictEqual(taxDefaults(standard), {
      taxCategory: "S",
      taxRate: 0.19,
      exemptionReason: null
    })
    assert.deepStrictEqual(taxDefaults(workspace), {
      taxCategory: null,
      taxRate: null,
      exemptionReason: null
    })
    assert.isTrue(DateTime.isDateTime(standard.updatedAt))
  })
})
