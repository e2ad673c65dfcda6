/** Why a start is refused by the schema, each in one line for the operator. */
import { Data } from "effect"

/** A later version migrated the database in a way that this process must not write beside. */
export class SchemaRefused extends Data.TaggedError("SchemaRefused")<{
  readonly version: string
  readonly migration: number
  /** Null where the record does not name it. */
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
