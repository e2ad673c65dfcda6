/** A mailer that records its mails and can be made to fail. */
import { Context, Effect, Layer, Queue, Ref } from "effect"
import {
  type Mail,
  Mailer,
  type MailNotDelivered,
  type MailRefused
} from "../../app/ports/mail/Mailer.ts"

type MailAnswer = (mail: Mail) => Effect.Effect<void, MailRefused | MailNotDelivered>

export class Inbox extends Context.Service<
  Inbox,
  {
    /** Every mail that was delivered, oldest first. */
    readonly mails: Effect.Effect<ReadonlyArray<Mail>>
    /** Waits for the next mail that was not received yet. */
    readonly receive: Effect.Effect<Mail>
    /** The number of attempts, successful or not. */
    readonly attempts: Effect.Effect<number>
    /** Decides from now on what becomes of a mail; by default each is delivered. */
    readonly behave: (outcome: MailAnswer) => Effect.Effect<void>
  }
>()("retainer/testing/Inbox") {}

export const MailerMemory = Layer.effectContext(
  Effect.gen(function* () {
    const delivered = yield* Ref.make<ReadonlyArray<Mail>>([])
    const arrived = yield* Queue.unbounded<Mail>()
    const attempts = yield* Ref.make(0)
    const outcome = yield* Ref.make<MailAnswer>(() => Effect.void)
    return Context.make(Mailer, {
      send: Effect.fnUntraced(function* (mail) {
        yield* Ref.update(attempts, (count) => count + 1)
        const decide = yield* Ref.get(outcome)
        yield* decide(mail)
        yield* Ref.update(delivered, (all) => [...all, mail])
        yield* Queue.offer(arrived, mail)
      })
    }).pipe(
      Context.add(Inbox, {
        mails: Ref.get(delivered),
        receive: Queue.take(arrived),
        attempts: Ref.get(attempts),
        behave: (next) => Ref.set(outcome, next)
      })
    )
  })
)
