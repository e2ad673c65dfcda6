/**
 * Statements of account beside the books: opening balance and movements add up to the closing
 * balance, which is what the open invoices leave to pay, less what is left of credits.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { LedgerAgency } from "./ledgerApps.ts"
import { type Books, remainingOf, restOf } from "./ledgerBooks.ts"
import { sumOf } from "./ledgerMoney.ts"
import { addDays } from "./ledgerPlans.ts"
import { clientCollected, creditsOf, type Seen } from "./ledgerSums.ts"

const [longAgo, farOff] = ["1900-01-01", "2999-12-31"] as const

/** What the client owes in a currency, and what is left of its credits. */
const expectedOf = (books: Books, client: number, currency: string) => {
  const invoices = books.invoices.filter(
    (one) => one.client === client && one.currency === currency
  )
  const credits = creditsOf(books, client).filter((one) => one.currency === currency)
  return {
    owed: sumOf(invoices.map((one) => (one.state === "open" ? restOf(one) : 0))),
    credit: sumOf(credits.map(remainingOf))
  }
}

export const compareStatements = Effect.fnUntraced(function* (
  { name, ids, statement, account }: LedgerAgency,
  books: Books,
  { today }: Seen
) {
  for (const [client, id] of ids.clients.entries()) {
    const whole = yield* statement(id, longAgo, farOff)
    const accounts = yield* account(id)
    for (const currency of ["EUR", "USD"]) {
      const said = `${name}: client ${client} in ${currency}`
      const { owed, credit } = expectedOf(books, client, currency)
      const found = whole.currencies.find((one) => one.currency === currency)
      const moved = sumOf((found?.lines ?? []).map(({ amountMinor }) => amountMinor))
      assert.strictEqual(found?.openingMinor ?? 0, 0, said)
      assert.strictEqual(moved, owed - credit, `movements of ${said}`)
      assert.strictEqual(found?.closingMinor ?? 0, owed - credit, `closing of ${said}`)
      assert.strictEqual(found?.ageing.totalMinor ?? 0, owed, `open invoices of ${said}`)
      assert.strictEqual(found?.creditMinor ?? 0, credit, `credit of ${said}`)
      assert.deepInclude(
        accounts.find((one) => one.currency === currency) ?? {
          owedMinor: 0,
          collectedMinor: 0,
          creditMinor: 0
        },
        {
          owedMinor: owed,
          collectedMinor: clientCollected(books, client, currency),
          creditMinor: credit
        },
        `account of ${said}`
      )
    }
    // Wherever a period is cut, the first part closes with what the second part opens with.
    const days = books.invoices.map(({ issueDate }) => issueDate)
    for (const cut of new Set([days[0] ?? today, days.at(-1) ?? today, today])) {
      const before = yield* statement(id, longAgo, cut)
      const after = yield* statement(id, addDays(cut, 1), farOff)
      for (const { currency, closingMinor } of whole.currencies) {
        const [one, two] = [before, after].map(({ currencies }) =>
          currencies.find((other) => other.currency === currency)
        )
        const said = `${name}: client ${client} in ${currency}, cut after ${cut}`
        assert.strictEqual(one?.closingMinor ?? 0, two?.openingMinor ?? 0, said)
        assert.strictEqual(two?.closingMinor ?? 0, closingMinor, said)
        const { totalMinor = 0 } = one?.ageing ?? {}
        assert.strictEqual(totalMinor - (one?.creditMinor ?? 0), one?.closingMinor ?? 0, said)
      }
    }
  }
})
