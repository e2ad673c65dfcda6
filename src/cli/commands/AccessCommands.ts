/** `user` and `oauth-app`: create and list users and OAuth apps. Secrets are printed once. */
import { Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { Cell } from "../../app/Cell.ts"
import { OAuthApps } from "../../app/oauth/OAuthApps.ts"
import { SecondFactors } from "../../app/people/account/SecondFactors.ts"
import { type Colleague, Users } from "../../app/people/Users.ts"
import { Workspaces } from "../../app/workspaces/Workspaces.ts"
import { type App, appClientId } from "../../domain/oauth/OAuth.ts"
import { EmailAddress } from "../../domain/text/Text.ts"
import { onService } from "../CommandHost.ts"
import { instantOf, minuteOf, print, printList } from "../Output.ts"
import { chosenWorkspace, workspaceFlag } from "./ChosenWorkspace.ts"
import { givenOrNewPassword, passwordFlag } from "./Passwords.ts"
import { CommandFailed, json, nameFlag } from "./Shared.ts"

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
    const password = yield* givenOrNewPassword("password", input.password)
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

const userOf = ({ user: { id, name, email, role }, hasJoined }: Colleague) => ({
  id,
  name,
  email,
  role,
  has_joined: hasJoined
})

export const userList = Command.make(
  "list",
  { json, workspace: workspaceFlag },
  Effect.fnUntraced(function* (input) {
    const { id: workspaceId } = yield* chosenWorkspace(input.workspace)
    const users = yield* (yield* Users).list({ workspaceId })
    yield* printList(input.json, "users", users.map(userOf), {
      id: ({ id }) => id,
      role: ({ role }) => role,
      joined: ({ has_joined }) => (has_joined ? "yes" : "no"),
      email: ({ email }) => email,
      name: ({ name }) => name
    })
  }, onService)
).pipe(Command.withDescription("List the users of a workspace, oldest first"))

export const userRemoveSecondFactor = Command.make(
  "remove-second-factor",
  {
    json,
    workspace: workspaceFlag,
    email: Flag.String("email").pipe(Flag.withSchema(EmailAddress))
  },
  Effect.fnUntraced(function* (input) {
    const { id: workspaceId } = yield* chosenWorkspace(input.workspace)
    const colleagues = yield* (yield* Users).list({ workspaceId })
    const found = colleagues.find(
      ({ user }) => user.email.toLowerCase() === input.email.toLowerCase()
    )
    if (found === undefined) {
      return yield* new CommandFailed({ message: `no user has the address ${input.email}` })
    }
    const removed = yield* (yield* SecondFactors).remove(found.user)
    yield* print(input.json, { user_id: found.user.id, removed })
  }, onService)
).pipe(
  Command.withDescription("Remove the second factor of a user who lost it; a mail informs the user")
)

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
        Effect.catchTag("RedirectUrisRefused", ({ message }) =>
          Effect.fail(new CommandFailed({ message: `--redirect-uri ${message}` }))
        )
      )
    yield* print(input.json, {
      client_id: appClientId((yield* Cell).label, app.id),
      client_secret: Redacted.value(secret)
    })
  }, onService)
).pipe(Command.withDescription("Register an OAuth app; its secret is shown only once"))

const appOf =
  (label: string | null) =>
  ({ id, name, redirectUris, createdAt }: App) => ({
    client_id: appClientId(label, id),
    name,
    redirect_uris: redirectUris,
    created_at: instantOf(createdAt)
  })

export const oauthAppList = Command.make(
  "list",
  { json, workspace: workspaceFlag },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* chosenWorkspace(input.workspace)
    const apps = yield* (yield* OAuthApps).list(workspace.id)
    yield* printList(input.json, "apps", apps.map(appOf((yield* Cell).label)), {
      "client id": ({ client_id }) => client_id,
      created: ({ created_at }) => minuteOf(created_at),
      name: ({ name }) => name,
      "redirect URIs": ({ redirect_uris }) => redirect_uris.join(" ")
    })
  }, onService)
).pipe(Command.withDescription("List the OAuth apps of a workspace, oldest first"))
