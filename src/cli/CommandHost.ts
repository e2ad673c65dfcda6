/**
 * Where a command runs. The embedded database belongs to one process: where a server has it open, the
 * command line asks that server to run the command, and else opens it itself. A PostgreSQL server is open to
 * both. In the server itself the same commands run on what it has open.
 */
import { Clock, Context, Duration, Effect, type Layer } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { CurrentActor } from "../app/Acting.ts"
import { type ConfigInvalid, loadConfig } from "../config/Config.ts"
import { operatorActor } from "../domain/access/Actor.ts"
import type { DatabaseUnreachable } from "../infra/sql/schema/DatabaseWait.ts"
import type { SchemaError } from "../infra/sql/schema/MigrationErrors.ts"
import { DataDirectoryLocked } from "../infra/storage/DataDirectory.ts"
import { DiskSpaceStatfs } from "../infra/storage/DiskSpaceStatfs.ts"
import { explainFullDisk } from "../process/DiskFull.ts"
import { CommandFailed, layerDatabaseOnly, layerEverything } from "./commands/Shared.ts"
import type { Operator } from "./Operator.ts"
import { type Ended, findServer } from "./remote/AskServer.ts"

type DatabaseServices = Layer.Success<typeof layerDatabaseOnly>
export type CommandServices = Layer.Success<typeof layerEverything>
type NotOpened = ConfigInvalid | SqlError | SchemaError | DatabaseUnreachable | DataDirectoryLocked

export class Place extends Context.Service<
  Place,
  {
    /** The database as it is, which is not migrated. */
    readonly onDatabase: <A, E, R>(
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | NotOpened, Exclude<R, DatabaseServices>>
    /** Everything that use cases need, on a database that is migrated first. */
    readonly onService: <A, E, R>(
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | NotOpened, Exclude<R, CommandServices>>
    /** The whole command: here, or in the server that has the database open. */
    readonly whole: <E, R>(
      command: Effect.Effect<void, E, R>
    ) => Effect.Effect<void, E | ConfigInvalid | CommandFailed | Ended, R | Operator>
    readonly isServer: boolean
  }
>()("retainer/cli/Place") {}

/** A server that starts holds the database before it listens, and another command holds it for a while. */
const patience = Duration.toMillis("10 seconds")

const isLocked = (error: unknown): error is DataDirectoryLocked =>
  error instanceof DataDirectoryLocked

/** The operator's own process, which was called with these arguments. */
export const placeHere = (args: ReadonlyArray<string>): Place["Service"] => {
  const whole = <E, R>(command: Effect.Effect<void, E, R>) =>
    Effect.gen(function* () {
      const { databaseUrl, dataDir } = yield* loadConfig
      if (databaseUrl !== undefined) return yield* command
      const until = (yield* Clock.currentTimeMillis) + patience
      for (;;) {
        const ask = yield* findServer(dataDir)
        if (ask !== null) return yield* Effect.scoped(ask(args))
        const locked = yield* command.pipe(
          explainFullDisk(dataDir, ({ message }) => new CommandFailed({ message })),
          Effect.provide(DiskSpaceStatfs(dataDir)),
          Effect.as(null),
          Effect.catchIf(isLocked, Effect.succeed)
        )
        if (locked === null) return
        if ((yield* Clock.currentTimeMillis) > until) return yield* Effect.fail(locked)
        yield* Effect.sleep("100 millis")
      }
    })
  return Place.of({
    isServer: false,
    onDatabase: Effect.provide(layerDatabaseOnly),
    onService: Effect.provide(layerEverything),
    whole
  })
}

/** A server with all of this open. */
export const placeOpen = (open: Context.Context<CommandServices>): Place["Service"] => {
  const on =
    <Services>(services: Context.Context<Services>) =>
    <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.provideContext(Effect.provideService(work, CurrentActor, operatorActor), services)
  return Place.of({
    isServer: true,
    onDatabase: on<DatabaseServices>(open),
    onService: on(open),
    whole: (command) => command
  })
}

/** A whole command on everything that use cases need. */
export const onService = <E, R>(command: Effect.Effect<void, E, R>) =>
  Effect.flatMap(Place, (place) => place.whole(place.onService(command)))

/** A whole command on the database as it is. */
export const onDatabase = <E, R>(command: Effect.Effect<void, E, R>) =>
  Effect.flatMap(Place, (place) => place.whole(place.onDatabase(command)))

/** A whole command that opens the database for parts of its work, and goes on where it cannot. */
export const wherever = <E, R>(command: Effect.Effect<void, E, R>) =>
  Effect.flatMap(Place, (place) => place.whole(command))
