/**
 * What is written of one change: one entry, which is an event where the change is told to others, and in
 * any case a line of the audit log. Both are made of the same resource before and after, so that they
 * cannot disagree. Pure: canonical forms, and what an audit line shows.
 */
import { DateTime, Option, Predicate } from "effect"
import { Actor } from "../access/Actor.ts"
import { AuditId, EventId, type RequestId, WebhookEndpointId, type WorkspaceId } from "../Ids.ts"
import { canonicalJson } from "../text/Canonical.ts"
import { type Halves, halves } from "./Chain.ts"
import type { EventResource } from "./Event.ts"

/** The JSON of the resource after the change, and before it where it was there and changed. */
export type ChangeData = typeof EventResource.Type.data

export interface LogEntry {
  readonly id: EventId
  readonly workspaceId: WorkspaceId
  /** `invoice.sent`: what it is about, and what happened. */
  readonly type: string
  readonly createdAt: DateTime.Utc
  readonly data: ChangeData
  readonly actor: Actor
  readonly address: string | null
  readonly requestId: RequestId | null
  /** Whether it is an event as well. */
  readonly isTold: boolean
}

export type Json = Readonly<Record<string, unknown>>

/** Null of what is no object, lists included. */
export const asObject = (value: unknown): Json | null =>
  Predicate.isObject(value) && !Array.isArray(value) ? { ...value } : null

/** The members of `of` that the other does not have in the same way. */
const differing = (of: Json, other: Json): Json =>
  Object.fromEntries(
    Object.entries(of).filter(
      ([key, item]) =>
        item !== other[key] && canonicalJson(item) !== canonicalJson(other[key] ?? null)
    )
  )

export interface Change {
  readonly before: Json | null
  readonly after: Json | null
}

/**
 * The change that an audit line shows. It has all fields of a created or deleted resource, and the
 * differing fields of a changed one. One entry may stand for several failed sign-ins, and has their
 * count.
 */
export const changeOf = (type: string, { object, previous }: ChangeData): Change => {
  const after = asObject(object)
  const before = asObject(previous)
  if (type.endsWith(".deleted")) return { before: before ?? after, after: null }
  if (type.endsWith(".created")) return { before: null, after }
  if (type === "user.sign_in_failed") {
    const count = after?.["count"]
    return { before: null, after: count === undefined ? null : { count } }
  }
  if (before === null || after === null) return { before: null, after: null }
  return { before: differing(before, after), after: differing(after, before) }
}

/** What a kind is about: `invoice` of `invoice.sent`. */
export const familyOfType = (type: string): string => type.slice(0, Math.max(0, type.indexOf(".")))

export const objectOf = (type: string, { object }: ChangeData) => ({
  type: familyOfType(type),
  id: String(asObject(object)?.["id"] ?? "")
})

/**
 * The webhook endpoint that the entry is about, which does not receive it; null for other entries.
 */
export const endpointOf = ({ type, data }: Pick<LogEntry, "type" | "data">) =>
  Option.getOrNull(WebhookEndpointId.parse(objectOf(type, data).id))

/** The canonical form of an event, its hashes left out; links are null in what is stored. */
export const eventHalves = (
  { id, workspaceId, type, createdAt }: Pick<LogEntry, "id" | "workspaceId" | "type" | "createdAt">,
  /** The canonical text of the data, which is also what is stored. */
  data: string
): Halves =>
  halves({
    id: JSON.stringify(id),
    type: JSON.stringify(type),
    created_at: JSON.stringify(DateTime.formatIso(createdAt)),
    workspace_id: JSON.stringify(workspaceId),
    data
  })

/** The canonical form of a line of the audit log, its hashes left out. */
export const auditHalves = (entry: Omit<LogEntry, "isTold">): Halves => {
  const { id, type, createdAt, data, actor, address, requestId } = entry
  const { before, after } = changeOf(type, data)
  return halves({
    id: JSON.stringify(auditIdOf(id)),
    at: JSON.stringify(DateTime.formatIso(createdAt)),
    actor: canonicalJson(Actor.toWire(actor)),
    address: JSON.stringify(address),
    request_id: JSON.stringify(requestId),
    action: JSON.stringify(type),
    object: canonicalJson(objectOf(type, data)),
    before: canonicalJson(before),
    after: canonicalJson(after)
  })
}

/** An event and its line of the audit log are of one entry. */
export const auditIdOf = (id: EventId): AuditId => AuditId.fromUuid(EventId.toUuid(id))
