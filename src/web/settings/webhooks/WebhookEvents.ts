/**
 * The choice of events in an endpoint's form. "Every event" and "only these" are separate choices,
 * independent of the number of ticked types, and the form offers every type of the API.
 */
import { Record, Result, Schema } from "effect"
import {
  EventChoice,
  type EventFamily,
  type EventType,
  eventTypes,
  familyOf,
  wholeFamily
} from "../../../domain/events/Event.ts"
import { div } from "../../../html/Elements.ts"
import type { Form } from "../../forms/FormReader.ts"
import { checked, type Problems } from "../../forms/Forms.ts"
import { checks } from "../../Parts.ts"

type Chosen = ReadonlyArray<EventChoice> | null

/** Label of an event type, without the name of its object. */
export const eventTexts: { readonly [Type in EventType]: string } = {
  "project.created": "Created",
  "project.updated": "Changed",
  "project.archived": "Archived",
  "project.restored": "Restored",
  "client.created": "Created",
  "client.updated": "Changed",
  "client.invited": "Invited to the portal",
  "client.link_requested": "Asked for a link to the portal",
  "invoice.created": "Created",
  "invoice.updated": "Changed",
  "invoice.sent": "Sent",
  "invoice.delivery_failed": "The mail could not be delivered",
  "invoice.payment_recorded": "A payment was recorded",
  "invoice.credit_recorded": "A credit was recorded",
  "invoice.credited": "A credit note was issued",
  "invoice.payment_reversed": "A payment was reversed",
  "invoice.processor_refunded": "The processor paid money back",
  "invoice.paid": "Paid",
  "invoice.overdue": "Overdue",
  "invoice.reminded": "A reminder was sent",
  "invoice.resent": "Sent again",
  "invoice.voided": "Void",
  "credit.created": "Recorded",
  "credit.applied": "Set off against an invoice",
  "credit.refunded": "Paid back",
  "credit_note.created": "Issued",
  "credit.restored": "Restored by a reversal",
  "credit.withdrawn": "Withdrawn by a reversal",
  "credit_note.delivery_failed": "The mail could not be delivered",
  "credit_note.resent": "Sent again",
  "file.created": "Added",
  "file.deleted": "Deleted",
  "task.created": "Created",
  "task.updated": "Changed",
  "task.completed": "Done",
  "task.deleted": "Deleted",
  "milestone.created": "Created",
  "milestone.updated": "Changed",
  "milestone.completed": "Completed",
  "milestone.billed": "A draft invoice was made of it",
  "milestone.deleted": "Deleted",
  "webhook_endpoint.disabled": "Disabled, because it accepted no events"
}

/** In the order of the form. */
const familyTexts: { readonly [Family in EventFamily]: string } = {
  invoice: "Invoices and payments",
  credit: "Credits of clients",
  credit_note: "Credit notes",
  client: "Clients",
  project: "Projects",
  file: "Files",
  task: "Tasks",
  milestone: "Milestones",
  webhook_endpoint: "Webhooks"
}

/** As it was typed, also where it cannot be taken. */
export interface EventFields {
  /** `every`, `chosen`, or whatever else was sent. */
  readonly which: string
  readonly events: ReadonlyArray<string>
}

export const eventFieldsOf = (events: Chosen): EventFields => ({
  which: events === null ? "every" : "chosen",
  events: events ?? []
})

export const eventFieldsIn = (given: Form): EventFields => ({
  which: given.text("which"),
  events: given.all("events")
})

/** The chosen events; the stored value if they are unchanged. */
export const chosenEvents = (
  { which, events }: EventFields,
  before: Chosen
): Result.Result<Chosen, string> => {
  if (which === "every") return Result.succeed(null)
  if (which !== "chosen") return Result.fail("Events: choose every event or only some")
  if (events.length === 0) return Result.fail("Events: choose at least one, or every event")
  return Result.map(checked("Events", Schema.Array(EventChoice), events), (chosen) => {
    const all = new Set(chosen)
    const isSame =
      before !== null && new Set(before).size === all.size && before.every((one) => all.has(one))
    return isSame ? before : [...all]
  })
}

/** The kinds stand under the choice; the stylesheet hides them while it is every event. */
export const eventFields = ({ which, events }: EventFields, wrong: Problems) =>
  div(
    { class: "events" },
    checks(
      "which",
      "Which events?",
      [
        { value: "every", label: "Every event, future kinds included" },
        { value: "chosen", label: "Only these:" }
      ],
      [which],
      "radio",
      wrong
    ),
    div(
      { class: "kinds" },
      Record.toEntries(familyTexts).map(([family, title]) =>
        checks(
          "events",
          title,
          [
            {
              value: wholeFamily(family),
              label: `All of them, future kinds included (${wholeFamily(family)})`
            },
            ...eventTypes
              .filter((type) => familyOf(type) === family)
              .map((type) => ({ value: type, label: `${eventTexts[type]} (${type})` }))
          ],
          events,
          "checkbox",
          [],
          `events-${family}`
        )
      )
    )
  )

export const choiceText = (events: Chosen): string =>
  events === null ? "Every event" : events.join(", ")
