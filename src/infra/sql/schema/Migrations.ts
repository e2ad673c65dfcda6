/**
 * The migrations in the order of their numbers, and the state of the schema for the rest of the
 * program. `Migrate.ts` applies them. Other processes write while these run, so read "Adding a
 * migration" in CONTRIBUTING.md before adding one.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Migration } from "./Migration.ts"
import { type Applied, appliedMigrations } from "./SchemaRecord.ts"

/**
 * Migrations of versions up to 0.3.0. Every earlier process must be stopped first (0028 refuses its
 * changes), so they run in one transaction without limits. They are loaded only if one is missing.
 */
const released = {
  "0001_core": async () => (await import("../migrations/0001_core.ts")).core,
  "0002_documents": async () => (await import("../migrations/0002_documents.ts")).documents,
  "0003_people": async () => (await import("../migrations/0003_people.ts")).people,
  "0004_getting_paid": async () => (await import("../migrations/0004_getting_paid.ts")).gettingPaid,
  "0005_links": async () => (await import("../migrations/0005_links.ts")).links,
  "0006_payment_links": async () =>
    (await import("../migrations/0006_payment_links.ts")).paymentLinks,
  "0007_secret_keys": async () => (await import("../migrations/0007_secret_keys.ts")).secretKeys,
  "0008_sent_documents": async () =>
    (await import("../migrations/0008_sent_documents.ts")).sentDocuments,
  "0009_checkouts": async () => (await import("../migrations/0009_checkouts.ts")).checkouts,
  "0010_payment_codes": async () =>
    (await import("../migrations/0010_payment_codes.ts")).paymentCodes,
  "0011_totals": async () => (await import("../migrations/0011_totals.ts")).totals,
  "0012_list_indexes": async () => (await import("../migrations/0012_list_indexes.ts")).listIndexes,
  "0013_credential_changes": async () =>
    (await import("../migrations/0013_credential_changes.ts")).credentialChanges,
  "0014_tasks": async () => (await import("../migrations/0014_tasks.ts")).tasks,
  "0015_files": async () => (await import("../migrations/0015_files.ts")).files,
  "0016_credits": async () => (await import("../migrations/0016_credits.ts")).credits,
  "0017_month_totals": async () => (await import("../migrations/0017_month_totals.ts")).monthTotals,
  "0018_log": async () => (await import("../migrations/0018_log.ts")).log,
  "0019_analytics": async () => (await import("../migrations/0019_analytics.ts")).analytics,
  "0020_search": async () => (await import("../migrations/0020_search.ts")).search,
  "0021_workspace_versions": async () =>
    (await import("../migrations/0021_workspace_versions.ts")).workspaceVersions,
  "0022_search_words": async () => (await import("../migrations/0022_search_words.ts")).searchWords,
  "0023_list_indexes": async () =>
    (await import("../migrations/0023_list_indexes.ts")).moreListIndexes,
  "0024_year_totals": async () => (await import("../migrations/0024_year_totals.ts")).yearTotals,
  "0026_sends": async () => (await import("../migrations/0026_sends.ts")).sends,
  "0027_payment_sums": async () => (await import("../migrations/0027_payment_sums.ts")).paymentSums,
  "0028_write_engine": async () => (await import("../migrations/0028_write_engine.ts")).writeEngine
}

export const outboxTable = "outbox"

