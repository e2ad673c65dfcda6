/** `key`: creates API keys, lists them without their secrets, and revokes them. */
import { Effect, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { ApiKeys } from "../../app/people/ApiKeys.ts"
import type { ApiKey } from "../../app/ports/people/ApiKeyRepository.ts"
import { type Scope, scopes } from "../../domain/access/Scope.ts"
import { ApiKeyId } from "../../domain/Ids.ts"
import { onService } from "../CommandHost.ts"
import { instantOf, minuteOf, print, printList } from "../Output.ts"
import { chosenWorkspace, workspaceFlag } from "./ChosenWorkspace.ts"
import { CommandFailed, commandFailed, json, nameFlag } from "./Shared.ts"

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

const keyCreate = Command.make(
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
    const workspace = yield* chosenWorkspace(input.workspace)
    const { id, secret } = yield* (yield* ApiKeys).create(workspace.id, input.name, chosen)
    yield* print(input.json, { id, api_key: Redacted.value(secret) })
  }, onService)
).pipe(Command.withDescription("Create an API key; it is shown only once"))

const entryOf = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  begins_with: key.visiblePart,
  scopes: key.scopes,
  created_at: instantOf(key.createdAt),
  last_used_at: instantOf(key.lastUsedAt),
  expires_at: instantOf(key.expiresAt)
})

const keyList = Command.make(
  "list",
  { json, workspace: workspaceFlag },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* chosenWorkspace(input.workspace)
    const keys = yield* (yield* ApiKeys).list(workspace.id)
    yield* printList(input.json, "keys", keys.map(entryOf), {
      id: ({ id }) => id,
      "begins with": ({ begins_with }) => begins_with,
      created: ({ created_at }) => minuteOf(created_at),
      "last used": ({ last_used_at }) => minuteOf(last_used_at),
      name: ({ name }) => name,
      scopes: (key) => (key.scopes.length === scopes.length ? "all" : key.scopes.join(","))
    })
  }, onService)
).pipe(Command.withDescription("List the API keys of a workspace, newest first"))

const keyRevoke = Command.make(
  "revoke",
  {
    json,
    workspace: workspaceFlag,
    id: Argument.String("id").pipe(
      Argument.withDescription("The id of the key, key_…; retainer key list has it"),
      Argument.withSchema(ApiKeyId.schema)
    )
  },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* chosenWorkspace(input.workspace)
    const keys = yield* ApiKeys
    yield* keys
      .revoke(workspace.id, input.id)
      .pipe(Effect.catchTag("ApiKeyNotFound", commandFailed))
    yield* print(input.json, { id: input.id, revoked: true })
  }, onService)
).pipe(Command.withDescription("Revoke an API key; requests with it are refused from then on"))

/** `key` is an alias. */
export const apiKey = Command.make("api-key").pipe(
  Command.withDescription("API keys of a workspace"),
  Command.withAlias("key"),
  Command.withSubcommands([keyCreate, keyList, keyRevoke])
)
