/**
 * Two servers on one PostgreSQL: what the first changes of a credential ends what the second keeps.
 * The time limit of each test is below the half minute after which nothing is kept anyway.
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

/** Asks until the status comes; the time limit of the test is the bound. */
const untilStatus = (secret: string, status: number) =>
  eventually(async () => ((await ask(secret)).status === status ? true : undefined))

const inDatabase = (statement: string) =>
  Effect.runPromise(
    Effect.flatMap(PgClient.make({ url: Redacted.make(running().url) }), (sql) =>
      sql.unsafe(statement)
    ).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
  )

/** Asked for often enough that the second server keeps it. */
const keep = async (secret: string) => {
  for (let i = 0; i < 3; i++) assert.strictEqual((await ask(secret)).status, 200)
}

const endListener = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND query ILIKE '%credential_changes%' AND pid <> pg_backend_pid()`

describe("a credential that another process changed", () => {
  it(
    "is refused once it was revoked",
    async () => {
      const { secret, update } = await newKey()
      await keep(secret)
      await inDatabase(update("revoked_at = now()"))
      await untilStatus(secret, 401)
    },
    limit
  )

  it(
    "may do what it may now, and ends when it expires",
    async () => {
      const { secret, update } = await newKey()
      await keep(secret)
      await inDatabase(update("scopes = '{invoices:read}'"))
      await untilStatus(secret, 403)
      await inDatabase(update("expires_at = now() + interval '1 second'"))
      await untilStatus(secret, 401)
    },
    limit
  )

  it(
    "has the limits of the plan that its workspace has now",
    async () => {
      const { secret } = await newKey()
      await keep(secret)
      const { environment, workspaceId } = running()
      const policy = async () => (await ask(secret)).headers.get("ratelimit-policy")
      const before = await policy()
      const args = ["workspace", "update", "--workspace", workspaceId, "--plan", "starter"]
      const updated = await runCliHere(args, environment)
      assert.strictEqual(updated.code, 0, updated.stderr)
      await eventually(async () => ((await policy()) !== before ? true : undefined))
    },
    limit
  )

  it(
    "is refused also while nobody listens",
    async () => {
      const { secret, update } = await newKey()
      await keep(secret)
      // Both at once: the notification finds no one.
      const ended = await inDatabase(endListener)
      assert.isAtLeast(ended.length, 2)
      await inDatabase(update("revoked_at = now()"))
      await untilStatus(secret, 401)
    },
    limit
  )
})
