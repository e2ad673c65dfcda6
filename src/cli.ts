/**
 * The operator's commands, on the same Layers as the server. Results go to stdout (with `--json` as
 * one line of JSON), everything else to stderr; a failure is one plain line and exit code 1.
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, Layer, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { Sweeps } from "./app/invoices/Sweeps.ts"
import { OAuthApps } from "./app/oauth/OAuthApps.ts"
import { ApiKeys } from "./app/people/ApiKeys.ts"
import { DemoData } from "./app/workspaces/DemoData.ts"
import { Workspaces } from "./app/workspaces/Workspaces.ts"
import { loadConfig } from "./Config.ts"
import { invoiceReplaceLink } from "./cli/InvoiceCommands.ts"
import { configCommand, doctorCommand } from "./cli/OperationCommands.ts"
import {
  CommandFailed,
  givenOrNewPassword,
  json,
  layerEverything,
  nameFlag,
  passwordFlag,
  print,
  requireWorkspace,
  workspaceFlag
} from "./cli/Shared.ts"
import { workspaceCreate, workspaceUpdate } from "./cli/WorkspaceCommands.ts"
import { type Scope, scopes } from "./domain/Scope.ts"
import { EmailAddress } from "./domain/Text.ts"
import { migrate } from "./infra/sql/Migrations.ts"
import { makeFilesPrivate } from "./infra/storage/PrivateFiles.ts"
import { drawProgress } from "./ProgressBar.ts"
import { layerDatabase, layerLogging } from "./Runtime.ts"
import { version } from "./Version.ts"

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

const userCreate = Command.make(
  "create",
  {
    json,
    workspace: workspaceFlag,
    name: nameFlag,
    email: Flag.String("email").pipe(Flag.withSchema(EmailAddress)),
    role: Flag.Literals("role", ["owner", "admin", "member"]).pipe(Flag.withDefault("member")),
    password: passwordFlag("password")
  },
  Effect.fnUntraced(function* (input) {
    const { id } = yield* requireWorkspace(input.workspace)
    const password = yield* givenOrNewPassword(input.password)
    const { name, email, role } = input
    const userId = yield* (yield* Workspaces).addUser({
      workspaceId: id,
      name,
      email,
      role,
      password
    })
    yield* print(input.json, { user_id: userId, password: Redacted.value(password) })
  }, Effect.provide(layerEverything))
).pipe(Command.withDescription("Add a user to a workspace"))

const scopesOfOption = (text: string): Effect.Effect<ReadonlyArray<Scope>, CommandFailed> => {
  if (text === "all") return Effect.succeed(scopes)
  const names = text.split(",").map((name) => name.trim())
  const unknown = names.filter((name) => !scopes.some((scope) => scope === name))
  return unknown.length > 0
    ? Effect.fail(
        new CommandFailed({
          message: `Not a scope: ${unknown.join(", ")}. Scopes are: ${scopes.join(", ")}, or all`
        })
      )
    : Effect.succeed(scopes.filter((scope) => names.includes(scope)))
}

const apiKeyCreate = Command.make(
  "create",
  {
    json,
    workspace: workspaceFlag,
    name: nameFlag,
    scopes: Flag.String("scopes").pipe(
      Flag.withDescription("Comma-separated scopes, or all. Write does not imply read")
    )
  },
  Effect.fnUntraced(function* (input) {
    const chosen = yield* scopesOfOption(input.scopes)
    const workspace = yield* requireWorkspace(input.workspace)
    const { id, secret } = yield* (yield* ApiKeys).create(workspace.id, input.name, chosen)
    yield* print(input.json, { id, api_key: Redacted.value(secret) })
  }, Effect.provide(layerEverything))
).pipe(Command.withDescription("Make an API key; it is shown this once"))

const oauthAppCreate = Command.make(
  "create",
  {
    json,
    workspace: workspaceFlag,
    name: nameFlag,
    redirectUri: Flag.String("redirect-uri").pipe(
      Flag.withDescription("Where users are led back to; https, or http on this machine")
    )
  },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* requireWorkspace(input.workspace)
    const apps = yield* OAuthApps
    const { app, secret } = yield* apps
      .register(workspace.id, { name: input.name, redirectUris: [input.redirectUri] })
      .pipe(
        // None is given.
        Effect.catchTag("LogoRefused", Effect.die),
        Effect.catchTag("Invalid", ({ problems: [{ message }] }) =>
          Effect.fail(new CommandFailed({ message: `--redirect-uri ${message}` }))
        )
      )
    yield* print(input.json, { client_id: app.id, client_secret: Redacted.value(secret) })
  }, Effect.provide(layerEverything))
).pipe(Command.withDescription("Register an OAuth app; its secret is shown this once"))

const sweepCommand = Command.make(
  "sweep",
  { json },
  Effect.fnUntraced(function* (input) {
    yield* print(input.json, { overdue: yield* (yield* Sweeps).overdue })
  }, Effect.provide(layerEverything))
).pipe(Command.withDescription("Write down every invoice that is overdue, once"))

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
    const workspace = yield* requireWorkspace(input.workspace)
    const counts = yield* (yield* DemoData).add(workspace, input.size, drawProgress("invoices"))
    yield* print(input.json, { ...counts })
  }, Effect.provide(layerEverything))
).pipe(Command.withDescription("Fill a workspace with realistic sample data"))

const retainer = Command.make("retainer").pipe(
  Command.withDescription("Operate Retainer from the command line"),
  Command.withSubcommands([
    migrateCommand,
    configCommand,
    doctorCommand,
    Command.make("workspace").pipe(Command.withSubcommands([workspaceCreate, workspaceUpdate])),
    Command.make("user").pipe(Command.withSubcommands([userCreate])),
    Command.make("api-key").pipe(Command.withSubcommands([apiKeyCreate])),
    Command.make("invoice").pipe(Command.withSubcommands([invoiceReplaceLink])),
    Command.make("oauth-app").pipe(Command.withSubcommands([oauthAppCreate])),
    sweepCommand,
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

makeFilesPrivate()

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
