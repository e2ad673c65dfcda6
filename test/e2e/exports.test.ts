/**
 * Exports in real processes on PostgreSQL: one is killed half-way, two others are left, and the
 * owner gets one archive and one mail.
 */
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Redacted } from "effect"
import { unzipSync } from "fflate"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace } from "../support/cliHere.ts"
import { placeOnPostgres } from "../support/place.ts"
import { eventually, type Server, startServer, stopServer } from "../support/process.ts"
import { makeVisitor } from "../support/visitor.ts"

const path = "/settings/leave"

let place: Awaited<ReturnType<typeof placeOnPostgres>>
let servers: ReadonlyArray<Server> = []

beforeAll(async () => {
  place = await placeOnPostgres({ RATE_LIMIT: "off", LOG_LEVEL: "error" })
})
afterAll(async () => {
  await Promise.all(servers.map(stopServer))
  await place.remove()
})

const run = <A, E>(effect: Effect.Effect<A, E, PgClient.PgClient>): Promise<A> =>
  Effect.runPromise(
    Effect.provide(effect, PgClient.layer({ url: Redacted.make(place.url), maxConnections: 2 }))
  )

const rowsOf = (statement: string) =>
  run(Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe(statement)))

/** Holds a table that each export reads, so that the export stops half-way. */
const holdFiles = async () => {
  const release = Deferred.makeUnsafe<void>()
  const held = Deferred.makeUnsafe<void>()
  const holding = run(
    Effect.flatMap(PgClient.PgClient, (sql) =>
      sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`LOCK TABLE files IN ACCESS EXCLUSIVE MODE`
          yield* Deferred.succeed(held, undefined)
          yield* Deferred.await(release)
        })
      )
    )
  )
  await Effect.runPromise(Deferred.await(held))
  return async () => {
    await Effect.runPromise(Deferred.succeed(release, undefined))
    await holding
  }
}

const filesIn = async (folder: string): Promise<ReadonlyArray<string>> => {
  const options = { recursive: true, withFileTypes: true } as const
  const found = await readdir(join(place.path, folder), options).catch(() => [])
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

const archiveMails = async (): Promise<number> => {
  const mails = (await filesIn("mail")).filter((name) => name.endsWith(".eml"))
  const texts = await Promise.all(mails.map((name) => readFile(name, "utf8")))
  return texts.filter((mail) => mail.includes("/archive/")).length
}

describe("exports", () => {
  it("are repeated by another process after a kill: one archive, one mail", async () => {
    const killed = await startServer(place.environment)
    const owner = await createWorkspace(place.environment)
    const signedInAt = async ({ url }: Server) => {
      const visitor = makeVisitor((request) => fetch(request), url)
      await visitor.signIn(owner.owner_email, owner.owner_password)
      return visitor
    }
    const visitor = await signedInAt(killed)
    const release = await holdFiles()
    await visitor.submit(await visitor.get(path), `${path}/export`)
    await eventually(async () =>
      (await filesIn("files")).some((name) => name.endsWith(".part")) ? true : undefined
    )
    killed.signal("SIGKILL")
    await killed.ended
    await release()

    servers = await Promise.all([startServer(place.environment), startServer(place.environment)])
    const [first] = servers
    if (first === undefined) throw new Error("no server")
    const next = await signedInAt(first)
    assert.include((await next.get(path)).body, "The archive is being prepared")
    // As if the time of the lease had passed.
    await rowsOf("UPDATE workspace_exports SET leased_until = requested_at")
    const link = await eventually(async () => {
      const { body } = await next.get(path)
      return /href="(\/settings\/leave\/archive\/[^"]+)"/.exec(body)?.[1]
    })
    await eventually(async () => ((await archiveMails()) > 0 ? true : undefined))
    const archive = await next.once("GET", link)
    const files = unzipSync(await archive.bytes())
    const [workspace] = JSON.parse(Buffer.from(files["workspace.json"] ?? []).toString())
    assert.strictEqual(workspace.id, owner.workspace_id)
    // A stopped server has sent what it claimed.
    await Promise.all(servers.map(stopServer))
    servers = []
    assert.strictEqual(await archiveMails(), 1)
    // What the killed one began is a leftover, and so is the archive until it ends.
    assert.lengthOf(await rowsOf("SELECT 1 FROM file_leftovers"), 2)
    assert.lengthOf(await filesIn("files"), 2)
  })
})
