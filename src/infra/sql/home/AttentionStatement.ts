/**
 * The statement of the entries that need attention: a branch of each kind, all with the same
 * columns. Each branch reads few rows: by a partial index, among the open invoices, or among the
 * newest mails.
 */
import type { SqlClient, Statement } from "effect/sql"
import { maxOfKind } from "../../../domain/home/Attention.ts"
import { remainingOfCredit, withTakenOf } from "../payments/CreditRepositorySql.ts"

interface Given {
  readonly workspace: string
  /** What is older waits long enough. */
  readonly before: Date
  /** Older mails and refunds are no longer news. */
  readonly mailsAfter: Date
  readonly refundsAfter: Date
}

/** The newest mails that are looked through for failed ones. */
const maxMails = 1000
/** Requests and refunds that are looked through, and credits. */
const maxEntries = 200
const maxCredits = 500

const columns = [
  "kind text",
  "at timestamptz",
  "id uuid",
  "name text",
  "company text",
  "person text",
  "other_id uuid",
  "other_name text",
  "amount bigint",
  "currency text",
  "detail text",
  "variant text"
].map((column) => column.split(" "))

/** A branch gives the columns that it has, and null for the others. */
const select = (given: Readonly<Record<string, string>>): string =>
  `SELECT ${columns
    .map(([name = "", type = ""]) => `(${given[name] ?? "NULL"})::${type} AS ${name}`)
    .join(", ")}`

const ofRecipient = { company: "i.recipient_company", person: "i.recipient_name" }
const ofClient = { company: "c.company", person: "c.name" }

const clientOf = (row: string): string =>
  `JOIN clients c ON c.workspace_id = ${row}.workspace_id AND c.id = ${row}.client_id`

/** Milestones `m` that are complete, with an amount that no invoice bills. */
export const selectMilestonesToBill = (
  sql: SqlClient.SqlClient,
  workspace: string
): Statement.Fragment => {
  const complete = sql`m.workspace_id = ${workspace} AND m.status = 'completed' AND m.amount > 0`
  return sql`(
    SELECT m.* FROM milestones m WHERE ${complete} AND m.invoice_id IS NULL
    UNION ALL
    SELECT m.* FROM milestones m
    JOIN invoices v ON v.workspace_id = m.workspace_id AND v.id = m.invoice_id
      AND v.status = 'void'
    WHERE ${complete})`
}

const failedDocuments = (sql: SqlClient.SqlClient, { workspace }: Given): Statement.Fragment => {
  const lastMail = (object: string, kind: string) =>
    sql.literal(`LEFT JOIN LATERAL (SELECT created_at FROM mails
      WHERE workspace_id = i.workspace_id AND ${object} = i.id AND kind = '${kind}'
      ORDER BY id DESC LIMIT 1) m ON true`)
  const shared = { kind: "'mail_failed'", id: "i.id", name: "i.number", detail: "i.delivery_error" }
  const invoice = {
    ...shared,
    ...ofRecipient,
    at: "coalesce(m.created_at, i.sent_at)",
    variant: "'invoice invoice'"
  }
  const note = {
    ...shared,
    ...ofClient,
    at: "coalesce(m.created_at, i.created_at)",
    variant: "'credit_note credit_note'"
  }
  return sql`
    (${sql.literal(select(invoice))} FROM invoices i ${lastMail("invoice_id", "invoice")}
    WHERE i.workspace_id = ${workspace} AND i.status IN ('sent', 'overdue')
      AND i.delivery_status = 'failed'
    ORDER BY i.id DESC LIMIT ${maxOfKind})
    UNION ALL
    (${sql.literal(select(note))} FROM credit_notes i ${sql.literal(clientOf("i"))}
    ${lastMail("credit_note_id", "credit_note")}
    WHERE i.workspace_id = ${workspace} AND i.delivery_status = 'failed'
    ORDER BY i.id DESC LIMIT ${maxOfKind})`
}

