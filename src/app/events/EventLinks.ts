/** Adds payment links to events, both those read from the API and those sent by webhook. */
import { Context, Effect, Layer, Predicate } from "effect"
import type { Event } from "../../domain/events/Event.ts"
import { linkedInvoices, withLinks } from "../../domain/events/EventLinks.ts"
import type { WebhookDelivery } from "../../domain/events/WebhookResource.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { PaymentLinks } from "../payments/PaymentLinks.ts"

interface WithEventData {
  readonly data: Event["data"]
}

const hasEventData = (message: unknown): message is WithEventData =>
  Predicate.isObject(message) &&
  Predicate.hasProperty(message, "data") &&
  Predicate.isObject(message.data) &&
  "object" in message.data &&
  "previous" in message.data

export class EventLinks extends Context.Service<
  EventLinks,
  {
    /** The events of a workspace with the links that their invoices have now. */
    readonly told: <E extends WithEventData>(
      workspaceId: WorkspaceId,
      events: ReadonlyArray<E>
    ) => Effect.Effect<ReadonlyArray<E>>
    /** What is sent of a delivery. */
    readonly bodyOf: (delivery: WebhookDelivery) => Effect.Effect<string>
  }
>()("retainer/app/EventLinks") {
  static readonly layer = Layer.effect(
    EventLinks,
    Effect.gen(function* () {
      const links = yield* PaymentLinks

      const told = Effect.fnUntraced(function* <E extends WithEventData>(
        workspaceId: WorkspaceId,
        events: ReadonlyArray<E>
      ) {
        const ids = new Set(events.flatMap(({ data }) => linkedInvoices(data)))
        const current = yield* links.current(workspaceId, [...ids])
        return events.map((event) => ({ ...event, data: withLinks(event.data, current) }))
      })

      return EventLinks.of({
        told,
        bodyOf: Effect.fnUntraced(function* ({ workspaceId, payload }) {
          const message: unknown = JSON.parse(payload)
          if (!hasEventData(message)) return payload
          return JSON.stringify((yield* told(workspaceId, [message]))[0])
        })
      })
    })
  )
}
