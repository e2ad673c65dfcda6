/**
 * The API in memory for tests without Effect: promises in, promises out, in any test runner. Time
 * stands until the test moves it, and what is due on the way is done then, each at its own time.
 */
import { DateTime, Duration, Effect, Layer, ManagedRuntime, Redacted, References } from "effect"
import { TestClock } from "effect/testing"
import type { Simulation } from "../app/payments/SimulatePayment.ts"
import type { WebhookMessage } from "../app/ports/events/WebhookSender.ts"
import type { Mail } from "../app/ports/mail/Mailer.ts"
import { MailNotDelivered, MailRefused } from "../app/ports/mail/Mailer.ts"
import type { CreatedWorkspace } from "../app/workspaces/CreateWorkspace.ts"
import { createRetainer } from "../client/promise/CreateRetainer.ts"
import type { Retainer } from "../client/promise/RetainerTypes.ts"
import type { Scope } from "../domain/access/Scope.ts"
import { Receivers } from "./events/WebhookSenderMemory.ts"
import { Inbox } from "./mail/MailerMemory.ts"
import { nextMoment } from "./NextMoment.ts"
import {
  layerRetainerMemory,
  layerRetainerMemoryWith,
  type MemoryPorts,
  memoryBaseUrl,
  RetainerMemory,
  type WorkspaceOptions
} from "./RetainerMemory.ts"
import { MemoryStore } from "./store/MemoryStore.ts"

export interface StartOptions<Faked extends MemoryPorts = never> extends WorkspaceOptions {
  /** The first time of the clock; default: the system time. */
  readonly now?: string | Date
  /** Layers of your own in place of those in memory, each for the ports that it has. */
  readonly fakes?: Layer.Layer<Faked>
}

/** A workspace with a key of every scope, and the client that is signed in with it. */
export interface TestAgency {
  readonly workspaceId: string
  readonly apiKey: string
  readonly api: Retainer
  /** The client with a key of these scopes only. */
  readonly apiWith: (scopes: ReadonlyArray<Scope>) => Promise<Retainer>
}

export interface MailFault {
  /** `permanent` is a refusal for good. */
  readonly kind: "temporary" | "permanent"
  /** The number of tries that fail; default: all later ones. */
  readonly count?: number
  /** The recipient; default: any. */
  readonly to?: string
}

export interface StartedRetainer extends TestAgency, AsyncDisposable {
  /** Another one, which sees nothing of the first. */
  readonly workspace: (options?: WorkspaceOptions) => Promise<TestAgency>
  /** The whole service without a network, pages included; its origin is `http://retainer.test`. */
  readonly fetch: typeof fetch
  readonly clock: {
    readonly now: () => Promise<Date>
    /**
     * By `"10 days"`, or milliseconds. Due work is complete when this resolves; 0 only completes
     * due work.
     */
    readonly advance: (by: Duration.Input) => Promise<void>
    /** To an instant that is not before now. */
    readonly moveTo: (instant: string | Date) => Promise<void>
  }
  readonly mails: {
    /** Every mail that was delivered, oldest first; what is queued now is delivered first. */
    readonly all: () => Promise<ReadonlyArray<Mail>>
    /** Waits for the next one that was not received yet. */
    readonly next: () => Promise<Mail>
    /** Replaces earlier instructions; without an argument all mails succeed. */
    readonly fail: (fault?: MailFault) => Promise<void>
  }
  readonly webhooks: {
    /**
     * Every message that was sent, oldest first, whatever the answer; what is due now is sent
     * first.
     */
    readonly messages: () => Promise<ReadonlyArray<WebhookMessage>>
    /** The status with which receivers answer from now on. */
    readonly answer: (status: number) => Promise<void>
  }
  /**
   * Pays an invoice as its client does on the built-in processor's page; false where the card
   * declined. `refund` pays such a payment back there.
   */
  readonly pay: (processorPaymentUrl: string, how?: Simulation) => Promise<boolean>
  readonly stop: () => Promise<void>
}

const millisOf = (instant: string | Date): number =>
  DateTime.toEpochMillis(DateTime.makeUnsafe(instant))

/** Turns of the event loop without a new try after which the workers have nothing to do. */
const quietTurns = 5
const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** The workers take mails by themselves: until they have taken what is due. */
const mailsTaken = Effect.gen(function* () {
  const { attempts } = yield* Inbox
  let before = yield* attempts
  for (let quiet = 0; quiet < quietTurns; quiet++) {
    yield* turn
    const now = yield* attempts
    if (now !== before) quiet = 0
    before = now
  }
})

