/**
 * Command host: the process that runs a command. One process at a time opens the embedded database,
 * so a command runs in the server if one is running, else in the operator's own process.
 */
import { Context, type DateTime, Effect, type Layer } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { ConfigInvalid } from "../config/Config.ts"
import type { DatabaseUnreachable } from "../infra/sql/schema/DatabaseWait.ts"
import type { SchemaError } from "../infra/sql/schema/MigrationErrors.ts"
import type { DataDirectoryLocked } from "../infra/storage/DataDirectory.ts"
import type { CommandFailed, layerDatabaseOnly, layerEverything } from "./commands/Shared.ts"
import type { Operator } from "./Operator.ts"
import type { RemoteExit } from "./remote/RemoteCommand.ts"

export type DatabaseServices = Layer.Success<typeof layerDatabaseOnly>
export type CommandServices = Layer.Success<typeof layerEverything>
type NotOpened = ConfigInvalid | SqlError | SchemaError | DatabaseUnreachable | DataDirectoryLocked

export class CommandHost extends Context.Service<
  CommandHost,
  {
    /** On the database as it is, without migrating it. */
    readonly onDatabase: <A, E, R>(
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | NotOpened, Exclude<R, DatabaseServices>>
    /** On everything that use cases need; migrates the database first. */
    readonly onService: <A, E, R>(
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | NotOpened, Exclude<R, CommandServices>>
    /** Runs the whole command, in the server if that has the database open. */
    readonly whole: <E, R>(
      command: Effect.Effect<void, E, R>
    ) => Effect.Effect<void, E | ConfigInvalid | CommandFailed | RemoteExit, R | Operator>
    readonly serveRouter: Effect.Effect<never, ConfigInvalid | CommandFailed>
    /** `start` is where a test clock stands at first; without one the time is the machine's. */
    readonly serveDev: (
      testClock: { readonly start: DateTime.Utc | undefined } | null
    ) => Effect.Effect<never, NotOpened | CommandFailed>
    readonly isServer: boolean
  }
>()("retainer/cli/CommandHost") {}

/** A whole command on everything that use cases need. */
export const onService = <E, R>(command: Effect.Effect<void, E, R>) =>
  Effect.flatMap(CommandHost, (host) => host.whole(host.onService(command)))

/** A whole command on the database as it is. */
export const onDatabase = <E, R>(command: Effect.Effect<void, E, R>) =>
  Effect.flatMap(CommandHost, (host) => host.whole(host.onDatabase(command)))

/** A whole command that opens the database for parts of its work, and continues without it. */
export const onHost = <E, R>(command: Effect.Effect<void, E, R>) =>
  Effect.flatMap(CommandHost, (host) => host.whole(command))
