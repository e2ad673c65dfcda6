/**
 * Data for the verification of the log, in PostgreSQL, which counts and compares the rows itself.
 */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type ChainedEntry,
  type ChainLink,
  LogProof,
  type RowProblem
} from "../../../app/ports/events/LogProof.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import { EventResource } from "../../../domain/events/Event.ts"
import {
  canonicalEntry,
  type Halves,
  joined,
  type LogEntry,
  noHash
} from "../../../domain/events/LogEntry.ts"
import type { ReplayedFamily } from "../../../domain/events/Replay.ts"
import { CreditNoteId, EventId, InvoiceId, RequestId, WorkspaceId } from "../../../domain/Ids.ts"
import { columns, type Row } from "../Columns.ts"
import { dateOf, instant, integer } from "../Rows.ts"

const events = columns(EventResource, { json: ["data"] })

/** The table of each family, and the prefix of its ids. */
const tables: { readonly [Family in ReplayedFamily]: readonly [table: string, prefix: string] } = {
  project: ["projects", "proj"],
  client: ["clients", "client"],
  invoice: ["invoices", "inv"],
  credit: ["credits", "credit"],
  credit_note: ["credit_notes", "cn"],
  file: ["files", "file"],
  task: ["tasks", "task"],
  milestone: ["milestones", "mile"]
}

interface HeadRow {
  readonly value: bigint
  readonly head: string
  readonly auditValue: bigint
  readonly auditHead: string
}

type Port = LogProof["Service"]

const heads = (sql: SqlClient.SqlClient) =>
  ({
    heads: Effect.fnUntraced(function* (workspaceId) {
      const rows = yield* sql<HeadRow>`
        SELECT value, encode(head, 'hex') AS head, audit_value,
          encode(audit_head, 'hex') AS audit_head
        FROM counters WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND name = 'event'`
      const [row] = rows
      const none = { sequence: 0, hash: noHash }
      return row === undefined
        ? { events: none, audit: none }
        : {
            events: { sequence: integer(row.value), hash: row.head },
            audit: { sequence: integer(row.auditValue), hash: row.auditHead }
          }
    }, Effect.orDie)
  }) satisfies Partial<Port>

const places = { events: "sequence", audit: "audit_sequence" } as const

interface LinkRow extends Pick<LogEntry, "type" | "data" | "address"> {
  readonly id: string
  readonly createdAt: Date
  /** Null of an event that is older than the audit log. */
  readonly actor: Actor | null
  readonly requestId: string | null
  readonly sequence: bigint | null
  readonly previousHash: string
  readonly hash: string
  readonly auditSequence: bigint | null
  readonly auditPreviousHash: string
  readonly auditHash: string
}

const unnamed: Actor = { type: "system", id: null, name: "", user: null }

const linkOf = (
  place: bigint | null,
  canonical: Halves,
  hashes: Pick<ChainLink, "previousHash" | "hash">
): ChainLink | null => {
  if (place === null) return null
  const sequence = integer(place)
  return { sequence, ...hashes, canonical: joined(canonical, sequence) }
}

const entryOf = (workspaceId: WorkspaceId, row: LinkRow): ChainedEntry => {
  const { type, data, address, requestId, previousHash, hash } = row
  const id = EventId.fromUuid(row.id)
  const { event, audit } = canonicalEntry({
    ...{ id, workspaceId, type, data, address },
    createdAt: instant(row.createdAt),
    actor: row.actor ?? unnamed,
    requestId: requestId === null ? null : RequestId.fromUuid(requestId)
  })
  const auditHashes = { previousHash: row.auditPreviousHash, hash: row.auditHash }
  return {
    id,
    events: linkOf(row.sequence, event, { previousHash, hash }),
    audit: linkOf(row.auditSequence, audit, auditHashes)
  }
}

