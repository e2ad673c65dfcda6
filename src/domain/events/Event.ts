/** Events: their types, the scopes that they need, and how an endpoint chooses types. */
import { Record, Schema } from "effect"
import type { Principal } from "../access/Principal.ts"
import { type Scope, writeScopes } from "../access/Scope.ts"
import { EventId, WorkspaceId } from "../Ids.ts"
import { Sequence, Sha256 } from "../Numbers.ts"
import { Instant, shape } from "../Resource.ts"

export const eventTypes = [
  "project.created",
  "project.updated",
  "project.archived",
  "project.restored",
  "client.created",
  "client.updated",
  "client.invited",
  "client.link_requested",
  "invoice.created",
  "invoice.updated",
  "invoice.sent",
  "invoice.delivery_failed",
  "invoice.payment_recorded",
  "invoice.credit_recorded",
  "invoice.credited",
  "invoice.payment_reversed",
  "invoice.processor_refunded",
  "invoice.paid",
  "invoice.overdue",
  "invoice.reminded",
  "invoice.resent",
  "invoice.voided",
  "credit.created",
  "credit.applied",
  "credit.refunded",
  "credit.restored",
  "credit.withdrawn",
  "credit_note.created",
  "credit_note.delivery_failed",
  "credit_note.resent",
  "file.created",
  "file.deleted",
  "task.created",
  "task.updated",
  "task.completed",
  "task.deleted",
  "milestone.created",
  "milestone.updated",
  "milestone.completed",
  "milestone.billed",
  "milestone.deleted",
  "webhook_endpoint.disabled"
] as const
export const EventType = Schema.Literals(eventTypes)
export type EventType = typeof EventType.Type

/** The hash chain of the log (`LogEntry.ts`). */
export const hashFields = {
  previousHash: Sha256.annotate({
    description: "The hash of the entry before it; 64 zeros where it is the first"
  }),
  hash: Sha256.annotate({
    description:
      "SHA-256, in hex, of `previous_hash`, a line feed and the RFC 8785 form of the rest, " +
      "in which every `processor_payment_url` is null"
  })
}

export const EventResource = shape(
  {
    id: EventId.schema,
    type: EventType,
    createdAt: Instant,
    workspaceId: WorkspaceId.schema,
    sequence: Sequence,
    data: Schema.Struct({
      object: Schema.Unknown.annotate({ description: "The resource as the API shows it" }),
      previous: Schema.Unknown.annotate({
        description: "The same before the change; null where there was none"
      })
      // Invoices contain payment links.
    }).annotate({ secret: true }),
    ...hashFields
  },
  "Event"
)
export type Event = typeof EventResource.Type

/** The kind of resource that an event shows. */
export type EventFamily = EventType extends `${infer Family}.${string}` ? Family : never

/** Null: for API keys with every `:write` scope, which can manage webhook endpoints. */
const readScopes: { readonly [Family in EventFamily]: Scope | null } = {
  project: "projects:read",
  client: "clients:read",
  invoice: "invoices:read",
  credit: "invoices:read",
  credit_note: "invoices:read",
  file: "files:read",
  task: "tasks:read",
  milestone: "projects:read",
  webhook_endpoint: null
}

export const eventFamilies = Record.keys(readScopes)

/** Undefined for types outside the log, such as `webhook.test`. */
export const familyOf = (type: string): EventFamily | undefined =>
  eventFamilies.find((family) => type.startsWith(`${family}.`))

export const readScopeOf = (type: EventType): Scope | null => {
  const family = familyOf(type)
  return family === undefined ? null : readScopes[family]
}

/** A credential needs at least one of these scopes to see any event. */
export const eventScopes: ReadonlyArray<Scope> = [
  ...new Set(Object.values(readScopes).filter((scope) => scope !== null))
]

/**
 * The types that a credential sees. Only API keys manage webhook endpoints, so the token of a user
 * sees no events about them.
 */
export const visibleTypes = ({
  scopes,
  role
}: Pick<Principal, "scopes" | "role">): ReadonlyArray<EventType> => {
  const managesWebhooks = role === null && writeScopes.every((scope) => scopes.has(scope))
  return eventTypes.filter((type) => {
    const scope = readScopeOf(type)
    return scope === null ? managesWebhooks : scopes.has(scope)
  })
}

/** All types of the family, including later ones. */
export const wholeFamily = <Family extends EventFamily>(family: Family) => `${family}.*` as const

/** A type, or a family such as `invoice.*`. */
export const EventChoice = Schema.Literals([...eventTypes, ...eventFamilies.map(wholeFamily)])
export type EventChoice = typeof EventChoice.Type

/** The choices that include the type: itself, and its family. */
export const choicesOf = (type: string): ReadonlyArray<string> => {
  const family = familyOf(type)
  return family === undefined ? [type] : [type, wholeFamily(family)]
}

/** Null chooses every type. */
export const chooses = (choices: ReadonlyArray<EventChoice> | null, type: string): boolean =>
  choices === null || choices.some((one) => choicesOf(type).includes(one))

/** The `:read` scopes of the resources that the chosen types show. */
export const scopesOfChoice = (
  choices: ReadonlyArray<EventChoice> | null
): ReadonlyArray<Scope> => {
  const chosen = eventTypes.filter((type) => chooses(choices, type))
  return [...new Set(chosen.flatMap((type) => readScopeOf(type) ?? []))]
}