/** Failed mails about no document that is listed already, unless a newer one went out. */
const failedMails = (
  sql: SqlClient.SqlClient,
  { workspace, mailsAfter }: Given
): Statement.Fragment => {
  const noNewer = (object: string) =>
    `NOT EXISTS (SELECT 1 FROM mails n WHERE n.workspace_id = m.workspace_id
      AND n.${object} = m.${object} AND n.kind = m.kind AND n.id > m.id)`
  const row = {
    kind: "'mail_failed'",
    at: "m.created_at",
    id: "coalesce(m.invoice_id, m.client_id, m.user_id)",
    name: "coalesce(i.number, c.name, u.name)",
    company: "coalesce(i.recipient_company, c.company)",
    person: "coalesce(i.recipient_name, c.name, u.name)",
    detail: "m.last_error",
    variant: `m.kind || CASE WHEN m.invoice_id IS NOT NULL THEN ' invoice'
      WHEN m.client_id IS NOT NULL THEN ' client' ELSE ' user' END`
  }
  return sql`
    (${sql.literal(select(row))} FROM (
      SELECT * FROM mails WHERE workspace_id = ${workspace} ORDER BY id DESC LIMIT ${maxMails}) m
    LEFT JOIN invoices i ON i.workspace_id = m.workspace_id AND i.id = m.invoice_id
    LEFT JOIN clients c ON c.workspace_id = m.workspace_id AND c.id = m.client_id
    LEFT JOIN users u ON u.workspace_id = m.workspace_id AND u.id = m.user_id
    WHERE m.status = 'failed' AND m.created_at > ${mailsAfter}
      AND m.kind IN ('reminder', 'receipt', 'invitation', 'user_link')
      AND (m.kind <> 'reminder'
        OR (i.status IN ('sent', 'overdue') AND i.delivery_status <> 'failed'))
      AND u.removed_at IS NULL
      AND ${sql.literal(["invoice_id", "client_id", "user_id"].map(noNewer).join(" AND "))}
    ORDER BY m.id DESC LIMIT ${maxOfKind})`
}

const ofTheLog = (
  sql: SqlClient.SqlClient,
  { workspace, refundsAfter }: Given
): Statement.Fragment => {
  const entries = (type: string) => sql`(
    SELECT workspace_id, audit_sequence, created_at, actor, data #>> '{object,number}' AS number
    FROM events WHERE workspace_id = ${workspace} AND type = ${sql.literal(`'${type}'`)}
    ORDER BY audit_sequence DESC LIMIT ${maxEntries})`
  const invoice = sql.literal(
    "JOIN invoices i ON i.workspace_id = e.workspace_id AND i.number = e.number"
  )
  const row = { at: "e.created_at", id: "i.id", name: "i.number" }
  const requested = {
    ...{ ...row, ...ofClient, kind: "'send_requested'" },
    detail: "e.actor ->> 'name'"
  }
  const refunded = { ...row, ...ofRecipient, kind: "'processor_refunded'" }
  return sql`
    (${sql.literal(select(requested))} FROM ${entries("invoice.send_requested")} e ${invoice}
      AND i.status = 'draft' ${sql.literal(clientOf("i"))}
    ORDER BY e.audit_sequence DESC LIMIT ${maxOfKind})
    UNION ALL
    (${sql.literal(select(refunded))} FROM (
      SELECT DISTINCT ON (number) * FROM ${entries("invoice.processor_refunded")} x
      WHERE created_at > ${refundsAfter} ORDER BY number, audit_sequence DESC) e ${invoice}
    WHERE NOT EXISTS (SELECT 1 FROM credit_notes n WHERE n.workspace_id = i.workspace_id
      AND n.invoice_id = i.id AND n.created_at > e.created_at)
    ORDER BY e.audit_sequence DESC LIMIT ${maxOfKind})`
}

