/**
 * The search by the indexes of words (migration 0020). A word matches at most so many rows as
 * lists read (`broadest`), and only the few that are shown are joined with others.
 */
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import {
  type FoundClient,
  type FoundInvoice,
  type FoundProject,
  type SearchQuery,
  SearchRepository
} from "../../../app/ports/search/SearchRepository.ts"
import { ClientId, InvoiceId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import type { NumberQuery } from "../../../domain/search/NumberQuery.ts"
import { longRead } from "../../postgres/ReadClient.ts"
import { statusSql } from "../invoices/InvoiceLists.ts"
import { hasExactWord, withWords } from "../lists/Searches.ts"

type Port = SearchRepository["Service"]
type Row<Found extends { readonly id: string }> = Omit<Found, "id"> & { readonly id: string }

interface InvoiceRow
  extends Row<Omit<FoundInvoice, "totalMinor" | "amountPaidMinor" | "amountCreditedMinor">> {
  readonly total: bigint
  readonly amountPaid: bigint
  readonly amountCredited: bigint
}

/** Newest clients whose invoices are looked at. */
const clientsRead = 20

/** A note's number has this prefix (`creditNotePrefix`), a dash and at least four digits. */
const noteNumbers = ({ prefix, counter }: NumberQuery): ReadonlyArray<string> =>
  ["CN", "CRN"]
    .filter((own) => prefix === "" || prefix === own.toLowerCase())
    .map((own) => `${own}-${counter.padStart(4, "0")}`)

/** The rule of `isNumber`, for a column that has a counter behind its last dash. */
const isMeant = (sql: SqlClient.SqlClient, { prefix, counter }: NumberQuery): Statement.Fragment =>
  sql`number ~ ${`-0*${counter}$`} AND ${prefix} IN ('',
    replace(lower(regexp_replace(number, '-[0-9]+$', '')), '-', ''))`

const makeInvoices = (sql: SqlClient.SqlClient): Pick<Port, "invoices"> => {
  const effectiveStatus = statusSql(sql)

  /** Ids with the rank of their source; the same invoice may come of several. */
  const hits = (workspaceId: WorkspaceId, { q, number, limit }: SearchQuery) => {
    const workspace = WorkspaceId.toUuid(workspaceId)
    const meant =
      number === null
        ? []
        : [
            sql`SELECT id, 0 AS rank, NULL::text AS note FROM invoices
              WHERE ${hasExactWord(sql, "invoices", workspaceId, number.counter)}
                AND ${isMeant(sql, number)}`,
            sql`SELECT invoice_id, 0, number FROM credit_notes
              WHERE workspace_id = ${workspace} AND number = ANY(${noteNumbers(number)}::text[])`
          ]
    const named = sql`SELECT id, 1 AS rank, NULL::text AS note FROM (
        SELECT id FROM (${withWords(sql, "invoices", sql`id`, [workspaceId, q])}) w
        ORDER BY id DESC LIMIT ${limit}) w`
    const ofClients = sql`SELECT r.id, 2, NULL FROM (
        SELECT id FROM (${withWords(sql, "clients", sql`id`, [workspaceId, q])}) w
        ORDER BY id DESC LIMIT ${clientsRead}) c
      CROSS JOIN LATERAL (SELECT id FROM invoices
        WHERE workspace_id = ${workspace} AND client_id = c.id
        ORDER BY id DESC LIMIT ${limit}) r`
    const sources = [named, ofClients, ...meant].map((source) => sql`(${source})`)
    return sql`SELECT id, min(rank) AS rank, max(note) AS note
      FROM (${sql.join(" UNION ALL ", false)(sources)}) h
      GROUP BY id ORDER BY rank, id DESC LIMIT ${limit}`
  }

  return {
    invoices: Effect.fnUntraced(function* (workspaceId, query) {
      const workspace = WorkspaceId.toUuid(workspaceId)
      const rows = yield* sql<InvoiceRow>`
        SELECT i.id, i.number, ${effectiveStatus(query.today)} AS status, i.due_date, i.currency,
          i.total, i.amount_paid, i.amount_credited, i.delivery_status AS delivery,
          coalesce(i.recipient_name, c.name) AS client_name,
          CASE WHEN i.sent_at IS NULL THEN c.company ELSE i.recipient_company END AS company,
          h.note AS credit_note
        FROM (${hits(workspaceId, query)}) h
        CROSS JOIN LATERAL (SELECT * FROM invoices
          WHERE workspace_id = ${workspace} AND id = h.id LIMIT 1) i
        JOIN clients c ON c.workspace_id = i.workspace_id AND c.id = i.client_id
        ORDER BY h.rank, h.id DESC`.pipe(longRead)
      return rows.map(
        ({ total, amountPaid, amountCredited, ...row }): FoundInvoice => ({
          ...row,
          id: InvoiceId.fromUuid(row.id),
          totalMinor: Number(total),
          amountPaidMinor: Number(amountPaid),
          amountCreditedMinor: Number(amountCredited)
        })
      )
    }, Effect.orDie)
  }
}

const makeOthers = (sql: SqlClient.SqlClient): Pick<Port, "clients" | "projects"> => ({
  clients: Effect.fnUntraced(function* (workspaceId, { q, limit }) {
    const columns = sql`id, name, email, company`
    const rows = yield* sql<Row<FoundClient>>`
      SELECT w.* FROM (${withWords(sql, "clients", columns, [workspaceId, q])}) w
      ORDER BY
        (lower(${q}) IN (lower(w.name), lower(w.email), lower(coalesce(w.company, '')))) DESC,
        w.id DESC LIMIT ${limit}`
    return rows.map((row) => ({ ...row, id: ClientId.fromUuid(row.id) }))
  }, Effect.orDie),

  projects: Effect.fnUntraced(function* (workspaceId, { q, limit }) {
    const columns = sql`id, name, status, client_id`
    const rows = yield* sql<Row<FoundProject>>`
      SELECT p.id, p.name, p.status, c.name AS client_name, c.company
      FROM (SELECT w.* FROM (${withWords(sql, "projects", columns, [workspaceId, q])}) w
        ORDER BY (lower(w.name) = lower(${q})) DESC, w.id DESC LIMIT ${limit}) p
      LEFT JOIN clients c ON c.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        AND c.id = p.client_id
      ORDER BY (lower(p.name) = lower(${q})) DESC, p.id DESC`
    return rows.map((row) => ({ ...row, id: ProjectId.fromUuid(row.id) }))
  }, Effect.orDie)
})

export const SearchRepositorySql = Layer.effect(
  SearchRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SearchRepository.of({ ...makeInvoices(sql), ...makeOthers(sql) })
  )
)
