/**
 * The operator's commands, on the same Layers as the server. Results go to stdout (with `--json` as
 * one line of JSON), everything else to stderr; a failure is one plain line and exit code 1.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Layer } from "effect"
import { Command, Flag } from "effect/cli"
import { Sweeps } from "../app/invoices/Sweeps.ts"
import { DemoData } from "../app/workspaces/DemoData.ts"
import { loadConfig } from "../Config.ts"
import { migrate } from "../infra/sql/Migrations.ts"
import { layerLogging } from "../Logging.ts"
import { drawProgress } from "../ProgressBar.ts"
import { layerDatabase } from "../Runtime.ts"
import { version } from "../Version.ts"
import { oauthAppCreate, userCreate } from "./AccessCommands.ts"
import { chosenWorkspace, workspaceFlag } from "./ChosenWorkspace.ts"
import { devCommand } from "./DevCommand.ts"
import { fileAdd } from "./FileCommands.ts"
import { invoiceReplaceLink } from "./InvoiceCommands.ts"
import { apiKey } from "./KeyCommands.ts"
import { configCommand, doctorCommand } from "./OperationCommands.ts"
import { print } from "./Output.ts"
import { json, layerEverything } from "./Shared.ts"
import { verifyCommand } from "./VerifyCommand.ts"
import { workspaceCreate, workspaceUpdate } from "./WorkspaceCommands.ts"
import { workspaceList, workspaceShow } from "./WorkspaceViews.ts"

const migrateCommand = Command.make(
  "migrate",
  { json },
  Effect.fnUntraced(function* (input) {
    const config = yield* loadConfig
    const applied = yield* migrate.pipe(
      Effect.provide(Layer.merge(layerDatabase(config), layerLogging(config)))
    )
    yield* print(input.json, { applied })
  })
).pipe(Command.withDescription("Bring the database schema up to date"))

const sweepCommand = Command.make(
  "sweep",
  { json },
  Effect.fnUntraced(function* (input) {
    yield* print(input.json, { overdue: yield* (yield* Sweeps).overdue })
  }, Effect.provide(layerEverything))
).pipe(Command.withDescription("Mark every invoice that is past its due day as overdue, once"))

const demo = Command.make(
  "demo",
  {
    json,
    workspace: workspaceFlag,
    size: Flag.Int("size").pipe(
      Flag.withDescription("How many invoices"),
      Flag.filter(
        (size) => size >= 1 && size <= 100_000,
        () => "must be from 1 to 100000"
      ),
      Flag.withDefault(50)
    )
  },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* chosenWorkspace(input.workspace)
    const counts = yield* (yield* DemoData).add(workspace, input.size, drawProgress("invoices"))
    yield* print(input.json, { ...counts })
  }, Effect.provide(layerEverything))
).pipe(Command.withDescription("Fill a workspace with realistic sample data"))

const group = <Name extends string>(name: Name, description: string) =>
  Command.make(name).pipe(Command.withDescription(description))

const retainer = Command.make("retainer").pipe(
  Command.withDescription("Operate Retainer from the command line"),
  Command.withSubcommands([
    devCommand,
    migrateCommand,
    configCommand,
    doctorCommand,
    group("workspace", "Workspaces: what they are called, show and remind of").pipe(
      Command.withSubcommands([workspaceList, workspaceShow, workspaceCreate, workspaceUpdate])
    ),
    group("user", "People of a workspace").pipe(Command.withSubcommands([userCreate])),
    apiKey,
    group("oauth-app", "Apps that act for users").pipe(Command.withSubcommands([oauthAppCreate])),
    group("file", "Files of projects, clients and invoices").pipe(
      Command.withSubcommands([fileAdd])
    ),
    group("invoice", "Invoices").pipe(Command.withSubcommands([invoiceReplaceLink])),
    sweepCommand,
    verifyCommand,
    demo
  ])
)

/** Failures that we foresee are for a person: one line, without a stack. */
const explained = <E extends { readonly message: string }>(error: E) =>
  Effect.andThen(
    Console.error(error.message),
    Effect.sync(() => {
      process.exitCode = 1
    })
  )

retainer.pipe(
  Command.run({ version }),
  Effect.catchTags({
    BoundReached: explained,
    CommandFailed: explained,
    ConfigInvalid: explained,
    DataDirectoryLocked: explained,
    DatabaseUnreachable: explained,
    UserEmailTaken: explained,
    SqlError: explained,
    MigrationError: explained
  }),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain
)
