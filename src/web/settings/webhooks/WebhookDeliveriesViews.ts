/** Views of deliveries: failures, the next attempt, every attempt, and the payload. */
import { DateTime } from "effect"
import type { DeliveryWithPayload } from "../../../app/events/webhooks/WebhookDeliveries.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { type Failing, isAccepted, lastTryOf } from "../../../domain/events/Webhook.ts"
import type {
  Attempt,
  WebhookDeliveryView,
  WebhookEndpointView
} from "../../../domain/events/WebhookResource.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { type Child, div, h1, h2, input, p, pre, span } from "../../../html/Elements.ts"
import { fill } from "../../../html/Template.ts"
import type { WebhookWords } from "../../../words/developers/WebhookWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import type { TimeFormats } from "../../PageFormats.ts"
import { actions, badge, button, cell, form, link, table } from "../../Parts.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"

const { path } = sections.webhooks

/** Input of the views of a delivery. */
interface Look {
  readonly signedIn: SignedIn
  readonly page: BrowserRequest
  readonly endpoint: WebhookEndpointView
  readonly times: TimeFormats
}

const wordsOf = ({ page }: Look): WebhookWords["deliveries"] =>
  wordsIn(page.language).webhooks.deliveries

/** The words with the time since which an endpoint fails. */
export const since = (
  { messages }: WebhookWords,
  template: string,
  { since: start, deliveries }: Failing,
  { minute }: TimeFormats
) => fill(template, { since: minute(start), messages: messages(deliveries) })

const stateOf = (look: Look, { status, attempts }: WebhookDeliveryView): Child => {
  const words = wordsOf(look)
  const last = attempts.at(-1)
  if (status === "delivered") return badge(words.delivered, "good")
  if (status === "dead") return badge(words.givenUp, "bad")
  return last === undefined || isAccepted(last) ? badge(words.waiting) : badge(words.failing, "bad")
}

const nextTry = (look: Look, { nextTryAt }: WebhookDeliveryView): Child => {
  if (nextTryAt === null) return null
  const { endpoint, times } = look
  const words = wordsOf(look)
  const when = !endpoint.enabled
    ? words.whenOn
    : DateTime.isLessThanOrEqualTo(nextTryAt, times.now)
      ? words.nextNow
      : fill(words.next, { time: times.minute(nextTryAt) })
  return div({ class: "quiet small" }, when)
}

const resultOf = (look: Look, { statusCode, error }: Attempt): string =>
  statusCode === null ? (error ?? "") : wordsOf(look).answered(String(statusCode))

const lastTry = (look: Look, { attempts }: WebhookDeliveryView): ReadonlyArray<Child> => {
  const words = wordsOf(look)
  const last = attempts.at(-1)
  if (last === undefined) return [words.notTried]
  return [look.times.minute(last.at), `: ${resultOf(look, last)} (${words.tries(attempts.length)})`]
}

const own = ({ endpoint }: Look, { id }: WebhookDeliveryView): string =>
  `${path}/${endpoint.id}/deliveries/${id}`

/** Sends the last attempt that the page shows, so that a repeated form sends nothing twice. */
const sendForm = (look: Look, delivery: WebhookDeliveryView): Child => {
  const { resend, sendNow } = wordsOf(look)
  return mayManage(look.signedIn.user) && look.endpoint.enabled
    ? form(`${own(look, delivery)}/replay`, look.page.cookies.csrf, [
        input({ type: "hidden", name: "seen", value: lastTryOf(delivery) }),
        button(delivery.status === "delivered" ? resend : sendNow, "second")
      ])
    : null
}

export const deliveriesTable = (look: Look, deliveries: ReadonlyArray<WebhookDeliveryView>) => {
  const words = wordsOf(look)
  return deliveries.length === 0
    ? p(words.none)
    : table(
        words.title,
        [...words.columns, ""],
        deliveries.map((delivery) => [
          cell(
            link(own(look, delivery), delivery.eventType, "row-link"),
            div({ class: "quiet small" }, delivery.eventId)
          ),
          cell(stateOf(look, delivery), nextTry(look, delivery)),
          cell(...lastTry(look, delivery)),
          actions(sendForm(look, delivery))
        ])
      )
}

/** Indented; what is no JSON stays as it is. */
const indented = (payload: string): string => {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

const attemptRow =
  (look: Look) =>
  (attempt: Attempt): ReadonlyArray<Child> => [
    cell(look.times.second(attempt.at)),
    cell(span({ class: isAccepted(attempt) ? undefined : "bad" }, resultOf(look, attempt))),
    cell(`${attempt.durationMs} ms`)
  ]

export const deliveryPage = (look: Look, { delivery, payload }: DeliveryWithPayload) => {
  const { signedIn, page, endpoint, times } = look
  const words = wordsOf(look)
  const { attempts } = delivery
  return settingsPage("webhooks", signedIn, page, [
    p(link(`${path}/${endpoint.id}`, endpoint.url)),
    h1(delivery.eventType),
    p(
      { class: "quiet" },
      fill(words.made, { id: delivery.eventId, time: times.second(delivery.createdAt) })
    ),
    div(
      { class: "row" },
      div(stateOf(look, delivery), nextTry(look, delivery)),
      sendForm(look, delivery)
    ),
    h2(words.attempts),
    attempts.length === 0
      ? p(`${words.notTried}.`)
      : table(words.attempts, words.attemptColumns, attempts.toReversed().map(attemptRow(look))),
    h2(words.content),
    p({ class: "quiet" }, words.contentHint),
    pre({ class: "code" }, indented(payload))
  ])
}
