/** What begins and ends a transaction, and what PostgreSQL says where it was not done. */
import { Predicate } from "effect"
import { SqlError } from "effect/sql"
import type { Sent } from "./Session.ts"

export const statement = (text: string): Sent => ({ text, parameters: [] })
export const begin = statement("BEGIN")
export const commit = statement("COMMIT")
export const rollback = statement("ROLLBACK")

/** Whether a COMMIT was answered with ROLLBACK: so is that of a transaction that failed. */
export const isRolledBack = (ended: unknown): boolean =>
  Predicate.hasProperty(ended, "command") && ended.command === "ROLLBACK"

export const rolledBack = new SqlError.SqlError({
  reason: new SqlError.UnknownError({
    cause: new Error("COMMIT rolled back an aborted transaction"),
    message: "COMMIT rolled back an aborted transaction",
    operation: "commit"
  })
})

/** A field of the server's own report of a failure; undefined where it was not the server that failed it. */
export const reported = (error: unknown, field: "code" | "severityUnlocalized"): unknown => {
  if (!SqlError.isSqlError(error) || !("cause" in error.reason)) return undefined
  const { cause } = error.reason
  return Predicate.hasProperty(cause, field) ? cause[field] : undefined
}

/** A change did not find what had to be there: so its checks say it (`Change.ts`). */
export const isDivisionByZero = (error: unknown): boolean => reported(error, "code") === "22012"
