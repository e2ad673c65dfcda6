/**
 * The outbox in the same database: an offer is one more row of the business transaction, a take locks
 * a row for its handler and gives it back after a crash. What is done is forgotten after a day: strangers
 * put lines in here too, with the address that they ask a link for.
 */
import { Layer } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { layerMailOutboxQueue } from "../../../app/mail/MailOutboxQueue.ts"
import { outboxTable } from "../Migrations.ts"

export const MailOutboxSql = layerMailOutboxQueue.pipe(
  Layer.merge(PersistedQueue.layerCleanup({ timeToLive: "1 day" })),
  Layer.provide(PersistedQueue.layer),
  Layer.provide(
    PersistedQueue.layerStoreSql({
      tableName: outboxTable,
      pollInterval: "500 millis",
      // A living worker renews its lock, however long a mail takes; that of a killed one is free
      // again after the second time, which leaves room for two renewals that fail.
      lockRefreshInterval: "4 seconds",
      lockExpiration: "13 seconds"
    })
  )
)
