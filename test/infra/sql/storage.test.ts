/** The contract of the storage ports, on memory, on the embedded database and on a real server. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ProjectId, TaskId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { dateOf, dateOfOrNull } from "../../../src/infra/sql/Rows.ts"
import { MemoryStorage } from "../../../src/testing/MemoryPorts.ts"
import { MemoryStore } from "../../../src/testing/MemoryStore.ts"
import { layerPglite, layerPostgres, onDatabase } from "../../support/storages.ts"
import { accessContract } from "./accessContract.ts"
import { deliveriesContract } from "./deliveriesContract.ts"
import { documentContract } from "./documentContract.ts"
import { linksContract } from "./linksContract.ts"
import { moneyContract } from "./moneyContract.ts"
import { checkoutContract } from "./payments/checkoutContract.ts"
import { type SeedTask, storageContract } from "./storageContract.ts"

const seedSql: SeedTask<SqlClient.SqlClient> = Effect.fnUntraced(function* (workspaceId, task) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO tasks ${sql.insert({
    workspaceId: WorkspaceId.toUuid(workspaceId),
    id: TaskId.toUuid(task.id),
    projectId: ProjectId.toUuid(task.projectId),
    title: task.title,
    status: task.status,
    completedAt: dateOfOrNull(task.completedAt),
    createdAt: dateOf(task.createdAt),
    updatedAt: dateOf(task.updatedAt)
  })}`
}, Effect.orDie)

const seedMemory: SeedTask<MemoryStore> = (workspaceId, task) =>
  Effect.flatMap(MemoryStore, (store) =>
    store.update((state) => ({ ...state, tasks: [...state.tasks, { ...task, workspaceId }] }))
  )

storageContract("memory", MemoryStorage, seedMemory)
storageContract("PGlite", onDatabase(layerPglite), seedSql)
storageContract("PostgreSQL", onDatabase(layerPostgres), seedSql)

accessContract("access in memory", MemoryStorage)
accessContract("access on PGlite", onDatabase(layerPglite))
accessContract("access on PostgreSQL", onDatabase(layerPostgres))

moneyContract("money in memory", MemoryStorage)
moneyContract("money on PGlite", onDatabase(layerPglite))
moneyContract("money on PostgreSQL", onDatabase(layerPostgres))
documentContract("documents in memory", MemoryStorage)
documentContract("documents on PGlite", onDatabase(layerPglite))
documentContract("documents on PostgreSQL", onDatabase(layerPostgres))

checkoutContract("checkouts in memory", MemoryStorage)
checkoutContract("checkouts on PGlite", onDatabase(layerPglite))
checkoutContract("checkouts on PostgreSQL", onDatabase(layerPostgres))

linksContract("links in memory", MemoryStorage)
linksContract("links on PGlite", onDatabase(layerPglite))
linksContract("links on PostgreSQL", onDatabase(layerPostgres))

deliveriesContract("deliveries in memory", MemoryStorage)
deliveriesContract("deliveries on PGlite", onDatabase(layerPglite))
deliveriesContract("deliveries on PostgreSQL", onDatabase(layerPostgres))