const webhooks = (sql: SqlClient.SqlClient, { workspace }: Given): Statement.Fragment => {
  const row = {
    kind: "'webhook_failing'",
    at: "coalesce(e.failing_since, e.updated_at)",
    id: "e.id",
    name: "e.url",
    variant: "CASE WHEN e.enabled THEN 'enabled' ELSE 'disabled' END"
  }
  // The service records that it disabled one; what a person disabled is meant to be.
  return sql`
    (${sql.literal(select(row))} FROM webhook_endpoints e
    WHERE e.workspace_id = ${workspace} AND CASE WHEN e.enabled THEN e.failing_since IS NOT NULL
      ELSE EXISTS (SELECT 1 FROM events v WHERE v.workspace_id = e.workspace_id
        AND v.object_id = type_id('whep', e.id) AND v.type = 'webhook_endpoint.disabled'
        AND v.created_at >= e.updated_at) END
    ORDER BY e.id DESC LIMIT ${maxOfKind})`
}

const moneyAndWork = (sql: SqlClient.SqlClient, given: Given): Statement.Fragment => {
  const { workspace, before } = given
  const milestone = {
    ...{ kind: "'milestone_to_bill'", at: "m.completed_at", id: "m.id", name: "m.name" },
    ...{ ...ofClient, other_id: "p.id", other_name: "p.name", amount: "m.amount" }
  }
  const credit = {
    ...{ kind: "'credit_left'", at: "c.received_at", id: "c.id", other_id: "i.id" },
    ...{ company: "cl.company", person: "cl.name", other_name: "i.number" },
    ...{ amount: remainingOfCredit, currency: "c.currency", detail: "cl.id::text" }
  }
  const draft = {
    ...{ kind: "'old_draft'", at: "i.created_at", id: "i.id", name: "i.number" },
    ...{ ...ofClient, amount: "i.total", currency: "i.currency" }
  }
  return sql`
    (${sql.literal(select(milestone))} FROM ${selectMilestonesToBill(sql, workspace)} m
    JOIN projects p ON p.workspace_id = m.workspace_id AND p.id = m.project_id
    LEFT JOIN clients c ON c.workspace_id = p.workspace_id AND c.id = p.client_id
    ORDER BY m.id DESC LIMIT ${maxOfKind})
    UNION ALL
    (${sql.literal(select(credit))} FROM (
      SELECT * FROM credits WHERE workspace_id = ${workspace} ORDER BY id DESC LIMIT ${maxCredits}
    ) c
    JOIN clients cl ON cl.workspace_id = c.workspace_id AND cl.id = c.client_id
    JOIN invoices i ON i.workspace_id = c.workspace_id AND i.id = c.invoice_id
    ${withTakenOf(sql)} WHERE ${sql.literal(remainingOfCredit)} > 0
    ORDER BY c.id DESC LIMIT ${maxOfKind})
    UNION ALL
    (${sql.literal(select(draft))} FROM invoices i ${sql.literal(clientOf("i"))}
    WHERE i.workspace_id = ${workspace} AND i.status = 'draft' AND i.created_at < ${before}
    ORDER BY i.id DESC LIMIT ${maxOfKind})`
}

/** The time in a user's id (RFC 9562, 5.7): links end and are deleted. */
const invitedAt =
  "to_timestamp(('x' || left(replace(u.id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)"

const people = (sql: SqlClient.SqlClient, { workspace, before }: Given): Statement.Fragment => {
  const row = {
    ...{ kind: "'not_joined'", at: invitedAt, id: "u.id", name: "u.name" },
    detail: "u.email"
  }
  return sql`
    (${sql.literal(select(row))} FROM users u
    WHERE u.workspace_id = ${workspace} AND u.removed_at IS NULL AND u.password_hash IS NULL
      AND ${sql.literal(invitedAt)} < ${before}
      AND NOT EXISTS (SELECT 1 FROM user_links l WHERE l.workspace_id = u.workspace_id
        AND l.user_id = u.id AND l.created_at >= ${before})
    ORDER BY u.id DESC LIMIT ${maxOfKind})`
}

export const attentionStatement = (
  sql: SqlClient.SqlClient,
  given: Given
): Statement.Fragment => sql`
  ${failedDocuments(sql, given)} UNION ALL ${failedMails(sql, given)}
  UNION ALL ${ofTheLog(sql, given)} UNION ALL ${webhooks(sql, given)}
  UNION ALL ${moneyAndWork(sql, given)} UNION ALL ${people(sql, given)}`
