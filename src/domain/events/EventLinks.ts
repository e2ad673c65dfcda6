/**
 * Payment links in events. No stored event contains one, so a reader of the database gets no live
 * link. `LoggedEvent.ts` adds the invoice's current link when an event is read or sent. Older
 * events therefore show the newest link, and null for a void invoice.
 */
import { Predicate } from "effect"
import type { Event } from "./Event.ts"

type EventData = Event["data"]

const field = "processor_payment_url"

const withoutLink = (resource: unknown): unknown =>
  Predicate.isObject(resource) && field in resource ? { ...resource, [field]: null } : resource

/** The stored form. */
export const withoutLinks = (data: EventData): EventData => ({
  ...data,
  object: withoutLink(data.object),
  previous: withoutLink(data.previous)
})
