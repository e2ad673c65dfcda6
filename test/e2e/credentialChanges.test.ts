/**
 * Two servers on one PostgreSQL: a change of a credential is committed elsewhere, and the next
 * request to the second server, which has the credential in its cache, goes by the change.
 */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { ApiKeyId } from "../../src/domain/Ids.ts"
import { runCliHere } from "../support/cliHere.ts"
import { usePair } from "../support/pair.ts"
import { eventually } from "../support/process.ts"

const limit = 20_000

const { running } = usePair(() => ({ RATE_LIMIT: "on", LOG_LEVEL: "none" }))

const newKey = async () => {
  const { environment, workspaceId } = running()
  const args = ["api-key", "create", "--workspace", workspaceId, "--scopes", "projects:read"]
  const made = await runCliHere([...args, "--name", "K", "--json"], environment)
  if (made.code !== 0) throw new Error(made.stderr)
  const { id, api_key: secret } = JSON.parse(made.stdout)
  const uuid = ApiKeyId.toUuid(id)
  return { secret, update: (what: string) => `UPDATE api_keys SET ${what} WHERE id = '${uuid}'` }
}

const ask = (secret: string, server = 1) =>
  fetch(`${running().servers[server]?.url}/v1/projects`, {
    headers: { authorization: `Bearer ${secret}` }
  })

const statusOf = async (secret: string) => (await ask(secret)).status

const inDatabase = (statement: string) =>
  Effect.runPromise(
    Effect.flatMap(PgClient.make({ url: Redacted.make(running().url) }), (sql) =>
      sql.unsafe(statement)
    ).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
  )

/** Uses the key so often that the second server answers from its caches. */
const warmUp = async (secret: string) => {
  for (let i = 0; i < 3; i++) assert.strictEqual(await statusOf(secret), 200)
}

const endConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'retainer'`

describe("a credential that another process changed", () => {
  it(
    "is refused once it was revoked",
    async () => {
      const { secret, update } = await newKey()
      await warmUp(secret)
      await inDatabase(update("revoked_at = now()"))
      assert.strictEqual(await statusOf(secret), 401)
    },
    limit
  )

  it(
    "may do what it may now, and ends when it expires",
    async () => {
      const { secret, update } = await newKey()
      await warmUp(secret)
      await inDatabase(update("scopes = '{invoices:read}'"))
      assert.strictEqual(await statusOf(secret), 403)
      await inDatabase(update("expires_at = now() + interval '1 second'"))
      await eventually(async () => ((await statusOf(secret)) === 401 ? true : undefined))
    },
    limit
  )

  it(
    "has the limits of the plan that its workspace has now",
    async () => {
      const { secret } = await newKey()
      await warmUp(secret)
      const { environment, workspaceId } = running()
      const policy = async () => (await ask(secret)).headers.get("ratelimit-policy")
      const before = await policy()
      const args = ["workspace", "update", "--workspace", workspaceId, "--plan", "starter"]
      const updated = await runCliHere(args, environment)
      assert.strictEqual(updated.code, 0, updated.stderr)
      assert.notStrictEqual(await policy(), before)
    },
    limit
  )

  it(
    "is refused also where the database ended every connection meanwhile",
    async () => {
      const { secret, update } = await newKey()
      await warmUp(secret)
      await inDatabase(update("revoked_at = now()"))
      const ended = await inDatabase(endConnections)
      assert.isAtLeast(ended.length, 2)
      await eventually(async () => {
        const status = await statusOf(secret)
        assert.notStrictEqual(status, 200)
        return status === 401 ? true : undefined
      })
    },
    limit
  )
})
