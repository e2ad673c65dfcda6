/**
 * The choice of events in an endpoint's form. "Every event" and "only these" are separate choices,
 * independent of the number of ticked types, and the form offers every type of the API.
 */
import { Record, Result, Schema } from "effect"
import {
  EventChoice,
  type EventFamily,
  eventTypes,
  familyOf,
  wholeFamily
} from "../../../domain/events/Event.ts"
import { type Child, div } from "../../../html/Elements.ts"
import type { WebhookWords } from "../../../words/developers/WebhookWords.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { checks } from "../../Parts.ts"

const decodeChoices = Schema.decodeUnknownResult(Schema.Array(EventChoice))

type Chosen = ReadonlyArray<EventChoice> | null

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
  { unchosen, noneChosen, unknown }: WebhookWords["choice"],
  { which, events }: EventFields,
  before: Chosen
): Result.Result<Chosen, string> => {
  if (which === "every") return Result.succeed(null)
  if (which !== "chosen") return Result.fail(unchosen)
  if (events.length === 0) return Result.fail(noneChosen)
  const known = Result.mapError(decodeChoices(events), () => unknown)
  return Result.map(known, (chosen) => {
    const all = new Set(chosen)
    const isSame =
      before !== null && new Set(before).size === all.size && before.every((one) => all.has(one))
    return isSame ? before : [...all]
  })
}

const kindsOf = (
  words: WebhookWords["choice"],
  family: EventFamily,
  events: ReadonlyArray<string>
): Child => {
  const whole = wholeFamily(family)
  const types = eventTypes.filter((type) => familyOf(type) === family)
  return checks(
    "events",
    words.families[family],
    [
      { value: whole, label: words.wholeFamily(whole) },
      ...types.map((type) => ({ value: type, label: `${words.events[type]} (${type})` }))
    ],
    events,
    "checkbox",
    [],
    `events-${family}`
  )
}

/** The kinds stand under the choice; the stylesheet hides them while it is every event. */
export const eventFields = (
  words: WebhookWords["choice"],
  { which, events }: EventFields,
  wrong: Problems
) =>
  div(
    { class: "events" },
    checks(
      "which",
      words.title,
      [
        { value: "every", label: words.everyFuture },
        { value: "chosen", label: words.onlyThese }
      ],
      [which],
      "radio",
      wrong
    ),
    div(
      { class: "kinds" },
      Record.keys(words.families).map((family) => kindsOf(words, family, events))
    )
  )

export const choiceText = ({ every }: WebhookWords["choice"], events: Chosen): string =>
  events === null ? every : events.join(", ")
