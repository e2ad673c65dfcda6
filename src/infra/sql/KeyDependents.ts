/**
 * Counts the rows that still need each secret key, by the key's name in ciphertexts and history.
 */
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dateOf } from "./Rows.ts"

export const dependentKinds = [
  "webhook_secrets",
  "second_factors",
  "kept_answers",
  "invitation_links",
  "password_links",
  "payment_links"
] as const
export type DependentKind = (typeof dependentKinds)[number]

export interface Dependents {
  readonly keyId: string
  readonly kind: DependentKind
  readonly count: number
}

/**
 * Another process may sign with the older key until it is restarted too: what was made within this
 * time after a change of keys is counted to the older one. A count that is too high retains a key
 * longer; one that is too low breaks a link.
 */
const overlap = { hours: 1 } as const

interface DependentRow {
  readonly keyId: string | null
  readonly kind: DependentKind
  readonly count: bigint
}

/** Payment links of invoices that are still to be paid; the paid ones lead to a receipt at most. */
export const keyDependents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* DateTime.now
  const at = dateOf(now)
  const dayAgo = dateOf(DateTime.subtract(now, { days: 1 }))
  const rows = yield* sql<DependentRow>`
    WITH encrypted AS (
      SELECT 'webhook_secrets' AS kind, secret AS text FROM webhook_endpoints
      UNION ALL SELECT 'webhook_secrets', previous_secret FROM webhook_endpoints
        WHERE previous_expires_at > ${at}
      UNION ALL SELECT 'second_factors', secret FROM second_factors
      UNION ALL SELECT 'kept_answers', left(body, 40) FROM idempotency_keys
        WHERE body IS NOT NULL AND created_at > ${dayAgo}),
    signed AS (
      SELECT 'invitation_links' AS kind, created_at FROM invitations
        WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > ${at}
      UNION ALL SELECT 'password_links', created_at FROM user_links WHERE expires_at > ${at}
      UNION ALL SELECT 'payment_links', sent_at FROM invoices WHERE status IN ('sent', 'overdue')),
    history AS (
      SELECT key_id, signing_since, row_number() OVER (ORDER BY signing_since) AS place
      FROM secret_keys)
    SELECT kind, CASE WHEN text LIKE 'v2.%' THEN split_part(text, '.', 2) ELSE 'v1' END AS key_id,
      count(*) AS count
    FROM encrypted GROUP BY 1, 2
    UNION ALL
    SELECT s.kind, h.key_id, count(*) FROM signed s LEFT JOIN LATERAL (
      SELECT key_id FROM history
      WHERE place = 1 OR signing_since <= s.created_at - make_interval(hours => ${overlap.hours})
      ORDER BY signing_since DESC LIMIT 1) h ON true
    GROUP BY 1, 2
    ORDER BY 1, 2`
  return rows.map(
    ({ keyId, kind, count }): Dependents => ({ keyId: keyId ?? "v1", kind, count: Number(count) })
  )
})
