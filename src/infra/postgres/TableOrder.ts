/**
 * Lock order of the rows of one statement: by this list, then by key. Transactions that lock rows
 * in one order cannot deadlock. A repeated idempotent request waits at `idempotency_keys` before it
 * holds any lock. The counters, which all writers of a workspace share, come last and are held for
 * the shortest time. A deferred trigger increments `workspace_versions` after all of these.
 */
const order = [
  "idempotency_keys",
  "workspaces",
  "logos",
  "users",
  "user_links",
  "second_factors",
  "sessions",
  "portal_sessions",
  "api_keys",
  "oauth_apps",
  "oauth_grants",
  "oauth_codes",
  "oauth_access_tokens",
  "oauth_refresh_tokens",
  "clients",
  "client_details",
  "invitations",
  "projects",
  "milestones",
  "tasks",
  "invoices",
  "sent_documents",
  "reminders",
  "processor_messages",
  "checkouts",
  "payments",
  "credits",
  "credit_refunds",
  "credit_notes",
  "sent_credit_notes",
  "workspace_exports",
  "file_usage",
  "files",
  "file_leftovers",
  "mails",
  "outbox",
  "webhook_endpoints",
  "webhook_deliveries",
  "totals",
  "counters"
] as const

export type Table = (typeof order)[number]

export const placeOf: Readonly<Record<Table, number>> = Object.fromEntries(
  order.map((table, place) => [table, place])
) as Record<Table, number>
