/** End of the process: one plain line if a start is refused, exit code 0 after a signal to stop. */
import { Console, Data, Effect, Exit, Runtime } from "effect"

/** The reason is printed already. */
class StartRefused extends Data.TaggedError("StartRefused") {
  override readonly [Runtime.errorReported] = false
}

/** A failure that an operator can repair: plain lines, without a stack. */
export const explained = (error: { readonly message: string }) =>
  Effect.andThen(Console.error(error.message), new StartRefused())

/** Deadline of a stop, if something hangs; the database makes a hard end safe. */
export const boundStop = (millis: number): void => {
  const onStop = (): void => {
    setTimeout(() => process.exit(0), millis).unref()
  }
  process.once("SIGTERM", onStop)
  process.once("SIGINT", onStop)
}

/** An interrupt, by a signal, is a success. */
export const teardown: Runtime.Teardown = (exit, onExit) =>
  onExit(Exit.isSuccess(exit) || Exit.hasInterrupts(exit) ? 0 : 1)
