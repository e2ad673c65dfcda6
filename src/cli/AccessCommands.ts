/** The commands that give access: users, API keys and OAuth apps. Secrets are printed once. */
import { Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { OAuthApps } from "../app/oauth/OAuthApps.ts"
import { ApiKeys } from "../app/people/ApiKeys.ts"
import { Workspaces } from "../app/workspaces/Workspaces.ts"
import { type Scope, scopes } from "../domain/Scope.ts"
import { EmailAddress } from "../domain/Text.ts"
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
} from "./Shared.ts"

export const userCreate = Command.make(
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

export const apiKeyCreate = Command.make(
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

export const oauthAppCreate = Command.make(
  "create",
  {
    json,
    workspace: workspaceFlag,
    name: nameFlag,
    redirectUri: Flag.String("redirect-uri").pipe(
      Flag.withDescription("Where users are redirected to; https, or http on this machine")
    )
  },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* requireWorkspace(input.workspace)
    const apps = yield* OAuthApps
    const { app, secret } = yield* apps
      .register(workspace.id, { name: input.name, redirectUris: [input.redirectUri] })
      .pipe(
        // The command passes no logo.
        Effect.catchTag("LogoRefused", Effect.die),
        Effect.catchTag("Invalid", ({ problems: [{ message }] }) =>
          Effect.fail(new CommandFailed({ message: `--redirect-uri ${message}` }))
        )
      )
    yield* print(input.json, { client_id: app.id, client_secret: Redacted.value(secret) })
  }, Effect.provide(layerEverything))
).pipe(Command.withDescription("Register an OAuth app; its secret is shown this once"))
