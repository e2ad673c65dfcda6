/** Small conversions between rows and the domain, shared by the adapters of this folder. */
import { createHash } from "node:crypto"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { DateTime } from "effect"
import type { PageRequest } from "../../app/ports/PageRequest.ts"
import { WorkspaceId } from "../../domain/Ids.ts"
import type { Page } from "../../domain/Page.ts"

/** The primary keys of a table of a workspace, by its kind of id. */
export const keysOf =
  <Id>({ toUuid }: { readonly toUuid: (id: Id) => string }) =>
  (workspaceId: WorkspaceId, id: Id) => ({
    workspaceId: WorkspaceId.toUuid(workspaceId),
    id: toUuid(id)
  })

export const instant = (value: Date): DateTime.Utc => DateTime.fromDateUnsafe(value)
export const instantOrNull = (value: Date | null): DateTime.Utc | null =>
  value === null ? null : DateTime.fromDateUnsafe(value)
export const dateOf = (value: DateTime.Utc): Date => DateTime.toDateUtc(value)
export const dateOfOrNull = (value: DateTime.Utc | null): Date | null =>
  value === null ? null : DateTime.toDateUtc(value)

export const jsonbOrNull = (value: unknown) => (value === null ? null : PgTypes.jsonb(value))

/** A bigint column: the CHECKs keep amounts within what a number carries exactly. */
export const integer = (value: bigint): number => Number(value)

/** Of stored bytes, in hex. */
export const sha256 = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex")

/** A page from one row more than it may hold: the extra one only tells that there is a next page. */
export const toPage = <Item extends { readonly id: Id }, Id>(
  rows: ReadonlyArray<Item>,
  total: number,
  { limit }: PageRequest<Id>
): Page<Item, Id> => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, total, next: rows.length > limit && last !== undefined ? last.id : null }
}
