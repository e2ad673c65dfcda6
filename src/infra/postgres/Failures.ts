/** PostgreSQL's failures by SQLSTATE, and what each means to a transaction. */
import { type Cause, Predicate } from "effect"
import { SqlError } from "effect/sql"
import { RowChanged } from "../../app/ports/UnitOfWork.ts"

/** A field of the server's ErrorResponse; undefined if the server did not report the failure. */
export const reported = (
  error: unknown,
  field: "code" | "severityUnlocalized" | "table" | "column"
): unknown => {
  if (!SqlError.isSqlError(error) || !("cause" in error.reason)) return undefined
  const { cause } = error.reason
  return Predicate.hasProperty(cause, field) ? cause[field] : undefined
}

/**
 * The server refused the statement and did nothing. After any other failure the outcome is unknown.
 */
export const isRefused = (error: unknown): boolean =>
  reported(error, "severityUnlocalized") === "ERROR"

/** The connection could not be opened, so the statement was never sent. */
export const isNotSent = (error: SqlError.SqlError): boolean =>
  "operation" in error.reason && error.reason.operation === "connect"

/**
 * The connection ended while a statement was in flight, or the server closed it (SQLSTATE class
 * 57P).
 */
export const isLostConnection = (error: SqlError.SqlError): boolean =>
  (error.reason._tag === "ConnectionError" && !isNotSent(error)) ||
  String(reported(error, "code") ?? "").startsWith("57P")

/** The server has no connection slot left (53300). It says so before a statement is sent. */
export const isServerFull = (error: unknown): boolean =>
  SqlError.isSqlError(error) && isNotSent(error) && reported(error, "code") === "53300"

/** A lock was not granted within `lock_timeout`. */
export const isLockTimeout = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "LockTimeoutError"

/** Raised by the trigger `refuse_held` (migration 0076): the workspace is being moved. */
export const isHeld = (error: unknown): boolean => reported(error, "code") === "RH001"

/** Raised by the SQL function `must_change` (migration 0028). */
const rowChangedCode = "RC001"
const deadlockCodes = ["40001", "40P01"]
/** Foreign key and unique violations: a row was deleted or inserted since it was read. */
const keyCodes = ["23503", "23505"]

/** The SqlError of a cause, as a failure or a defect. */
export const sqlErrorIn = (cause: Cause.Cause<unknown>): SqlError.SqlError | undefined => {
  for (const reason of cause.reasons) {
    const error =
      reason._tag === "Die" ? reason.defect : reason._tag === "Fail" ? reason.error : undefined
    if (SqlError.isSqlError(error)) return error
  }
  return undefined
}

/**
 * The conflict with a concurrent transaction. `row`: a row has changed since it was read; `key`: a
 * foreign or unique key; `deadlock`: a deadlock or a serialisation failure. In each case nothing
 * was stored.
 */
export const overtakenBy = (error: unknown): "row" | "key" | "deadlock" | undefined => {
  const code = String(reported(error, "code") ?? "")
  if (code === rowChangedCode) return "row"
  if (keyCodes.includes(code)) return "key"
  return deadlockCodes.includes(code) ? "deadlock" : undefined
}

/**
 * A conflict with locks of concurrent transactions: nothing was stored, and a retry may succeed.
 */
export const isLockConflict = (error: SqlError.SqlError): boolean =>
  isLockTimeout(error) || overtakenBy(error) === "deadlock"

export const rowChangedOf = (error: unknown): RowChanged =>
  new RowChanged({
    table: String(reported(error, "table") ?? ""),
    key: String(reported(error, "column") ?? "")
  })

/** The message of the system or the server, the last one in the driver's chain of causes. */
export const saidBy = (error: unknown): string => {
  if (Predicate.hasProperty(error, "cause") && error.cause !== undefined) {
    return saidBy(error.cause)
  }
  // A host name with several addresses has a failure for each.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const text = Predicate.hasProperty(first, "message") ? String(first.message) : String(first)
  return text.replace(/\s+/g, " ").trim()
}
