/**
 * Runs a command and returns its exit code. Results go to stdout (with `--json` as one line of
 * JSON) and everything else to stderr. An expected failure is one plain line and exit code 1.
 */
import { Cause, Console, Effect } from "effect"
import { CliError, Command } from "effect/cli"
import { Busy } from "../app/AdmissionControl.ts"
import { version } from "../infra/Version.ts"
import { retainer } from "./Commands.ts"

/** An expected failure is for a person: no stack. */
const explained = <E extends { readonly message: string }>(error: E) =>
  Effect.as(Console.error(error.message), 1)

const busyIn = (cause: Cause.Cause<unknown>): Busy | undefined =>
  cause.reasons
    .flatMap((reason) =>
      reason._tag === "Die" && reason.defect instanceof Busy ? [reason.defect] : []
    )
    .at(0)

export const runCommand = (args: ReadonlyArray<string>) =>
  Command.runWith(retainer, { version })(args).pipe(
    Effect.as(0),
    Effect.catchTags({
      BoundReached: explained,
      CommandFailed: explained,
      ConfigInvalid: explained,
      DataDirectoryLocked: explained,
      DatabaseUnreachable: explained,
      PasswordTooCommon: explained,
      UserEmailTaken: explained,
      SqlError: explained,
      MigrationFailed: explained,
      SchemaRefused: explained,
      RemoteExit: ({ code }) => Effect.succeed(code)
    }),
    // The parser printed it.
    Effect.catchIf(CliError.isCliError, () => Effect.succeed(1)),
    Effect.catchCause((cause) => {
      if (Cause.hasInterrupts(cause)) return Effect.failCause(cause)
      return explained(busyIn(cause) ?? { message: Cause.pretty(cause) })
    })
  )
