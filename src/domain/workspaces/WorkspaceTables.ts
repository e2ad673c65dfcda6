/**
 * The one list of the rows that belong to a workspace. An export shows them, an erasure deletes
 * them, and a move copies them. A table that is missing here fails a test, so no row is forgotten
 * on the way out.
 */

/** The files of an export, in their order. */
export const exportedFiles = [
  "workspace",
  "clients",
  "projects",
  "tasks",
  "milestones",
  "invoices",
  "credit_notes",
  "payments",
  "files",
  "events",
  "documents"
] as const
export type ExportedFile = (typeof exportedFiles)[number]

interface WorkspaceTable {
  /** The file of an export that shows its rows, or the reason why none does. */
  readonly exported: ExportedFile | { readonly not: string }
  /** The reason why its rows do not follow their workspace to another database. */
  readonly stays?: string
}

const credential = { exported: { not: "a credential, or part of one" } }
const secret = { exported: { not: "contains a secret" } }
const attempt = { exported: { not: "work in progress, and what became of it" } }
const derived = { exported: { not: "follows from other rows" } }

/** Each before the tables that its foreign keys name, so that rows can be deleted in this order. */
export const workspaceTables = {
  outbox: attempt,
  webhook_deliveries: attempt,
  webhook_endpoints: secret,
  idempotency_keys: secret,
  checkouts: attempt,
  reminders: attempt,
  processor_messages: attempt,
  mails: attempt,
  sent_credit_notes: { exported: "documents" },
  credit_notes: { exported: "credit_notes" },
  credit_refunds: { exported: "events" },
  credits: { exported: "events" },
  payments: { exported: "payments" },
  sent_documents: { exported: "documents" },
  milestones: { exported: "milestones" },
  files: { exported: "files" },
  invitation_projects: attempt,
  invitations: credential,
  portal_sessions: credential,
  tasks: { exported: "tasks" },
  invoices: { exported: "invoices" },
  client_details: { exported: "clients" },
  projects: { exported: "projects" },
  clients: { exported: "clients" },
  sessions: credential,
  user_links: credential,
  second_factors: secret,
  workspace_exports: {
    exported: { not: "the request of an export" },
    stays: "its archive is a leftover of files"
  },
  oauth_codes: credential,
  oauth_access_tokens: credential,
  oauth_refresh_tokens: credential,
  oauth_grants: credential,
  oauth_apps: secret,
  api_keys: credential,
  users: { exported: { not: "they sign in; events name them" } },
  events: { exported: "events" },
  counters: derived,
  totals: derived,
  unlogged_rows: derived,
  file_usage: derived,
  logos: { exported: "documents" },
  file_leftovers: { exported: { not: "bytes without a file" }, stays: "so do its bytes" },
  workspace_versions: derived,
  workspaces: { exported: "workspace" }
} as const satisfies Readonly<Record<string, WorkspaceTable>>

export type WorkspaceTableName = keyof typeof workspaceTables

const isName = (name: string): name is WorkspaceTableName => Object.hasOwn(workspaceTables, name)

/** In the order in which rows can be deleted; its reverse is one in which they can be inserted. */
export const workspaceTableNames: ReadonlyArray<WorkspaceTableName> =
  Object.keys(workspaceTables).filter(isName)

/** Tables of the installation, which no workspace owns, and those that say where one went. */
export const installationTables: ReadonlyArray<string> = [
  "migrations",
  "moved_keys",
  "outbox_migrations",
  "secret_keys",
  "workspace_moves"
]
