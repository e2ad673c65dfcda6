/**
 * The kinds of rows that answers show. Each has a version in its workspace, which moves with every change of such a
 * row, so a cached answer stands as long as the versions of the kinds that it shows.
 */
export const rowKinds = ["clients", "projects", "tasks", "invoices", "payments", "files"] as const
export type RowKind = (typeof rowKinds)[number]
