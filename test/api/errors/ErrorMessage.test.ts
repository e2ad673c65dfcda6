/** Messages of errors are parsed in the form that the domain writes. */
import { assert, describe, it } from "@effect/vitest"
import { fieldsIn, invoiceIn, oauthCodeIn } from "../../../src/api/errors/ErrorMessage.ts"
import { Invalid, PreconditionFailed } from "../../../src/domain/Invalid.ts"
import {
  InvoiceNotDraft,
  InvoiceNotPayable,
  InvoiceNotRemindable,
  InvoiceNotVoidable,
  InvoiceRemindedToday
} from "../../../src/domain/invoices/InvoiceErrors.ts"
import {
  type InvoiceStatus,
  invoiceStatuses
} from "../../../src/domain/invoices/InvoiceTransitions.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { refused } from "../../../src/domain/oauth/OAuth.ts"

const number = "INV-0042"
const refusal = (status: InvoiceStatus) => ({
  number,
  status,
  amountPaidMinor: 0,
  amountCreditedMinor: 0,
  currency: CurrencyCode.make("EUR")
})

describe("the fields that a message names", () => {
  it("are those that were refused", () => {
    const problems = [
      { path: "line_items[0].quantity", message: "must be greater than 0; or left out" },
      { path: "address.country", message: "must be an ISO 3166-1 code: two capitals" },
      { path: "name", message: "is required" }
    ] as const
    assert.deepStrictEqual(fieldsIn(new Invalid({ problems }).message), [...problems])
    const [first, ...rest] = Array.from({ length: 25 }, (_, index) => ({
      path: `line_items[${index}].unit_price`,
      message: "must be an integer"
    }))
    assert.isDefined(first)
    if (first === undefined) return
    const many = new Invalid({ problems: [first, ...rest] })
    assert.deepStrictEqual(fieldsIn(many.message), [first, ...rest].slice(0, 20))
    const mixed = new Invalid({ problems: [{ path: "", message: "is too long" }, first] })
    assert.deepStrictEqual(fieldsIn(mixed.message), [{ path: "", message: "is too long" }, first])
    assert.deepStrictEqual(
      fieldsIn(new PreconditionFailed().message).map(({ path }) => path),
      ["If-Match"]
    )
  })

  it("are none in a sentence about the whole, and none in a refused token request", () => {
    for (const { message } of [
      new InvoiceNotDraft({ ...refusal("sent"), action: "update" }),
      new InvoiceNotVoidable({ ...refusal("sent"), amountPaidMinor: 500 }),
      refused("invalid_grant", "the code is used; ask again")
    ])
      assert.deepStrictEqual(fieldsIn(message), [], message)
    assert.strictEqual(oauthCodeIn("invalid_grant: x"), "invalid_grant")
    assert.isUndefined(oauthCodeIn("name: is required"))
  })
})

describe("the invoice that a message tells of", () => {
  it("has its number, its status and what it allows", () => {
    for (const status of invoiceStatuses) {
      for (const error of [
        new InvoiceNotDraft({ ...refusal(status), action: "send" }),
        new InvoiceNotPayable(refusal(status))
      ]) {
        const told = invoiceIn(error.message)
        assert.deepInclude(told, { number, status })
        assert.isDefined(told?.allowed)
      }
    }
    assert.deepStrictEqual(
      invoiceStatuses.map(
        (status) => invoiceIn(new InvoiceNotPayable(refusal(status)).message)?.allowed
      ),
      [
        ["update", "send", "void"],
        ["void", "pay", "credit"],
        ["credit"],
        ["void", "pay", "credit"],
        []
      ]
    )
    const partly = { ...refusal("overdue"), amountPaidMinor: 500 }
    for (const error of [
      new InvoiceNotVoidable(partly),
      new InvoiceNotDraft({ ...partly, action: "send" })
    ]) {
      assert.deepStrictEqual(invoiceIn(error.message)?.allowed, ["pay", "credit"])
    }
  })

  it("is told without what it allows where the message does not say that", () => {
    const error = new InvoiceNotRemindable(refusal("paid"))
    assert.deepStrictEqual(invoiceIn(error.message), { number, status: "paid" })
    assert.isUndefined(invoiceIn(new InvoiceRemindedToday({ number }).message))
    assert.isUndefined(invoiceIn("name: is required"))
  })
})
