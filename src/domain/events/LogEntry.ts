/**
 * Log entry of one change: always a line of the audit log, and for most changes an event. Both
 * derive from the same resource before and after, so that they cannot differ.
 *
 * Hash chain: each entry has the SHA-256, in hex, of its own canonical form and of the hash before
 * it. So an entry that was changed, removed or moved makes every later hash wrong. Events and the
 * audit log are a chain each. The sequence is assigned last, under the lock of its counter, so the
 * canonical form has two halves and the storage joins them around the number.
 */
import { DateTime, Option, Predicate, Record } from "effect"
import { Actor } from "../access/Actor.ts"
import { AuditId, EventId, type RequestId, WebhookEndpointId, type WorkspaceId } from "../Ids.ts"
import { canonicalJson } from "../text/Text.ts"
import type { EventResource } from "./Event.ts"

/** The previous hash of the first entry. */
export const noHash = "0".repeat(64)

/** The text that is hashed. */
export const chained = (previousHash: string, canonical: string): string =>
  `${previousHash}\n${canonical}`

/** A canonical form without `sequence`: the texts before and after the number. */
export type Halves = readonly [before: string, after: string]

export const joined = ([before, after]: Halves, sequence: number): string =>
  `${before}${sequence}${after}`

/** Takes the canonical texts of the members, without `sequence`. */
export const halves = (members: Readonly<Record<string, string>>): Halves => {
  let before = "{"
  let after = ""
  for (const key of Object.keys(members).sort()) {
    const member = `${JSON.stringify(key)}:${members[key]}`
    if (key < "sequence") before += `${member},`
    else after += `,${member}`
  }
  return [`${before}"sequence":`, `${after}}`]
}

const linkField = "processor_payment_url"

const withoutLink = (resource: unknown): unknown =>
  Predicate.hasProperty(resource, linkField) && resource[linkField] !== null
    ? { ...resource, [linkField]: null }
    : resource

/**
 * The stored form has no payment link, so a reader of the database gets no live one.
 * `LoggedEvent.ts` adds the invoice's current link when an event is read or sent. Older events
 * therefore show the newest link, and null for a void invoice.
 */
export const withoutLinks = ({ object, previous }: ChangeData): ChangeData => ({
  object: withoutLink(object),
  previous: withoutLink(previous)
})

/** JSON of the resource after the change, and before it if it existed and changed. */
type ChangeData = typeof EventResource.Type.data

export interface LogEntry {
  readonly id: EventId
  readonly workspaceId: WorkspaceId
  /** Family and change, such as `invoice.sent`. */
  readonly type: string
  readonly createdAt: DateTime.Utc
  readonly data: ChangeData
  readonly actor: Actor
  readonly address: string | null
  readonly requestId: RequestId | null
  /** False for entries of the audit log alone. */
  readonly isEvent: boolean
}

type Json = Readonly<Record<string, unknown>>

/** Null unless it is a JSON object. */
export const asObject = (value: unknown): Json | null =>
  Predicate.isObject(value) && !Array.isArray(value) ? { ...value } : null

type Members<T> = Readonly<Record<string, T>>

interface ChangeOf<T> {
  readonly before: Members<T> | null
  readonly after: Members<T> | null
}

/** An absent member counts as null. */
type IsSame<T> = (one: T, other: T | undefined) => boolean

const differing = <T>(of: Members<T>, other: Members<T>, isSame: IsSame<T>): Members<T> =>
  Object.fromEntries(Object.entries(of).filter(([key, item]) => !isSame(item, other[key])))

/**
 * The change that an audit line shows. It has all fields of a created or deleted resource, and the
 * differing fields of a changed one. One entry may stand for several failed sign-ins, and has their
 * count.
 */
