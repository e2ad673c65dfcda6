/**
 * The order in which one statement locks its rows: by this list, then by key. Two transactions that lock the
 * same rows in the same order cannot deadlock. A twin of an idempotent request waits at `idempotency_keys`
 * before it holds anything; the counters, which every writer of a workspace shares, come last and are held for
 * the shortest time. The database moves `workspace_versions` by a deferred trigger, so after all of these.
 */
const order = [
  "idempotency_keys",
  "workspaces",
  "logos",
  "users",
  "user_links",
  "sessions",
  "portal_sessions",
  "api_keys",
  "oauth_apps",
  "oauth_grants",
  "oauth_codes",
  "oauth_access_tokens",
  "oauth_refresh_tokens",
  "clients",
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