const entries = (sql: SqlClient.SqlClient) => {
  const shown = sql`workspace_id, id, sequence, type, created_at, data,
    encode(previous_hash, 'hex') AS previous_hash, encode(hash, 'hex') AS hash`

  const changedSince = (workspaceId: WorkspaceId, since: number) =>
    sql`object_id = ANY(ARRAY(SELECT object_id FROM events
      WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND sequence > ${since}))`

  return {
    links: Effect.fnUntraced(function* (workspaceId, chain, after, limit) {
      const place = sql(places[chain])
      const rows = yield* sql<LinkRow>`
        SELECT id, type, created_at, data, actor, address, request_id, sequence, audit_sequence,
          encode(previous_hash, 'hex') AS previous_hash, encode(hash, 'hex') AS hash,
          encode(audit_previous_hash, 'hex') AS audit_previous_hash,
          encode(audit_hash, 'hex') AS audit_hash
        FROM events
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND ${place} > ${after}
        ORDER BY ${place} LIMIT ${sql.literal(String(limit))}`
      return rows.map((row) => entryOf(workspaceId, row))
    }, Effect.orDie),

    latest: Effect.fnUntraced(function* (workspaceId, after, limit, since) {
      // A limit that the generic plan knows: otherwise each page sorts the whole log.
      const rows = yield* sql<Row>`
        SELECT DISTINCT ON (object_id) ${shown} FROM events
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND sequence IS NOT NULL
          AND object_id > ${after} AND ${since === 0 ? sql`true` : changedSince(workspaceId, since)}
        ORDER BY object_id, sequence DESC LIMIT ${sql.literal(String(limit))}`
      return rows.map(events.decode)
    }, Effect.orDie),

    asOf: Effect.fnUntraced(function* (workspaceId, objectId, at) {
      const rows = yield* sql<Row>`
        SELECT ${shown} FROM events
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND object_id = ${objectId}
          AND sequence IS NOT NULL AND created_at <= ${dateOf(at)}
        ORDER BY sequence DESC LIMIT 1`
      return rows[0] === undefined ? null : events.decode(rows[0])
    }, Effect.orDie)
  } satisfies Partial<Port>
}

const unlogged = (sql: SqlClient.SqlClient) => {
  const unloggedIn = Effect.fnUntraced(function* (
    workspaceId: string,
    family: string,
    [table, prefix]: readonly [string, string]
  ) {
    const rows = yield* sql<{ id: string }>`
      SELECT id FROM (
        SELECT type_id(${prefix}::text, id) AS id FROM ${sql(table)}
        WHERE workspace_id = ${workspaceId} OFFSET 0) r
      WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.workspace_id = ${workspaceId}
          AND e.object_id = r.id)
        AND NOT EXISTS (SELECT 1 FROM unlogged_rows u WHERE u.workspace_id = ${workspaceId}
          AND u.object_id = r.id)
      LIMIT 1`
    const [row] = rows
    return row && { id: row.id, what: `the ${family} is in no event` }
  })

  return {
    unlogged: Effect.fnUntraced(function* (workspaceId) {
      for (const [family, table] of Object.entries(tables)) {
        const found = yield* unloggedIn(WorkspaceId.toUuid(workspaceId), family, table)
        if (found !== undefined) return found
      }
      return null
    }, Effect.orDie)
  } satisfies Partial<Port>
}

interface Series {
  readonly table: "invoices" | "credit_notes"
  readonly counter: "invoice_number" | "credit_note_number"
  readonly idOf: (uuid: string) => string
}

/** The count of a series of numbers, and the first that is missing or duplicated. */
const makeNumbersOf = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (workspaceId: WorkspaceId, { table, counter, idOf }: Series) {
    const id = WorkspaceId.toUuid(workspaceId)
    const [wrong] = yield* sql<{ id: string; number: string; due: bigint }>`
      SELECT id, number, due FROM (
        SELECT id, number, substring(number FROM '[0-9]+$')::bigint AS place,
          row_number() OVER (ORDER BY substring(number FROM '[0-9]+$')::bigint, id) AS due
        FROM ${sql(table)} WHERE workspace_id = ${id}) n
      WHERE place IS DISTINCT FROM due ORDER BY due LIMIT 1`
    const [sums] = yield* sql<{ count: bigint; counted: bigint | null }>`
      SELECT (SELECT count(*) FROM ${sql(table)} WHERE workspace_id = ${id}) AS count,
        (SELECT value FROM counters WHERE workspace_id = ${id} AND name = ${counter}) AS counted`
    const count = integer(sums?.count ?? 0n)
    const counted = integer(sums?.counted ?? 0n)
    const named = table.replace("_", " ")
    const problem: RowProblem | null =
      wrong !== undefined
        ? {
            id: idOf(wrong.id),
            what: `has the number ${wrong.number} where ${wrong.due} is due`
          }
        : count === counted
          ? null
          : { id: workspaceId, what: `has ${count} ${named} and gave out ${counted} numbers` }
    return { count, problem }
  }, Effect.orDie)

