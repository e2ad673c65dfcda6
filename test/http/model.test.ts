/**
 * Random programs of requests, by keys of several workspaces and scopes while days pass, answer
 * alike in memory and on the embedded database, and as the model of docs/spec.md says. A failure
 * names its seed and the shortest program; `MODEL_SEED` repeats it, `MODEL_MINUTES` runs as long.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Redacted } from "effect"
import fc from "fast-check"
import { Verification } from "../../src/app/events/Verification.ts"
import { RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { ApiModel, type Expected } from "../support/apiModel.ts"
import { callers, type Step, steps } from "../support/apiPrograms.ts"
import { openApps } from "../support/ledgerApps.ts"
import { newAddress } from "../support/owners.ts"
import { type Answer, send } from "../support/requests.ts"

const minutes = Number(process.env["MODEL_MINUTES"] ?? 0)
const seed = Number(process.env["MODEL_SEED"] ?? Date.now() % 1_000_000)
const programs = minutes > 0 ? 1_000_000 : 200
const start = Date.parse("2026-11-26T10:00:00Z")
const day = 86_400_000

type Apps = Effect.Success<ReturnType<typeof openApps>>
type AppContext = Apps["memory"]

/** Ids of the app by their references. */
interface App {
  readonly name: string
  readonly context: AppContext
  readonly keys: ReadonlyArray<string>
  readonly ids: Map<string, string>
  readonly verified: Effect.Effect<ReadonlyArray<unknown>>
}

const makeApp = Effect.fnUntraced(function* (name: string, context: AppContext) {
  const retainer = Context.get(context, RetainerMemory)
  const { verify } = Context.get(context, Verification)
  const made = yield* Effect.forEach([0, 1], () => retainer.workspace({ ownerEmail: newAddress() }))
  const keys = yield* Effect.forEach(callers, ({ workspace, scopes }) => {
    const one = made[workspace]
    if (one === undefined) return Effect.die(new Error("a caller without a workspace"))
    return scopes === null ? Effect.succeed(one.apiKey) : retainer.apiKey(one, scopes)
  })
  const differences = Effect.forEach(made, ({ workspace }) =>
    Effect.map(verify(workspace), ({ firstDifference }) => firstDifference)
  ).pipe(Effect.provideContext(context))
  return {
    ...{ name, context, verified: differences },
    keys: keys.map((key) => Redacted.value(key)),
    ids: new Map()
  } satisfies App
})

const references = /(client|project|task|milestone|invoice)#(-?\d+)/g
const missing: Readonly<Record<string, string>> = {
  client: "client_01h2xcejqtf2nbrexx3vqjhp41",
  project: "proj_01h2xcejqtf2nbrexx3vqjhp41",
  task: "task_01h2xcejqtf2nbrexx3vqjhp41",
  milestone: "mile_01h2xcejqtf2nbrexx3vqjhp41",
  invoice: "inv_01h2xcejqtf2nbrexx3vqjhp41"
}

const withIds = (text: string, { ids }: App): string =>
  text.replace(references, (reference, kind) => ids.get(reference) ?? missing[kind] ?? reference)

const ask = ({ request, makes }: Expected, caller: number, app: App): Effect.Effect<Answer> => {
  const { method, path, body } = request
  const raw = body === undefined ? {} : { raw: withIds(JSON.stringify(body), app) }
  const answer = send(method, withIds(path, app), { key: app.keys[caller] ?? "", ...raw })
  return answer.pipe(
    Effect.tap(({ status, body: made }) =>
      Effect.sync(() => (makes !== undefined && status === 201 ? app.ids.set(makes, made.id) : app))
    ),
    Effect.provideContext(app.context)
  )
}

/** The comparable part of an answer: ids as references, without mails and links. */
const comparable = ({ status, body }: Answer, { ids }: App): unknown => {
  const text = JSON.stringify({ status, body }, (name, value) =>
    ["delivery", "document", "payment_link", "processor_payment_url"].includes(name) ? null : value
  )
  const known = [...ids].reduce((all, [reference, id]) => all.replaceAll(id, reference), text)
  return JSON.parse(known.replace(/\b([a-z]{2,6})_[0-7][0-9a-z]{25}\b/g, "$1"))
}

const shown = (body: Answer["body"], names: ReadonlyArray<string>): Record<string, unknown> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      name === "numbers" ? body.data.map(({ number }: { number: string }) => number) : body[name]
    ])
  )

const runProgram = Effect.fnUntraced(function* (apps: Apps, program: ReadonlyArray<Step>) {
  const model = new ApiModel()
  const both = [yield* makeApp("memory", apps.memory), yield* makeApp("PGlite", apps.embedded)]
  for (const step of program) {
    if (step.do === "wait") yield* apps.moveTo(apps.now() + step.amount * day)
    const expected = model.expect(step, apps.now())
    if (expected === null) continue
    const answers = yield* Effect.forEach(both, (app) => ask(expected, step.caller, app))
    const about = JSON.stringify({ step, request: expected.request })
    for (const { status, body } of answers) {
      assert.strictEqual(status, expected.status, `${about} ${JSON.stringify(body)}`)
      const { shows } = expected
      assert.deepStrictEqual(shown(body, Object.keys(shows)), shows, about)
    }
    const [first, second] = answers.map((answer, at) => {
      const app = both[at]
      return app === undefined ? null : comparable(answer, app)
    })
    assert.deepStrictEqual(first, second, about)
  }
  for (const { name, verified } of both) {
    assert.deepStrictEqual(yield* verified, [null, null], `${name}: verify`)
  }
  assert.deepStrictEqual(yield* apps.wrongTotals, [])
})

describe("any program of requests", () => {
  it("is answered as the model says", { timeout: (minutes + 10) * 60_000 }, () =>
    Effect.gen(function* () {
      const apps = yield* openApps(start)
      const property = fc.asyncProperty(steps, (program) =>
        Effect.runPromise(Effect.provideService(runProgram(apps, program), Clock.Clock, apps.clock))
      )
      yield* Effect.promise(() =>
        fc.assert(property, {
          ...{ numRuns: programs, seed },
          // Shrinking ends here too, so that a failure is printed.
          plugins: [fc.interruptAfterTimeLimit(Math.max(minutes, 4) * 60_000)]
        })
      )
    }).pipe(Effect.scoped, Effect.runPromise)
  )
})
