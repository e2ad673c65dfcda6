/**
 * Random ledgers: after any program of invoices, payments, reversals, credits and credit notes,
 * every sum that the API shows is the one that docs/spec.md §12 defines, in memory and on the
 * embedded database. A failure names its seed and the shortest program. `HISTORIES=10` runs ten
 * times as many.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { rounds } from "../../support/histories.ts"
import { type LedgerAgency, openLedgerApps } from "../../support/ledgerApps.ts"
import { Books } from "../../support/ledgerBooks.ts"
import { compareAll } from "../../support/ledgerComparison.ts"
import { invoiceOf, plan } from "../../support/ledgerPlans.ts"
import { type Program, programs, type Step } from "../../support/ledgerSteps.ts"
import { dayOf } from "../../support/ledgerSums.ts"

const start = Date.parse("2026-10-03T21:30:00Z")
const currency = "EUR"

type Apps = Effect.Success<ReturnType<typeof openLedgerApps>>

/** Shrinking ends here too, so that a failure is printed. */
const patience = Math.max(1, rounds(1)) * 480_000

/** Every action, as `pay true` where it succeeded. */
const outcomes = new Set<string>()

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

/** What a rehearsal has to answer as the request does. */
const figuresOf = ({
  status,
  amount,
  subtotal,
  discount,
  tax,
  total,
  taxes,
  credit,
  error
}: Json) => ({
  status,
  amount,
  subtotal,
  discount,
  tax,
  total,
  taxes,
  excess: credit?.amount,
  error
})

/** A program in both apps at once. */
const makeRun = Effect.fnUntraced(function* ({ now, moveTo, apps }: Apps, zone: string) {
  const books = new Books()
  let requests = 0
  const agencies = yield* Effect.forEach(apps, ({ agency }) => agency(currency, zone))
  const seen = () => ({ today: dayOf(now(), zone), zone, currency })
  const each = <A>(work: (agency: LedgerAgency) => Effect.Effect<A>) =>
    Effect.forEach(agencies, work)

  const receive = Effect.fnUntraced(function* (step: Extract<Step, { readonly do: "receive" }>) {
    const at = invoiceOf(books, step)
    const invoice = books.invoices[at]
    if (invoice === undefined) return
    const amount = Math.max(1, Math.ceil((invoice.figures.total * step.share) / 100))
    books.receive(at, amount, now())
    yield* each(({ ids, receive: take }) => take(ids.invoices[at] ?? "", amount, invoice.currency))
  })

  const request = Effect.fnUntraced(function* (step: Step) {
    const planned = plan(books, step, { now: now(), today: seen().today })
    if (planned === null) return
    requests += 1
    const rehearsed = requests % 3 === 0 ? yield* each((one) => one.rehearse(planned)) : []
    const answers = yield* each(({ run }) => run(planned))
    const succeeds = planned.succeeds()
    outcomes.add(`${step.do} ${succeeds}`)
    for (const { status, body } of answers) {
      const said = `${JSON.stringify(step)} was answered ${status} ${JSON.stringify(body)}`
      assert.strictEqual(status < 300, succeeds, said)
      assert.isTrue(status < 300 || status === 422, said)
    }
    for (const [at, { status, body }] of rehearsed.entries()) {
      const real = answers[at]
      assert.deepStrictEqual(
        [status, figuresOf(body)],
        [real?.status, figuresOf(real?.body)],
        `${JSON.stringify(step)} was rehearsed`
      )
    }
  })

  const step = Effect.fnUntraced(function* (one: Step) {
    if (one.do === "days") yield* moveTo(now() + one.days * 86_400_000)
    else if (one.do === "sweep") yield* each(({ sweep }) => sweep)
    else if (one.do === "compare") yield* each((agency) => compareAll(agency, books, seen()))
    else if (one.do === "receive") yield* receive(one)
    else {
      yield* request(one)
      if (one.do === "create" && one.isSent) {
        yield* request({
          do: "send",
          invoice: { at: books.invoices.length - 1, isFitting: false }
        })
      }
    }
  })

  return Effect.fnUntraced(function* ({ first, steps }: Program) {
    for (const one of [...first, ...steps]) yield* step(one)
    yield* each((agency) => compareAll(agency, books, seen()))
    for (const { name, difference } of agencies) {
      assert.isNull(yield* difference, `${name}: verify`)
    }
  })
})

describe("sums after any program of money", () => {
  const actions = ["create", "pay", "useCredit", "reverse", "refund", "credit", "void"]

  it(
    "are those of the books, in memory and on the embedded database",
    { timeout: patience + 60_000 },
    () =>
      Effect.gen(function* () {
        const apps = yield* openLedgerApps(start)
        const run = (program: Program) =>
          Effect.flatMap(makeRun(apps, program.zone), (go) => go(program))
        const property = fc.asyncProperty(programs, (program) => Effect.runPromise(run(program)))
        yield* Effect.promise(() =>
          fc.assert(property, {
            numRuns: rounds(100),
            plugins: [fc.interruptAfterTimeLimit(patience)]
          })
        )
        for (const action of actions) assert.isTrue(outcomes.has(`${action} true`), action)
        for (const action of ["pay", "reverse", "credit"]) {
          assert.isTrue(outcomes.has(`${action} false`), action)
        }
      }).pipe(Effect.scoped, Effect.runPromise)
  )
})
