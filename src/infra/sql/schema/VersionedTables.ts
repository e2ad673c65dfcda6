/**
 * Tables whose changed rows move a version of their workspace, and those that move none. A cached
 * answer is fresh while the versions of the rows that it shows are unchanged.
 */
import { versionedAtFirst } from "../migrations/0028_write_engine.ts"

/** Tables of later migrations, whose statements include `versionTrigger`, by kind of rows. */
const versionedLater: Readonly<Record<string, ReadonlyArray<string>>> = {
  clients: ["client_details"]
}

export const versionedTables: Readonly<Record<string, ReadonlyArray<string>>> = Object.fromEntries(
  Object.entries(versionedAtFirst).map(([kind, tables]) => [
    kind,
    [...tables, ...(versionedLater[kind] ?? [])]
  ])
)

/** Tables of workspaces whose rows no cached answer shows, with the reason. */
export const unversioned: Readonly<Record<string, string>> = {
  credit_notes: "their list is not cached",
  counters: "numbers and sequences are shown by the rows that took them",
  events: "their list is not cached, and what they show of an invoice changes with its rows alone",
  file_leftovers: "shown nowhere",
  file_usage: "shown in pages alone",
  idempotency_keys: "answers of changes",
  invitation_projects: "shown in pages alone",
  invitations: "shown in pages alone",
  mails: "their list is not cached",
  logos: "shown by the hash in the workspace's row",
  oauth_codes: "redeemed once, by a look at the row",
  oauth_refresh_tokens: "redeemed once, by a look at the row",
  portal_sessions: "read for each request",
  processor_messages: "what came of them are payments",
  reminders: "shown in pages alone",
  second_factors: "read for each sign-in",
  sent_credit_notes: "the list of credit notes is not cached",
  sessions: "read for each request",
  totals: "follow from other tables, and are folded without a change",
  unlogged_rows: "shown nowhere",
  user_links: "shown in pages alone",
  webhook_deliveries: "their list is not cached",
  webhook_endpoints: "their list is not cached",
  workspace_exports: "shown in pages alone",
  moved_keys: "shown nowhere",
  workspace_moves: "its last step moves the version of the credentials, by the workspace's row",
  workspace_versions: "the versions themselves"
}
