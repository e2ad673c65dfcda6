/** A processor that begins checkouts without a network, and says of each what a test wants. */
import { Context, Effect, Layer, Ref } from "effect"
import {
  type CheckoutState,
  PaymentProcessor,
  ProcessorUnavailable
} from "../../app/ports/payments/PaymentProcessor.ts"
import { withoutRows, withRow } from "../store/Rows.ts"

type State = CheckoutState["state"]

export class PaymentProcessorControl extends Context.Service<
  PaymentProcessorControl,
  {
    /**
     * The checkouts that were begun, by reference, oldest first; one begun again is in it again.
     */
    readonly begun: Effect.Effect<ReadonlyArray<string>>
    /** The checkouts that were closed. */
    readonly closed: Effect.Effect<ReadonlyArray<string>>
    /** Sets the processor's state of a checkout; `away` makes it unreachable. */
    readonly answer: (reference: string, state: State | "away") => Effect.Effect<void>
    readonly urlOf: (reference: string) => string
  }
>()("retainer/testing/PaymentProcessorControl") {}

const urlOf = (reference: string): string => `https://processor.example/${reference}`

export const PaymentProcessorMemory = Layer.effectContext(
  Effect.gen(function* () {
    const states = yield* Ref.make<ReadonlyMap<string, State>>(new Map())
    const begun = yield* Ref.make<ReadonlyArray<string>>([])
    const closed = yield* Ref.make<ReadonlyArray<string>>([])
    return Context.make(PaymentProcessor, {
      name: "stripe",
      checkout: Effect.fnUntraced(function* ({ document }, attempt) {
        const reference = `${document.invoice.id}-${attempt}`
        yield* Ref.update(begun, (all) => [...all, reference])
        yield* Ref.update(states, (all) => withRow(all, reference, "payable"))
        return { url: urlOf(reference), reference }
      }),
      stateOf: Effect.fnUntraced(function* (_, reference) {
        const state = (yield* Ref.get(states)).get(reference)
        if (state === undefined) return yield* new ProcessorUnavailable({ reason: "away" })
        return state === "payable" ? { state, url: urlOf(reference) } : { state }
      }),
      close: (reference) => Ref.update(closed, (all) => [...all, reference]),
      messages: null
    }).pipe(
      Context.add(PaymentProcessorControl, {
        begun: Ref.get(begun),
        closed: Ref.get(closed),
        answer: (reference, state) =>
          Ref.update(states, (all) =>
            state === "away"
              ? withoutRows(all, (_, other) => other === reference)
              : withRow(all, reference, state)
          ),
        urlOf
      })
    )
  })
)
