/** Pieces of the wire's schemas that several endpoints share. */
import { DateTime, Schema } from "effect"
import { ClientId } from "../domain/Ids.ts"

/** An instant in an answer: ISO 8601, UTC. */
export const Instant = Schema.String.annotate({
  format: "date-time",
  description: "ISO 8601 datetime, UTC"
})

/** An amount in an answer. */
export const Minor = Schema.Finite.annotate({ description: "Integer in minor currency units" })

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** An instant in a request: ISO 8601 with a zone. */
export const InstantInput = Schema.String.check(
  Schema.makeFilter((text) =>
    instantPattern.test(text) &&
    DateTime.make(text)._tag === "Some" &&
    new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))
      ? undefined
      : "must be an ISO 8601 datetime with a zone, as 2026-01-31T12:00:00Z"
  )
).annotate({ format: "date-time" })

/** A reference to a client by id and name. */
export const ClientRef = Schema.Struct({ id: ClientId.schema, name: Schema.String })

export const maxMinor = 100_000_000_000_000
/** A non-negative amount in a request. */
export const MinorInput = Schema.Int.check(
  Schema.isBetween(
    { minimum: 0, maximum: maxMinor },
    { message: "must be an integer of minor units from 0 to 100000000000000" }
  )
)
