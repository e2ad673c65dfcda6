/**
 * Event schemas: one per family, and their union, discriminated by `type`. The typed clients check
 * only the envelope and pass `data` on as it was sent, so they accept types and fields of later
 * versions.
 */
import { Schema } from "effect"
import { ClientResource } from "../clients/ClientResource.ts"
import { CreditNoteResource } from "../creditnotes/CreditNoteResource.ts"
import { FileResource } from "../files/FileResource.ts"
import { InvoiceResource } from "../invoices/InvoiceResource.ts"
import { CreditResource } from "../payments/CreditResource.ts"
import { MilestoneResource } from "../projects/MilestoneResource.ts"
import { ProjectResource } from "../projects/ProjectResource.ts"
import { TaskResource } from "../projects/TaskResource.ts"
import { shape } from "../Resource.ts"
import { type EventFamily, EventResource, eventTypes, familyOf, hashFields } from "./Event.ts"
import type { EventTypeOf } from "./ShownResource.ts"
import { WebhookEndpointResource } from "./WebhookResource.ts"

const { id, createdAt, workspaceId, sequence } = EventResource.fields
const envelope = { createdAt, workspaceId, sequence }

const typesOf = <Family extends EventFamily>(family: Family) =>
  eventTypes.filter((type): type is EventTypeOf<Family> => familyOf(type) === family)

const eventOf = <Family extends EventFamily, Resource extends Schema.Constraint>(
  family: Family,
  resource: Resource,
  identifier: string
) => {
  const object = Schema.toEncoded(resource)
  return Schema.toEncoded(
    shape(
      {
        id,
        type: Schema.Literals(typesOf(family)),
        ...envelope,
        data: Schema.Struct({
          object: object.annotateKey({ description: "The resource as the API shows it" }),
          previous: Schema.NullOr(object).annotateKey({
            description: "The same before the change; null where there was none"
          })
        }),
        ...hashFields
      },
      identifier
    )
  )
}

/** A family without a schema does not compile. */
export const eventSchemas = {
  project: eventOf("project", ProjectResource, "ProjectEvent"),
  client: eventOf("client", ClientResource, "ClientEvent"),
  invoice: eventOf("invoice", InvoiceResource, "InvoiceEvent"),
  credit: eventOf("credit", CreditResource, "CreditEvent"),
  credit_note: eventOf("credit_note", CreditNoteResource, "CreditNoteEvent"),
  file: eventOf("file", FileResource, "FileEvent"),
  task: eventOf("task", TaskResource, "TaskEvent"),
  milestone: eventOf("milestone", MilestoneResource, "MilestoneEvent"),
  webhook_endpoint: eventOf("webhook_endpoint", WebhookEndpointResource, "WebhookEndpointEvent")
} satisfies { readonly [Family in EventFamily]: Schema.Constraint }

/** The message that tests an endpoint: it is in no log and has no hashes. */
export const WebhookTestEvent = Schema.toEncoded(
  shape(
    {
      id,
      type: Schema.Literal("webhook.test"),
      createdAt,
      workspaceId,
      sequence: Schema.Literal(0),
      data: Schema.Struct({
        object: Schema.toEncoded(WebhookEndpointResource),
        previous: Schema.NullOr(Schema.toEncoded(WebhookEndpointResource))
      })
    },
    "WebhookTestEvent"
  )
)

type Listed<Family extends EventFamily> = (typeof eventSchemas)[Family]["Type"]

/** An event of the log; `type` decides what `data` shows. A later version may add types. */
type TypedEvent = { readonly [Family in EventFamily]: Listed<Family> }[EventFamily]

export const ReadEvent = Schema.toEncoded(shape({ ...EventResource.fields, type: Schema.String }))
  .pipe(Schema.refine((_event): _event is TypedEvent => true))
  .annotate({ identifier: "Event" })

type Unhashed<Event extends TypedEvent> = Omit<Event, keyof Hashes> & Partial<Hashes>
type Hashes = Pick<TypedEvent, "hash" | "previous_hash">

/** An event as a webhook brings it. One of an earlier version that still waits has no hashes. */
export type SentEvent =
  | { readonly [Family in EventFamily]: Unhashed<Listed<Family>> }[EventFamily]
  | typeof WebhookTestEvent.Type

export const SentEvent = Schema.toEncoded(
  shape({
    ...EventResource.fields,
    type: Schema.String,
    previousHash: Schema.optionalKey(hashFields.previousHash),
    hash: Schema.optionalKey(hashFields.hash)
  })
).pipe(Schema.refine((_event): _event is SentEvent => true))
