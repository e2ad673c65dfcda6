/**
 * The kinds of rows that answers show. Each has a version in its workspace. Every change of such a
 * row moves it, so a cached answer is valid as long as the versions of its kinds are the same.
 */
export const rowKinds = ["clients", "projects", "tasks", "invoices", "payments", "files"] as const
export type RowKind = (typeof rowKinds)[number]
