/** The commands that give access: users and OAuth apps. Secrets are printed once. */
import { Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { OAuthApps } from "../app/oauth/OAuthApps.ts"
import { Workspaces } from "../app/workspaces/Workspaces.ts"
import { EmailAddress } from "../domain/Text.ts"
import { chosenWorkspace, workspaceFlag } from "./ChosenWorkspace.ts"
import { print } from "./Output.ts"
import { onService } from "./Place.ts"
import { CommandFailed, givenOrNewPassword, json, nameFlag, passwordFlag } from "./Shared.ts"

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
    const { id } = yield* chosenWorkspace(input.workspace)
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
  }, onService)
).pipe(Command.withDescription("Add a user to a workspace"))

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
    const workspace = yield* chosenWorkspace(input.workspace)
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
  }, onService)
).pipe(Command.withDescription("Register an OAuth app; its secret is shown this once"))
