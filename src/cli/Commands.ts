/** The tree of the operator's commands. `Run.ts` runs them, in this process or in the server. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { PeriodicJobs } from "../app/PeriodicJobs.ts"
import { DemoData } from "../app/workspaces/DemoData.ts"
import { loadConfig } from "../config/Config.ts"
import { alterRoleStatements } from "../infra/postgres/session/RoleSettings.ts"
import { migrate } from "../infra/sql/schema/Migrate.ts"
import { onDatabase, onService } from "./CommandHost.ts"
import {
  oauthAppCreate,
  oauthAppList,
  userCreate,
  userList,
  userRemoveSecondFactor
} from "./commands/AccessCommands.ts"
import { backupCommand, restoreCommand } from "./commands/BackupCommands.ts"
import { chosenWorkspace, workspaceFlag } from "./commands/ChosenWorkspace.ts"
import { devCommand, routerCommand, serveCommand } from "./commands/DevCommand.ts"
import { fileAdd } from "./commands/FileCommands.ts"
import { invoiceReplaceLink, invoiceResend } from "./commands/InvoiceCommands.ts"
import { apiKey } from "./commands/KeyCommands.ts"
import { configCommand, doctorCommand } from "./commands/OperationCommands.ts"
import { json } from "./commands/Shared.ts"
import { verifyCommand } from "./commands/VerifyCommand.ts"
import { workspaceCreate, workspaceUpdate } from "./commands/workspaces/WorkspaceCommands.ts"
import { workspaceDelete, workspaceExport } from "./commands/workspaces/WorkspaceLeaving.ts"
import { workspaceMove } from "./commands/workspaces/WorkspaceMove.ts"
import { workspaceList, workspaceShow } from "./commands/workspaces/WorkspaceViews.ts"
import { Operator } from "./Operator.ts"
import { print } from "./Output.ts"

const migrateCommand = Command.make(
  "migrate",
  { json },
  Effect.fnUntraced(function* (input) {
    const applied = yield* migrate
    const { databaseUrl, databasePrepare } = yield* loadConfig
    const isPooled = databaseUrl !== undefined && !databasePrepare
    if (!isPooled) return yield* print(input.json, { applied })
    const statements = yield* alterRoleStatements
    if (input.json) return yield* print(true, { applied, alter_role: statements })
    yield* print(false, { applied, alter_role: "" })
    for (const statement of statements) yield* Console.log(statement)
  }, onDatabase)
).pipe(Command.withDescription("Bring the database schema up to date"))

const sweepCommand = Command.make(
  "sweep",
  { json },
  Effect.fnUntraced(function* (input) {
    yield* print(input.json, { overdue: yield* (yield* PeriodicJobs).markOverdue })
  }, onService)
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
    const { progress } = yield* Operator
    const data = yield* DemoData
    const { creditNotes, ...counts } = yield* data.add(workspace, input.size, progress("invoices"))
    yield* print(input.json, { ...counts, credit_notes: creditNotes })
  }, onService)
).pipe(Command.withDescription("Fill a workspace with realistic sample data"))

const group = <Name extends string>(name: Name, description: string) =>
  Command.make(name).pipe(Command.withDescription(description))

export const retainer = Command.make("retainer").pipe(
  Command.withDescription(
    "Run and operate Retainer. Settings are environment variables: see config"
  ),
  Command.withSubcommands([
    serveCommand,
    devCommand,
    routerCommand,
    migrateCommand,
    configCommand,
    doctorCommand,
    group("workspace", "Workspaces: their names, documents, branding and reminders").pipe(
      Command.withSubcommands([
        workspaceList,
        workspaceShow,
        workspaceCreate,
        workspaceUpdate,
        workspaceExport,
        workspaceDelete,
        workspaceMove
      ])
    ),
    group("user", "People of a workspace").pipe(
      Command.withSubcommands([userCreate, userList, userRemoveSecondFactor])
    ),
    apiKey,
    group("oauth-app", "Apps that act for users").pipe(
      Command.withSubcommands([oauthAppCreate, oauthAppList])
    ),
    group("file", "Files of projects, clients and invoices").pipe(
      Command.withSubcommands([fileAdd])
    ),
    group("invoice", "Invoices").pipe(Command.withSubcommands([invoiceReplaceLink, invoiceResend])),
    sweepCommand,
    backupCommand,
    restoreCommand,
    verifyCommand,
    demo
  ])
)
