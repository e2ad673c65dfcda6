/**
 * At every start: notes which key signs from now on, and encrypts again under it what an older key
 * had encrypted for long. Stored answers of idempotency expire within a day and are not encrypted
 * anew.
 */
import { DateTime, Effect } from "effect"
import { answerPlace, factorPlace, Vault, webhookPlace } from "../../app/ports/Vault.ts"
import { UserId, WebhookEndpointId, WorkspaceId } from "../../domain/Ids.ts"
import { MaintenanceClient } from "../postgres/ReadClient.ts"
import { dateOf } from "./Rows.ts"

/** An arbitrary number that stands for this among the advisory locks. */
const lockKey = 7_245_186_303

interface EndpointRow {
  readonly workspaceId: string
  readonly id: string
  readonly secret: string
  readonly previousSecret: string | null
}

type Renew = Vault["Service"]["renew"]

/**
 * Answers how many secrets did not open. A secret that was rotated since it was read is not
 * changed.
 */
const renewWebhookSecrets = Effect.fnUntraced(function* (prefix: string, renew: Renew) {
  const sql = yield* MaintenanceClient
  // Over all workspaces at once, as the key is everybody's.
  const rows = yield* sql<EndpointRow>`
    SELECT workspace_id, id, secret, previous_secret FROM webhook_endpoints
    WHERE starts_with(secret, ${prefix}) IS FALSE
      OR starts_with(previous_secret, ${prefix}) IS FALSE`
  let closed = 0
  for (const row of rows) {
    const workspaceId = WorkspaceId.fromUuid(row.workspaceId)
    const place = webhookPlace({ workspaceId, id: WebhookEndpointId.fromUuid(row.id) })
    const renewed = (text: string): string => {
      if (text.startsWith(prefix)) return text
      const again = renew(text, place)
      if (again === null) closed += 1
      return again ?? text
    }
    const secret = renewed(row.secret)
    const previous = row.previousSecret === null ? null : renewed(row.previousSecret)
    yield* sql`UPDATE webhook_endpoints SET secret = ${secret}, previous_secret = ${previous}
      WHERE workspace_id = ${row.workspaceId} AND id = ${row.id}
        AND secret = ${row.secret} AND previous_secret IS NOT DISTINCT FROM ${row.previousSecret}`
  }
  return closed
})

interface FactorRow {
  readonly workspaceId: string
  readonly userId: string
  readonly secret: string
}

/** Secrets of second factors, which came after ciphertexts knew their row. */
const renewFactors = Effect.fnUntraced(function* (prefix: string) {
  const sql = yield* MaintenanceClient
  const vault = yield* Vault
  const rows = yield* sql<FactorRow>`
    SELECT workspace_id, user_id, secret FROM second_factors
    WHERE starts_with(secret, ${prefix}) IS FALSE`
  let closed = 0
  for (const row of rows) {
    const place = factorPlace({
      workspaceId: WorkspaceId.fromUuid(row.workspaceId),
      id: UserId.fromUuid(row.userId)
    })
    const secret = vault.renew(row.secret, place)
    if (secret === null) closed += 1
    else {
      yield* sql`UPDATE second_factors SET secret = ${secret}
        WHERE workspace_id = ${row.workspaceId} AND user_id = ${row.userId}
          AND secret = ${row.secret}`
    }
  }
  return closed
})

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
  const prefix = `v2.${firstKey}.`
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
      const factors = yield* renewFactors(prefix)
      const webhooks = yield* renewWebhookSecrets(
        prefix,
        last === undefined
          ? (text, place) => vault.adopt(text, place) ?? vault.renew(text, place)
          : vault.renew
      )
      return factors + webhooks
    })
  )
  if (closed > 0) {
    yield* Effect.logWarning(
      `${closed} secrets of webhooks and second factors need a key that SECRET_KEY does not have: retainer doctor names it`
    )
  }
})
