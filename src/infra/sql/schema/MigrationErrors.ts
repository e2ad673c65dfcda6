/** Refusals of a start because of the schema, each in one line for the operator. */
import { Data } from "effect"

/** A later version migrated the database, and this process must not write beside it. */
export class SchemaRefused extends Data.TaggedError("SchemaRefused")<{
  readonly version: string
  readonly migration: number
  /** Null if the record does not name it. */
  readonly appliedBy: string | null
}> {
  override get message() {
    const { version, migration, appliedBy } = this
    const later = appliedBy === null ? "a later version" : `Retainer ${appliedBy}`
    return `This database was migrated by ${later} (migration ${migration}), beside which version ${version} must not run: start ${later} instead`
  }
}

export class MigrationFailed extends Data.TaggedError("MigrationFailed")<{
  readonly migration: string
  readonly problem: string
  readonly cause?: unknown
}> {
  override get message() {
    return `Migration ${this.migration} failed: ${this.problem}`
  }
}

export type SchemaError = SchemaRefused | MigrationFailed
