/** The migration also counts files that existed before it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { FileRepository } from "../../../src/app/ports/files/FileRepository.ts"
import { FileId } from "../../../src/domain/Ids.ts"
import { MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { fileUsage } from "../../../src/infra/sql/migrations/0034_file_usage.ts"
import { later, newClient, newWorkspace, now, random } from "../../support/records.ts"
import { layerPglite, onDatabase } from "../../support/storages.ts"
import { each } from "../../support/transactions.ts"

layer(onDatabase(layerPglite), { excludeTestServices: true })("the bytes of files", (it) => {
  it.effect("are counted by workspace when the table is made", () =>
    Effect.gen(function* () {
      const sql = yield* MaintenanceClient
      const files = yield* each(FileRepository)
      const [first, second, empty] = [yield* newWorkspace, yield* newWorkspace, yield* newWorkspace]
      for (const [{ id: workspaceId }, size] of [
        [first, 3],
        [first, 4],
        [second, 5]
      ] as const) {
        const file = {
          workspaceId,
          id: yield* FileId.next(yield* random),
          name: "a",
          contentType: "text/plain",
          size,
          sha256: "ab".repeat(32),
          projectId: null,
          clientId: (yield* newClient(workspaceId)).id,
          invoiceId: null,
          createdAt: now
        }
        yield* files.insertLeftover(file, later)
        yield* files.insert(file)
      }
      // The database before the migration.
      yield* sql`DROP TABLE file_usage`
      for (const event of [
        "workspaces_usage_inserted",
        "files_usage_inserted",
        "files_usage_deleted"
      ]) {
        yield* sql.unsafe(`DROP FUNCTION ${event}() CASCADE`)
      }
      for (const statement of fileUsage.statements) yield* sql.unsafe(statement)
      const usages = yield* Effect.forEach([first, second, empty], ({ id }) => files.usage(id))
      assert.deepStrictEqual(usages, [7, 5, 0])
    })
  )
})
