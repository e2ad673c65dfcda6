/**
 * Payment links in events. No stored event contains one, so that a reader of the database gets no live link:
 * `LoggedEvent.ts` puts the invoice's current link in when an event is read or sent. A link that was replaced is
 * therefore shown as the one that took its place, and that of a void invoice as null.
 */
import { Predicate } from "effect"
import type { Event } from "./Event.ts"

type EventData = Event["data"]

const field = "processor_payment_url"

const withoutLink = (resource: unknown): unknown =>
  Predicate.isObject(resource) && field in resource ? { ...resource, [field]: null } : resource

/** As it is stored. */
export const withoutLinks = (data: EventData): EventData => ({
  ...data,
  object: withoutLink(data.object),
  previous: withoutLink(data.previous)
})
