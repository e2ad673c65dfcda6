/**
 * Payment links in events. No stored event or delivery contains one, so that a reader of the database
 * gets no live link: the invoice's current link is added when an event is read or sent.
 * A link that was replaced is therefore told as the one that took its place, and that of a void
 * invoice as null, whatever the event is about, so that a late reader gets links that work.
 */
import { Option, Predicate } from "effect"
import { InvoiceId } from "../Ids.ts"
import { hasPaymentLink } from "../invoices/Invoice.ts"
import type { Event } from "./Event.ts"

type EventData = Event["data"]

const field = "processor_payment_url"

const linkedResource = (resource: unknown): resource is Readonly<Record<string, unknown>> =>
  Predicate.isObject(resource) && field in resource

/** The invoice that the resource shows, where it stood in a state that has a link. */
const linkedInvoice = (resource: unknown): ReadonlyArray<InvoiceId> =>
  linkedResource(resource) && hasPaymentLink(String(resource["status"]))
    ? Option.toArray(InvoiceId.parse(resource["id"]))
    : []

const mapResources = (data: EventData, map: (resource: unknown) => unknown): EventData => ({
  ...data,
  object: map(data.object),
  previous: map(data.previous)
})

/** As it is kept. */
export const withoutLinks = (data: EventData): EventData =>
  mapResources(data, (resource) =>
    linkedResource(resource) ? { ...resource, [field]: null } : resource
  )

/** The invoices whose links the event tells. */
export const linkedInvoices = ({ object, previous }: EventData): ReadonlyArray<InvoiceId> => [
  ...linkedInvoice(object),
  ...linkedInvoice(previous)
]

/** The event as it is sent, with the current links of its invoices. */
export const withLinks = (data: EventData, links: ReadonlyMap<InvoiceId, string>): EventData =>
  mapResources(data, (resource) => {
    const [id] = linkedInvoice(resource)
    return id === undefined || !linkedResource(resource)
      ? resource
      : { ...resource, [field]: links.get(id) ?? null }
  })
