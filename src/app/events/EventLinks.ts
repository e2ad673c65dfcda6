/** The JSON of outgoing events, with the current payment links of their invoices. */
import { Context, Effect, Layer } from "effect"
import { eventText, type LoggedEvent, linkedInvoices } from "../../domain/events/LoggedEvent.ts"
import type { WebhookDelivery } from "../../domain/events/WebhookResource.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { PaymentLinks } from "../PaymentLinks.ts"
import { EventLog } from "../ports/events/EventLog.ts"
import { WebhookRepository } from "../ports/events/WebhookRepository.ts"

export class EventLinks extends Context.Service<
  EventLinks,
  {
    readonly texts: (
      workspaceId: WorkspaceId,
      events: ReadonlyArray<LoggedEvent>
    ) => Effect.Effect<ReadonlyArray<string>>
    /** The body of a delivery: its event, or a message outside the log. */
    readonly bodyOf: (delivery: WebhookDelivery) => Effect.Effect<string>
  }
>()("retainer/app/EventLinks") {
  static readonly layer = Layer.effect(
    EventLinks,
    Effect.gen(function* () {
      const links = yield* PaymentLinks
      const log = yield* EventLog
      const webhooks = yield* WebhookRepository

      const texts = Effect.fnUntraced(function* (
        workspaceId: WorkspaceId,
        events: ReadonlyArray<LoggedEvent>
      ) {
        const ids = new Set(events.flatMap(linkedInvoices))
        const current = yield* links.current(workspaceId, [...ids])
        return events.map((event) => eventText(event, current))
      })

      return EventLinks.of({
        texts,
        bodyOf: Effect.fnUntraced(function* (delivery) {
          const event = yield* log.find(delivery.workspaceId, delivery.eventId)
          const [text] = event === null ? [] : yield* texts(delivery.workspaceId, [event])
          return text ?? (yield* webhooks.messageOf(delivery))
        })
      })
    })
  )
}
