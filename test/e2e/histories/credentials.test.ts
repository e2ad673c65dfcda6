/**
 * Credentials and settings that change in the database or in another process hold from the next
 * request on, in every process, also in one that stood still. `HISTORIES=10` makes ten times as
 * many rounds.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeAll } from "vitest"
import { ApiKeyId } from "../../../src/domain/Ids.ts"
import { createWorkspace, runCliHere } from "../../support/cliHere.ts"
import { made, makerOf, onTwoProcesses, rounds, statusesOf } from "../../support/histories.ts"
import { openConnection, type RawRequest, statusIn } from "../../support/historiesConnection.ts"
import { useSql } from "../../support/historiesSql.ts"
import { makeVisitor } from "../../support/visitor.ts"

const service = onTwoProcesses()
const sql = useSql(() => service.running().url)
let workspace: Awaited<ReturnType<typeof createWorkspace>>
beforeAll(async () => {
  workspace = await createWorkspace(service.environment(), { "owner-email": "owner@x.example" })
})
/** A failed test may have left the process stopped. */
afterEach(() => service.running().servers[1]?.signal("SIGCONT"))

const newKey = async () => {
  const args = ["key", "create", "--workspace", workspace.workspace_id, "--scopes", "all"]
  const { code, stdout, stderr } = await runCliHere(
    [...args, "--name", "K", "--json"],
    service.environment()
  )
  assert.strictEqual(code, 0, stderr)
  const { id, api_key: secret } = JSON.parse(stdout)
  return { id, secret, where: `id = '${ApiKeyId.toUuid(id)}'` }
}

/** A workspace has a limit of keys. */
const remove = ({ where }: Awaited<ReturnType<typeof newKey>>) =>
  sql.rows(`DELETE FROM api_keys WHERE ${where}`)

const clientBody = { name: "by a key", email: "k@x.example" }

/** A read that is cached and a write, in each process. */
const useEverywhere = async (key: string): Promise<ReadonlyArray<number>> =>
  statusesOf(
    await Promise.all(
      [0, 1].flatMap((process) => [
        service.call(process, "GET", "/v1/projects?limit=1", { key }),
        service.call(process, "POST", "/v1/clients", { key, body: clientBody })
      ])
    )
  )
const allowed = [200, 201, 200, 201]

const requireRevoked = async (
  revoke: (key: Awaited<ReturnType<typeof newKey>>) => Promise<unknown>
) => {
  for (let round = 0; round < rounds(10); round++) {
    const key = await newKey()
    for (let use = 0; use < 3; use++)
      assert.deepStrictEqual(await useEverywhere(key.secret), allowed)
    await revoke(key)
    const after = await useEverywhere(key.secret)
    assert.deepStrictEqual(after, [401, 401, 401, 401], "a revoked key was accepted")
    await remove(key)
  }
}

/** Changes something while the second process stands still, and requests wait for it. */
const whileStill = async (
  change: () => Promise<unknown>,
  requests: ReadonlyArray<RawRequest>
): Promise<ReadonlyArray<string>> => {
  const second = service.running().servers[1]
  if (second === undefined) throw new Error("there is no second process")
  const connections = await Promise.all(requests.map(() => openConnection(second.url)))
  second.signal("SIGSTOP")
  await change()
  const waiting = requests.flatMap((request, at) => connections[at]?.send(request) ?? [])
  await Promise.all(waiting.map(({ sent }) => sent))
  second.signal("SIGCONT")
  return await Promise.all(waiting.map(({ answer }) => answer))
}

