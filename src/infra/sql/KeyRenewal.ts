/**
 * At every start: notes which key signs from now on, and encrypts again under it what an older key
 * had encrypted for long. Stored answers of idempotency expire within a day and are not encrypted
 * anew.
 */
import { DateTime, Effect } from "effect"
import { answerPlace, Vault } from "../../app/ports/Vault.ts"
import { WorkspaceId } from "../../domain/Ids.ts"
import { MaintenanceClient } from "../postgres/ReadClient.ts"
import { dateOf } from "./Rows.ts"
import { factorSecrets, renewColumn, sealedUnder, webhookSecrets } from "./SealedColumns.ts"

/** An arbitrary number that stands for this among the advisory locks. */
const lockKey = 7_245_186_303

type Renew = Vault["Service"]["renew"]

interface AnswerKeyRow {
  readonly workspaceId: string
  readonly credential: string
  readonly route: string
  readonly key: string
}

/** Answers of before ciphertexts knew their row. One at a time: they may be large. */
const adoptAnswers = Effect.gen(function* () {
  const sql = yield* MaintenanceClient
  const vault = yield* Vault
  const rows = yield* sql<AnswerKeyRow>`
    SELECT workspace_id, credential, route, key FROM idempotency_keys WHERE body LIKE 'v1.%'`
  for (const row of rows) {
    const place = answerPlace({ ...row, workspaceId: WorkspaceId.fromUuid(row.workspaceId) })
    const one = sql.and([
      sql`workspace_id = ${row.workspaceId}`,
      sql`credential = ${row.credential}`,
      sql`route = ${row.route}`,
      sql`key = ${row.key}`
    ])
    const [kept] = yield* sql<{ body: string }>`SELECT body FROM idempotency_keys WHERE ${one}`
    const body = kept === undefined ? null : vault.adopt(kept.body, place)
    if (body !== null) yield* sql`UPDATE idempotency_keys SET body = ${body} WHERE ${one}`
  }
})

/**
 * Once, before the first key is noted, secrets without a place are taken over; later such a text
 * opens nowhere, so none can be put from a backup into another row.
 */
export const renewSecrets = Effect.fnUntraced(function* (firstKey: string) {
  const sql = yield* MaintenanceClient
  const vault = yield* Vault
  const prefix = sealedUnder(firstKey)
  const closed = yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SELECT pg_advisory_xact_lock(${lockKey}::bigint)`
      const [last] = yield* sql<{ keyId: string }>`
        SELECT key_id FROM secret_keys ORDER BY signing_since DESC LIMIT 1`
      if (last === undefined) yield* adoptAnswers
      if (last?.keyId !== firstKey) {
        const now = dateOf(yield* DateTime.now)
        yield* sql`INSERT INTO secret_keys ${sql.insert({ signingSince: now, keyId: firstKey })}`
      }
      const adopting: Renew = (text, place) => vault.adopt(text, place) ?? vault.renew(text, place)
      const ofWebhooks = last === undefined ? adopting : vault.renew
      // Over all workspaces at once, as the key is everybody's.
      const bounds = { condition: sql`true`, most: null }
      let closed = 0
      for (const column of webhookSecrets) {
        closed += (yield* renewColumn(sql, column, { prefix, renew: ofWebhooks }, bounds)).closed
      }
      // Second factors came after ciphertexts knew their row.
      const factors = yield* renewColumn(sql, factorSecrets, { prefix, renew: vault.renew }, bounds)
      return closed + factors.closed
    })
  )
  if (closed > 0) {
    yield* Effect.logWarning(
      `${closed} secrets of webhooks and second factors need a key that SECRET_KEY does not have: retainer doctor names it`
    )
  }
})