const settle = Effect.gen(function* () {
  const app = yield* RetainerMemory
  yield* app.sweep
  yield* app.deliverWebhooks
  yield* mailsTaken
})

const moveTo = (targetOf: (now: number) => number) =>
  TestClock.testClockWith((clock) =>
    Effect.gen(function* () {
      const store = yield* MemoryStore
      const target = targetOf(clock.currentTimeMillisUnsafe())
      if (!(target >= clock.currentTimeMillisUnsafe())) {
        const at = DateTime.formatIso(DateTime.makeUnsafe(clock.currentTimeMillisUnsafe()))
        return yield* Effect.die(new RangeError(`Time only moves forward: it is ${at}`))
      }
      yield* settle
      while (clock.currentTimeMillisUnsafe() < target) {
        const next = nextMoment(yield* store.state, clock.currentTimeMillisUnsafe())
        // Mails are tried again on the way, in their order.
        yield* clock.setTime(Math.min(next, target))
        yield* settle
      }
    })
  )

const failing = (fault: MailFault | undefined) =>
  Effect.gen(function* () {
    let left = fault?.count ?? Number.POSITIVE_INFINITY
    yield* (yield* Inbox).behave((mail) => {
      const isMeant = fault?.to === undefined || fault.to === mail.to.address
      if (fault === undefined || !isMeant || left === 0) return Effect.void
      left -= 1
      const reason = "A test wants it"
      return Effect.fail(
        fault.kind === "permanent" ? new MailRefused({ reason }) : new MailNotDelivered({ reason })
      )
    })
  })

const makeRuntime = (app: typeof layerRetainerMemory, now: Date | string) => {
  // Outside of an Effect test, the warning about a stopped clock is noise.
  const clock = TestClock.layer({ warningDelay: "1 hour" })
  return ManagedRuntime.make(
    app.pipe(
      // Failures that a test causes are not logged.
      Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error")),
      Layer.provideMerge(
        Layer.effectDiscard(TestClock.setTime(millisOf(now))).pipe(Layer.provideMerge(clock))
      )
    )
  )
}

/** `await using retainer = await startRetainer()`, or `stop` it when the tests are done. */
export const startRetainer = async <Faked extends MemoryPorts = never>(
  options: StartOptions<Faked> = {}
): Promise<StartedRetainer> => {
  const { now = new Date(), fakes, ...first } = options
  const app = fakes === undefined ? layerRetainerMemory : layerRetainerMemoryWith(fakes)
  const runtime = makeRuntime(app, now)
  const run = <A, E>(
    effect: Effect.Effect<A, E, ManagedRuntime.ManagedRuntime.Services<typeof runtime>>
  ) => runtime.runPromise(effect)
  const memory = await run(RetainerMemory)
  const fetch: StartedRetainer["fetch"] = (input, init) => memory.fetch(new Request(input, init))
  const clientOf = (key: Redacted.Redacted): Retainer =>
    createRetainer({
      baseUrl: memoryBaseUrl,
      apiKey: Redacted.value(key),
      fetch,
      retries: false
    })
  const agencyOf = (made: CreatedWorkspace): TestAgency => ({
    workspaceId: made.workspace.id,
    apiKey: Redacted.value(made.apiKey),
    api: clientOf(made.apiKey),
    apiWith: async (scopes) => clientOf(await run(memory.apiKey(made, scopes)))
  })
  const workspace = async (given: WorkspaceOptions = {}) =>
    agencyOf(await run(memory.workspace(given)))
  const stop = () => runtime.dispose()
  return {
    ...(await workspace(first)),
    workspace,
    fetch,
    clock: {
      now: async () => new Date(await run(TestClock.testClockWith((own) => own.currentTimeMillis))),
      advance: (by) => run(moveTo((at) => at + Duration.toMillis(Duration.fromInputUnsafe(by)))),
      moveTo: (instant) => run(moveTo(() => millisOf(instant)))
    },
    mails: {
      all: () =>
        run(
          Effect.andThen(
            mailsTaken,
            Inbox.use(({ mails }) => mails)
          )
        ),
      next: () => run(Inbox.use(({ receive }) => receive)),
      fail: (fault) => run(failing(fault))
    },
    webhooks: {
      messages: () =>
        run(
          Effect.andThen(
            memory.deliverWebhooks,
            Receivers.use(({ messages }) => messages)
          )
        ),
      answer: (status) => run(Receivers.use(({ behave }) => behave(() => Effect.succeed(status))))
    },
    pay: (url, how = "pay") => run(memory.pay(url, how)),
    stop,
    [Symbol.asyncDispose]: stop
  }
}