/**
 * Wrong rows are found before the first of them is taken: the planner expects that most are wrong,
 * and would look for the first one by a nested loop over all.
 */
const counts = (sql: SqlClient.SqlClient) => {
  const numbersOf = makeNumbersOf(sql)
  return {
    numbers: (workspaceId) =>
      numbersOf(workspaceId, {
        table: "invoices",
        counter: "invoice_number",
        idOf: InvoiceId.fromUuid
      }),

    creditNotes: Effect.fnUntraced(function* (workspaceId) {
      const id = WorkspaceId.toUuid(workspaceId)
      const numbers = yield* numbersOf(workspaceId, {
        table: "credit_notes",
        counter: "credit_note_number",
        idOf: CreditNoteId.fromUuid
      })
      if (numbers.problem !== null) return numbers
      const [wrong] = yield* sql<{ id: string; shown: bigint; issued: bigint }>`
        WITH wrong AS MATERIALIZED (
          SELECT i.id, i.credit_notes_total AS shown, coalesce(n.total, 0)::bigint AS issued
          FROM invoices i LEFT JOIN (
            SELECT invoice_id, sum(total) AS total, sum(total - tax) AS net FROM credit_notes
            WHERE workspace_id = ${id} GROUP BY invoice_id) n ON n.invoice_id = i.id
          WHERE i.workspace_id = ${id} AND (i.credit_notes_total <> coalesce(n.total, 0)
            OR i.credit_notes_net <> coalesce(n.net, 0)))
        SELECT * FROM wrong ORDER BY id LIMIT 1`
      const problem = wrong && {
        id: InvoiceId.fromUuid(wrong.id),
        what: `says that ${wrong.shown} are credited; its credit notes are ${wrong.issued}`
      }
      return { count: numbers.count, problem: problem ?? null }
    }, Effect.orDie),

    ledger: Effect.fnUntraced(function* (workspaceId) {
      const id = WorkspaceId.toUuid(workspaceId)
      const [sums] = yield* sql<{ count: bigint }>`
        SELECT count(*) AS count FROM payments WHERE workspace_id = ${id}`
      const [wrong] = yield* sql<{ id: string; paid: bigint; booked: bigint }>`
        WITH wrong AS MATERIALIZED (
          SELECT i.id, i.amount_paid AS paid, coalesce(p.booked, 0)::bigint AS booked
          FROM invoices i LEFT JOIN (
            SELECT invoice_id, sum(amount) AS booked FROM payments
            WHERE workspace_id = ${id} GROUP BY invoice_id) p ON p.invoice_id = i.id
          WHERE i.workspace_id = ${id} AND i.amount_paid <> coalesce(p.booked, 0))
        SELECT * FROM wrong ORDER BY id LIMIT 1`
      const problem = wrong && {
        id: InvoiceId.fromUuid(wrong.id),
        what: `says that ${wrong.paid} are paid; its payments are ${wrong.booked}`
      }
      return { count: integer(sums?.count ?? 0n), problem: problem ?? null }
    }, Effect.orDie)
  } satisfies Partial<Port>
}

export const LogProofSql = Layer.effect(
  LogProof,
  Effect.map(SqlClient.SqlClient, (sql) =>
    LogProof.of({ ...heads(sql), ...entries(sql), ...unlogged(sql), ...counts(sql) })
  )
)
