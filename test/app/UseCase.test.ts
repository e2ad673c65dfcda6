/** Use cases: spans where a tracer is, none where there is none, and the types of their parts. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Exit, Option, Tracer } from "effect"
import { annotate, useCase } from "../../src/app/UseCase.ts"
import { WorkspaceId } from "../../src/domain/Ids.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import { unset, Workspace } from "../../src/domain/workspaces/Workspace.ts"

const acme = new Workspace({
  id: WorkspaceId.fromUuid("0190a5b0-0000-7000-8000-000000000001"),
  name: "Acme",
  plan: "growth",
  currency: CurrencyCode.make("EUR"),
  timeZone: "Europe/Berlin",
  invoicePrefix: "INV",
  locale: "en",
  paymentTermsDays: 30,
  reminderDays: [],
  ...unset,
  createdAt: DateTime.makeUnsafe(0),
  updatedAt: DateTime.makeUnsafe(0)
})

/** A tracer that records every span. */
const recording = () => {
  const spans: Tracer.Span[] = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return { spans, tracer }
}

/** Whether the body ran below a span, as the body sees it. */
const isTraced = Effect.map(Effect.option(Effect.currentSpan), Option.isSome)

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.withSpan(effect, "sql.transaction")

class NotFound {
  readonly _tag = "NotFound"
}

const find = useCase("Things.find")(function* (workspace: Workspace, id: string) {
  yield* annotate({ "thing.id": id })
  if (id === "missing") return yield* Effect.fail(new NotFound())
  return { workspaceId: workspace.id, isTraced: yield* isTraced }
}, inTransaction)

describe("a use case", () => {
  it.effect("has a span of its name below its caller's, with what it is about", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recording()
      yield* find(acme, "one").pipe(Effect.withSpan("caller"), Effect.withTracer(tracer))
      assert.deepStrictEqual(
        spans.map(({ name }) => name),
        ["caller", "Things.find", "sql.transaction"]
      )
      const [caller, span, transaction] = spans
      assert.strictEqual(Option.getOrUndefined(span?.parent ?? Option.none()), caller)
      assert.strictEqual(Option.getOrUndefined(transaction?.parent ?? Option.none()), span)
      assert.deepStrictEqual(
        [...(span?.attributes ?? [])],
        [
          ["workspace.id", acme.id],
          ["thing.id", "one"]
        ]
      )
      assert.strictEqual(transaction?.attributes.size, 0)
    })
  )

  it.effect("ends its span with how it ended", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recording()
      yield* Effect.exit(Effect.withTracer(find(acme, "missing"), tracer))
      const status = spans.find(({ name }) => name === "Things.find")?.status
      assert.isTrue(status?._tag === "Ended" && Exit.isFailure(status.exit))
    })
  )

  it.effect("annotates the innermost of several, and nothing outside of one", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recording()
      const outer = useCase("Things.outer")(function* () {
        yield* find(acme, "inner")
        yield* annotate({ "thing.id": "outer" })
      })
      const beside = Effect.withSpan(annotate({ "thing.id": "nobody's" }), "beside")
      yield* Effect.withTracer(Effect.andThen(outer(), beside), tracer)
      const ids = spans.map(({ name, attributes }) => [name, attributes.get("thing.id")])
      assert.deepStrictEqual(ids, [
        ["Things.outer", "outer"],
        ["Things.find", "inner"],
        ["sql.transaction", undefined],
        ["beside", undefined]
      ])
    })
  )

  it.effect("makes no span where nobody provided a tracer", () =>
    Effect.gen(function* () {
      const plain = useCase("Things.plain")(function* () {
        yield* annotate({ "thing.id": "one" })
        return yield* isTraced
      })
      assert.isFalse(yield* plain())
      // Effect's own, for comparison: it creates a span without an exporter too.
      assert.isTrue(
        yield* Effect.fn("Things.fn")(function* () {
          return yield* isTraced
        })()
      )
    })
  )

  it.effect("infers what Effect.fnUntraced infers", () =>
    Effect.gen(function* () {
      const generic = useCase("Things.generic")(function* <A>(value: A) {
        return yield* Effect.succeed([value] as const)
      })
      const [first]: readonly [number] = yield* generic(1)
      assert.strictEqual(first, 1)

      const counter = { count: 2 }
      const counted = useCase("Things.self")({ self: counter }, function* (times: number) {
        return (yield* Effect.succeed(times)) * this.count
      })
      assert.strictEqual(yield* counted(3), 6)

      const told: Effect.Effect<string, never> = useCase("Things.told")(
        function* (workspace: Workspace, id: string) {
          return (yield* find(workspace, id)).workspaceId
        },
        (effect, workspace, id) =>
          Effect.catchTag(effect, "NotFound", () => Effect.succeed(`${workspace.name} ${id}`))
      )(acme, "missing")
      assert.strictEqual(yield* told, "Acme missing")
      // @ts-expect-error -- its arguments are those of the body.
      find(acme)
    })
  )
})
