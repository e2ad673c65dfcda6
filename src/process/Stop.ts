/** How a process of the server ends: told plainly where a start is refused, with 0 where a stop was asked for. */
import { Console, Data, Effect, Exit, Runtime } from "effect"

/** The start was refused and the reason told: nothing is left to print. */
class StartRefused extends Data.TaggedError("StartRefused") {
  override readonly [Runtime.errorReported] = false
}

/** What an operator can mend is for a person: plain lines, without a stack. */
export const explained = (error: { readonly message: string }) =>
  Effect.andThen(Console.error(error.message), new StartRefused())

/** What a stop must not exceed, whatever hangs; the database makes a hard end safe. */
export const boundStop = (millis: number): void => {
  const onStop = (): void => {
    setTimeout(() => process.exit(0), millis).unref()
  }
  process.once("SIGTERM", onStop)
  process.once("SIGINT", onStop)
}

/** A stop that was asked for is a success. */
export const teardown: Runtime.Teardown = (exit, onExit) =>
  onExit(Exit.isSuccess(exit) || Exit.hasInterrupts(exit) ? 0 : 1)