const later = {
  "0031_delivery_events": async () =>
    (await import("../migrations/0031_delivery_events.ts")).deliveryEvents,
  "0032_endpoint_health": async () =>
    (await import("../migrations/0032_endpoint_health.ts")).endpointHealth,
  "0034_file_usage": async () => (await import("../migrations/0034_file_usage.ts")).fileUsage,
  "0036_mails": async () => (await import("../migrations/0036_mails.ts")).mails,
  "0039_session_use": async () => (await import("../migrations/0039_session_use.ts")).sessionUse,
  "0040_user_sign_ins": async () =>
    (await import("../migrations/0040_user_sign_ins.ts")).userSignIns,
  "0041_partial_indexes": async () =>
    (await import("../migrations/0041_partial_indexes.ts")).partialIndexes,
  "0042_parties": async () => (await import("../migrations/0042_parties.ts")).partyData,
  "0045_invoice_taxes": async () =>
    (await import("../migrations/0045_invoice_taxes.ts")).invoiceTaxes,
  "0050_sent_xml": async () => (await import("../migrations/0050_sent_xml.ts")).sentXml,
  "0051_rest_of_invoices": async () =>
    (await import("../migrations/0051_rest_of_invoices.ts")).restOfInvoices,
  "0052_reversals": async () => (await import("../migrations/0052_reversals.ts")).reversals,
  "0054_credit_notes": async () => (await import("../migrations/0054_credit_notes.ts")).creditNotes,
  "0055_credit_note_mails": async () =>
    (await import("../migrations/0055_credit_note_mails.ts")).creditNoteMails,
  "0056_credited_totals": async () =>
    (await import("../migrations/0056_credited_totals.ts")).creditedTotals,
  "0060_deleted_workspaces": async () =>
    (await import("../migrations/0060_deleted_workspaces.ts")).deletedWorkspaces,
  "0061_home": async () => (await import("../migrations/0061_home.ts")).homeIndexes,
  "0062_due_order": async () => (await import("../migrations/0062_due_order.ts")).dueOrder,
  "0063_accounts": async () => (await import("../migrations/0063_accounts.ts")).accounts,
  "0064_second_factors": async () =>
    (await import("../migrations/0064_second_factors.ts")).secondFactors,
  "0070_invoice_rules": async () =>
    (await import("../migrations/0070_invoice_rules.ts")).invoiceRules,
  "0071_workspace_exports": async () =>
    (await import("../migrations/0071_workspace_exports.ts")).workspaceExports,
  "0074_tax_totals": async () => (await import("../migrations/0074_tax_totals.ts")).taxTotals,
  "0075_invoice_indexes": async () =>
    (await import("../migrations/0075_invoice_indexes.ts")).invoiceIndexes,
  "0076_workspace_moves": async () =>
    (await import("../migrations/0076_workspace_moves.ts")).workspaceMoves,
  "0077_moved_keys": async () => (await import("../migrations/0077_moved_keys.ts")).movedKeys,
  "0078_page_indexes": async () => (await import("../migrations/0078_page_indexes.ts")).pageIndexes,
  "0079_type_id": async () => (await import("../migrations/0079_type_id.ts")).typeId,
  "0080_client_names": async () =>
    (await import("../migrations/0080_client_names.ts")).clientSortNames
} satisfies Readonly<Record<string, () => Promise<Migration>>>

export interface Entry<A> {
  readonly id: number
  readonly name: string
  readonly load: Effect.Effect<A>
}

const entriesOf = <A>(table: Readonly<Record<string, () => Promise<A>>>): ReadonlyArray<Entry<A>> =>
  Object.entries(table).map(([name, load]) => ({
    id: Number.parseInt(name, 10),
    name,
    load: Effect.promise(load)
  }))

type ReleasedMigration = Effect.Effect<void, unknown, SqlClient.SqlClient>

/** The migrations of one version of the program. */
export interface OwnMigrations {
  readonly released: ReadonlyArray<Entry<ReleasedMigration>>
  readonly later: ReadonlyArray<Entry<Migration>>
}

export const ownMigrations: OwnMigrations = {
  released: entriesOf<ReleasedMigration>(released),
  later: entriesOf<Migration>(later)
}

const idsOf = ({ released, later }: OwnMigrations): ReadonlyArray<number> =>
  [...released, ...later].map(({ id }) => id)

export const latestOf = (own: OwnMigrations): number => Math.max(...idsOf(own))

/** The number of this code's newest migration. */
export const latestMigration = latestOf(ownMigrations)

/** The number of the database's newest migration; fails on a database without any. */
export const newestMigration = Effect.map(appliedMigrations, (applied) =>
  Math.max(0, ...applied.map(({ id }) => id))
)

/** Whether all migrations are applied; a newer version may have added others. */
export const isComplete = (own: OwnMigrations, applied: ReadonlyArray<Applied>): boolean => {
  const done = new Set(applied.filter(({ isPending }) => !isPending).map(({ id }) => id))
  return idsOf(own).every((id) => done.has(id))
}

/**
 * Whether a process of this code may serve this schema. The previous release does so until it is
 * stopped.
 */
export const isMigrated = Effect.map(
  appliedMigrations,
  (applied) =>
    isComplete(ownMigrations, applied) &&
    applied.every(({ oldestWriter }) => oldestWriter === null || oldestWriter <= latestMigration)
)