const changeIn = <T>(
  type: string,
  { before, after }: ChangeOf<T>,
  isSame: IsSame<T>
): ChangeOf<T> => {
  if (type.endsWith(".deleted")) return { before: before ?? after, after: null }
  if (type.endsWith(".created")) return { before: null, after }
  if (type === "user.sign_in_failed") {
    const count = after?.["count"]
    return { before: null, after: count === undefined ? null : { count } }
  }
  if (before === null || after === null) return { before: null, after: null }
  return { before: differing(before, after, isSame), after: differing(after, before, isSame) }
}

type Change = ChangeOf<unknown>

export const changeOf = (type: string, { object, previous }: ChangeData): Change =>
  changeIn<unknown>(
    type,
    { before: asObject(previous), after: asObject(object) },
    (one, other) => one === other || canonicalJson(one) === canonicalJson(other ?? null)
  )

/** `invoice` of `invoice.sent`. */
export const familyOfType = (type: string): string => type.slice(0, Math.max(0, type.indexOf(".")))

export const objectOf = (type: string, { object }: ChangeData) => ({
  type: familyOfType(type),
  id: String(asObject(object)?.["id"] ?? "")
})

/** The webhook endpoint of the entry, which does not receive it; null for other entries. */
export const endpointOf = ({ type, data }: Pick<LogEntry, "type" | "data">) =>
  Option.getOrNull(WebhookEndpointId.parse(objectOf(type, data).id))

/** Null unless the resource is a JSON object. */
const textsOf = (resource: unknown): Members<string> | null => {
  const members = asObject(resource)
  return members && Record.map(Record.filter(members, Predicate.isNotUndefined), canonicalJson)
}

const textOf = (members: Members<string> | null): string =>
  members === null
    ? "null"
    : `{${Object.keys(members)
        .sort()
        .map((key) => `${JSON.stringify(key)}:${members[key]}`)
        .join(",")}}`

/** The canonical texts of an entry, without its hashes. */
interface CanonicalEntry {
  /** The stored JSON of the resource. */
  readonly data: string
  readonly event: Halves
  readonly audit: Halves
}

/** Each member of the resource is encoded once, for the event and for the audit line. */
export const canonicalEntry = (entry: Omit<LogEntry, "isEvent">): CanonicalEntry => {
  const { id, type, createdAt, workspaceId, actor, address, requestId } = entry
  const [after, before] = [textsOf(entry.data.object), textsOf(entry.data.previous)]
  const change = changeIn(type, { before, after }, (one, other) => one === (other ?? "null"))
  const object = textOf(after)
  const data = `{"object":${object},"previous":${textOf(before)}}`
  const at = JSON.stringify(DateTime.formatIso(createdAt))
  const event = halves({
    id: JSON.stringify(id),
    type: JSON.stringify(type),
    created_at: at,
    workspace_id: JSON.stringify(workspaceId),
    data
  })
  const audit = halves({
    id: JSON.stringify(auditIdOf(id)),
    at,
    actor: canonicalJson(Actor.toWire(actor)),
    address: JSON.stringify(address),
    request_id: JSON.stringify(requestId),
    action: JSON.stringify(type),
    object: canonicalJson(objectOf(type, entry.data)),
    before: textOf(change.before),
    after: change.after === after ? object : textOf(change.after)
  })
  return { data, event, audit }
}

/** An event and its line of the audit log share the uuid. */
export const auditIdOf = (id: EventId): AuditId => AuditId.fromUuid(EventId.toUuid(id))

/** The members that name a resource, of which the first that it has is its name. */
export const nameMembers = ["number", "name", "title", "host", "to", "event_type"] as const

/** The number or name of the object of an entry; for a credit that of its client. */
export const objectNameOf = ({ object, previous }: ChangeData): string | null => {
  for (const resource of [asObject(object), asObject(previous)]) {
    const named = [
      ...nameMembers.map((name) => resource?.[name]),
      asObject(resource?.["client"])?.["name"]
    ]
    const name = named.find((one) => typeof one === "string")
    if (typeof name === "string") return name
  }
  return null
}
