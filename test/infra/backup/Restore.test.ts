/**
 * Which backups are restored: an older one is migrated, a newer one refused, and nothing is lost by
 * trying.
 */
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { afterEach, beforeEach } from "vitest"
import { archiveOf } from "../../../src/infra/backup/Archive.ts"
import { restoreBackup } from "../../../src/infra/backup/Restore.ts"
import { layerEmbedded } from "../../../src/infra/postgres/Database.ts"
import { MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { isMigrated, latestMigration } from "../../../src/infra/sql/schema/Migrations.ts"
import { temporaryDirectory } from "../../support/process.ts"
import { syncedBy } from "../../support/syncs.ts"

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let from: string
let to: string

beforeEach(async () => {
  directory = await temporaryDirectory()
  from = join(directory.path, "from")
  to = join(directory.path, "to")
  await mkdir(join(to, "db"), { recursive: true })
  await mkdir(from)
  await writeFile(join(to, "db", "old"), "old")
  await writeFile(join(to, "secret.key"), "own")
})
afterEach(() => directory.remove())

const restored = (migration: number, hasOwnKey = true) =>
  restoreBackup(
    to,
    Stream.orDie(
      NodeStream.fromReadable<Uint8Array>({
        evaluate: () => archiveOf({ version: "9.9.9", created_at: "now", migration }, from)
      })
    ),
    hasOwnKey
  )

const refusal = (migration: number, hasOwnKey = true) =>
  restored(migration, hasOwnKey).pipe(
    Effect.as("restored"),
    Effect.catchTag("BackupRefused", ({ problem }) => Effect.succeed(problem))
  )

describe("a backup", () => {
  it.live("of an older version is migrated before it takes the place of what is there", () =>
    Effect.gen(function* () {
      yield* Effect.scoped(
        Effect.provide(
          Effect.flatMap(MaintenanceClient, (sql) => sql`CREATE TABLE witness (a int)`),
          layerEmbedded(join(from, "db"))
        )
      )
      const run = Effect.runPromiseWith(yield* Effect.context<never>())
      let result: Effect.Success<ReturnType<typeof restored>> | undefined
      // All files of the database are synced before they replace the old ones.
      const synced = yield* Effect.promise(() =>
        syncedBy(async () => {
          result = await run(restored(0))
        })
      )
      const endings = ["/db/PG_VERSION", "/db/base", "/restore.json.part", to]
      const places = endings.map((ending) => synced.findIndex((path) => path.endsWith(ending)))
      assert.isAbove(places[0] ?? -1, -1)
      assert.deepStrictEqual(
        places,
        [...places].sort((a, b) => a - b)
      )
      const { applied, hasKey } = result ?? assert.fail("nothing was restored")
      const files = yield* Effect.promise(() => readdir("src/infra/sql/migrations"))
      assert.lengthOf(applied, files.length)
      assert.isFalse(hasKey)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT a FROM witness`, [])
        assert.isTrue(yield* isMigrated)
      }).pipe(Effect.provide(layerEmbedded(join(to, "db"))))
      const names = yield* Effect.promise(() => readdir(to))
      assert.deepStrictEqual(names.sort(), ["db", "files", "mail", "secret.key"])
      assert.strictEqual(
        yield* Effect.promise(() => readFile(join(to, "secret.key"), "utf8")),
        "own"
      )
      // Without a key of its own or theirs it would open nothing that is encrypted.
      yield* Effect.promise(() => rename(join(to, "db"), join(from, "db2")))
      assert.match(yield* refusal(0, false), /no secret key: set SECRET_KEY/)
    })
  )

  it.live("of a newer version, or without a database, leaves everything as it was", () =>
    Effect.gen(function* () {
      assert.match(yield* refusal(latestMigration + 1), /version 9\.9\.9, .*newer/)
      assert.match(yield* refusal(latestMigration), /has no database/)
      const names = yield* Effect.promise(() => readdir(to, { recursive: true }))
      assert.deepStrictEqual(names.sort(), ["db", "db/old", "secret.key"])
    })
  )
})
