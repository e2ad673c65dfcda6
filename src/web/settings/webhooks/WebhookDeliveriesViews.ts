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

const messages = (count: number): string => (count === 1 ? "1 message" : `${count} messages`)

/** Since when an endpoint fails, after a word that says so. */
export const failingSince = ({ since, deliveries }: Failing, { minute }: TimeFormats) => [
  "since ",
  minute(since),
  `, ${messages(deliveries)}`
]

const stateOf = ({ status, attempts }: WebhookDeliveryView): Child => {
  const last = attempts.at(-1)
  if (status === "delivered") return badge("Delivered", "good")
  if (status === "dead") return badge("Given up", "bad")
  return last === undefined || isAccepted(last) ? badge("Waiting") : badge("Failing", "bad")
}

const nextTry = ({ endpoint, times }: Look, { nextTryAt }: WebhookDeliveryView): Child => {
  if (nextTryAt === null) return null
  const when = !endpoint.enabled
    ? ["waits until the endpoint is on"]
    : DateTime.isLessThanOrEqualTo(nextTryAt, times.now)
      ? ["next try now"]
      : ["next try ", times.minute(nextTryAt)]
  return div({ class: "quiet small" }, when)
}

const resultOf = ({ statusCode, error }: Attempt): string =>
  statusCode === null ? (error ?? "") : `answered ${statusCode}`

const lastTry = ({ times }: Look, { attempts }: WebhookDeliveryView): ReadonlyArray<Child> => {
  const last = attempts.at(-1)
  if (last === undefined) return ["Not tried yet"]
  const count = attempts.length === 1 ? "1 try" : `${attempts.length} tries`
  return [times.minute(last.at), `: ${resultOf(last)} (${count})`]
}

const own = ({ endpoint }: Look, { id }: WebhookDeliveryView): string =>
  `${path}/${endpoint.id}/deliveries/${id}`

/** Sends the last attempt that the page shows, so that a repeated form sends nothing twice. */
const sendForm = (look: Look, delivery: WebhookDeliveryView): Child =>
  mayManage(look.signedIn.user) && look.endpoint.enabled
    ? form(`${own(look, delivery)}/replay`, look.page.cookies.csrf, [
        input({ type: "hidden", name: "seen", value: lastTryOf(delivery) }),
        button(delivery.status === "delivered" ? "Send again" : "Send now", "second")
      ])
    : null

export const deliveriesTable = (look: Look, deliveries: ReadonlyArray<WebhookDeliveryView>) =>
  deliveries.length === 0
    ? p("Nothing was sent yet.")
    : table(
        "Deliveries",
        ["Event", "State", "Last try", "Actions"],
        deliveries.map((delivery) => [
          cell(
            link(own(look, delivery), delivery.eventType),
            div({ class: "quiet small" }, delivery.eventId)
          ),
          cell(stateOf(delivery), nextTry(look, delivery)),
          cell(...lastTry(look, delivery)),
          actions(sendForm(look, delivery))
        ])
      )

/** Indented; what is no JSON stays as it is. */
const indented = (payload: string): string => {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

export const deliveryPage = (look: Look, { delivery, payload }: DeliveryWithPayload) => {
  const { signedIn, page, endpoint, times } = look
  const { second } = times
  return settingsPage("webhooks", signedIn, page, [
    p(link(`${path}/${endpoint.id}`, endpoint.url)),
    h1(delivery.eventType),
    p({ class: "quiet" }, delivery.eventId, ", made ", second(delivery.createdAt)),
    div(
      { class: "row" },
      div(stateOf(delivery), nextTry(look, delivery)),
      sendForm(look, delivery)
    ),
    h2("Tries"),
    delivery.attempts.length === 0
      ? p("Not tried yet.")
      : table(
          "Tries",
          ["Time", "Result", "Took"],
          delivery.attempts
            .toReversed()
            .map((attempt) => [
              cell(second(attempt.at)),
              cell(span({ class: isAccepted(attempt) ? undefined : "bad" }, resultOf(attempt))),
              cell(`${attempt.durationMs} ms`)
            ])
        ),
    h2("What is sent"),
    p(
      { class: "quiet" },
      "As it would be sent now, indented here: with the payment links that invoices have now."
    ),
    pre({ class: "code" }, indented(payload))
  ])
}