describe("a key", () => {
  it("that is revoked in the database is refused at once by every process", () =>
    requireRevoked(({ where }) =>
      sql.rows(`UPDATE api_keys SET revoked_at = now() WHERE ${where} RETURNING 1`)
    ))

  it("that is deleted from the database is refused at once by every process", () =>
    requireRevoked(({ where }) => sql.rows(`DELETE FROM api_keys WHERE ${where} RETURNING 1`)))

  it("that expires is refused at once by every process", () =>
    requireRevoked(({ where }) =>
      sql.rows(`UPDATE api_keys SET expires_at = now() WHERE ${where} RETURNING 1`)
    ))

  it("that is revoked by a command is refused at once by every process", () =>
    requireRevoked(async ({ id }) => {
      const { code, stderr } = await runCliHere(
        ["key", "revoke", id, "--workspace", workspace.workspace_id],
        service.environment()
      )
      assert.strictEqual(code, 0, stderr)
    }))

  it("that is revoked on the page of one process is refused at once by every process", async () => {
    const visitor = makeVisitor(fetch, service.urls()[0] ?? "")
    await visitor.signIn(workspace.owner_email, workspace.owner_password)
    await requireRevoked(async ({ id }) => {
      const path = `/settings/api-keys/${id}/revoke`
      const page = await visitor.submit(await visitor.get(path), path)
      assert.include(page.body, "The key is revoked.")
    })
  })

  it("whose scopes change in the database may do what it may now, in every process", async () => {
    for (let round = 0; round < rounds(10); round++) {
      const key = await newKey()
      const { secret, where } = key
      for (let use = 0; use < 3; use++) assert.deepStrictEqual(await useEverywhere(secret), allowed)
      await sql.rows(`UPDATE api_keys SET scopes = '{projects:read}' WHERE ${where}`)
      assert.deepStrictEqual(await useEverywhere(secret), [200, 403, 200, 403])
      await sql.rows(`UPDATE api_keys SET scopes = '{clients:write}' WHERE ${where}`)
      assert.deepStrictEqual(await useEverywhere(secret), [403, 201, 403, 201])
      await remove(key)
    }
  })

  it("that is revoked while a process stands still is refused once it goes on", async () => {
    for (let round = 0; round < rounds(6); round++) {
      const key = await newKey()
      const { secret, where } = key
      for (let use = 0; use < 3; use++) assert.deepStrictEqual(await useEverywhere(secret), allowed)
      const answers = await whileStill(
        () => sql.rows(`UPDATE api_keys SET revoked_at = now() WHERE ${where}`),
        [
          { method: "GET", path: "/v1/projects?limit=1", key: secret },
          { method: "GET", path: "/v1/projects?limit=1", key: secret },
          { method: "POST", path: "/v1/clients", key: secret, body: clientBody }
        ]
      )
      assert.deepStrictEqual(answers.map(statusIn), [401, 401, 401])
      assert.deepStrictEqual(await useEverywhere(secret), [401, 401, 401, 401])
      await remove(key)
    }
  })
})

describe("the settings of a workspace", () => {
  const { client } = makerOf(service)
  const setPrefix = (prefix: string) =>
    sql.rows(`UPDATE workspaces SET invoice_prefix = '${prefix}'`)
  const draftOf = (client_id: string) => ({
    client_id,
    line_items: [{ description: "x", quantity: 1, unit_price: 1 }]
  })

  it("that change in the database hold for the next write in every process", async () => {
    const { id } = await client()
    for (let round = 0; round < rounds(20); round++) {
      const prefix = `N${round}`
      await setPrefix(prefix)
      const created = await Promise.all(
        [0, 1].map((process) =>
          made(service.call(process, "POST", "/v1/invoices", { body: draftOf(id) }))
        )
      )
      for (const { number } of created) assert.match(number, new RegExp(`^${prefix}-`))
    }
  })

  it("that change while a process stands still hold once it goes on", async () => {
    const { id } = await client()
    for (let round = 0; round < rounds(6); round++) {
      const prefix = `S${round}`
      const answers = await whileStill(
        () => setPrefix(prefix),
        [1, 2].map(() => ({
          method: "POST",
          path: "/v1/invoices",
          key: service.key(),
          body: draftOf(id)
        }))
      )
      for (const answer of answers) assert.include(answer, `"number":"${prefix}-`)
    }
  })
})
