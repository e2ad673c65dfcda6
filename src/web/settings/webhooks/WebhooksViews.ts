/** Views of webhook endpoints: the list, their failures, their form. */
import { Result } from "effect"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { Failing } from "../../../domain/events/Webhook.ts"
import type {
  WebhookDeliveryView,
  WebhookEndpointView,
  WebhookInput
} from "../../../domain/events/WebhookResource.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { optionalLine } from "../../../domain/text/Text.ts"
import { a, type Child, div, h1, h2, p, strong } from "../../../html/Elements.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import { allValid, orNull, type Problems } from "../../forms/Forms.ts"
import type { TimeFormats } from "../../PageFormats.ts"
import {
  actions,
  badge,
  button,
  cell,
  checks,
  field,
  form,
  link,
  note,
  problems,
  table
} from "../../Parts.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { deliveriesTable, failingSince } from "./WebhookDeliveriesViews.ts"
import {
  choiceText,
  chosenEvents,
  type EventFields,
  eventFields,
  eventFieldsIn,
  eventFieldsOf
} from "./WebhookEvents.ts"

const { path } = sections.webhooks

/** The form as it was typed, or as the endpoint is. */
interface EndpointFields extends EventFields {
  readonly url: string
  readonly description: string
  readonly enabled: boolean
}

/** A refused form and its problems. */
export interface RefusedForm {
  readonly given: EndpointFields
  readonly wrong: Problems
}

const newEndpoint: EndpointFields = {
  url: "",
  description: "",
  enabled: true,
  ...eventFieldsOf(null)
}

const endpointFields = (endpoint: WebhookEndpointView): EndpointFields => ({
  url: endpoint.url,
  description: endpoint.description ?? "",
  enabled: endpoint.enabled,
  ...eventFieldsOf(endpoint.events)
})

export const readEndpointFields = (given: Form): EndpointFields => ({
  url: given.text("url"),
  description: given.text("description"),
  enabled: given.text("enabled") === "yes",
  ...eventFieldsIn(given)
})

/** Input of the use case; `before` are the current events of the endpoint. */
export const webhookInputOf = (
  given: EndpointFields,
  before: WebhookEndpointView["events"]
): Result.Result<WebhookInput, Problems> =>
  Result.map(
    allValid({
      which: chosenEvents(given, before),
      description: orNull("Description", optionalLine(255), given.description)
    }),
    ({ which, description }) => ({
      url: given.url,
      enabled: given.enabled,
      events: which,
      description
    })
  )

const fields = (given: EndpointFields, wrong: Problems) => [
  field({
    name: "url",
    label: "Address",
    value: given.url,
    hint: "https, and reachable from the internet. Messages are signed.",
    required: true,
    maxLength: 2000,
    wrong
  }),
  field({
    name: "description",
    label: "Description",
    value: given.description,
    maxLength: 255,
    wrong
  }),
  eventFields(given, wrong),
  checks("enabled", "State", [{ value: "yes", label: "Send events" }], given.enabled ? ["yes"] : [])
]

const stateOf = (
  endpoint: WebhookEndpointView,
  failing: Failing | undefined,
  times: TimeFormats
): ReadonlyArray<Child> => {
  if (failing === undefined) return [endpoint.enabled ? badge("On") : badge("Off")]
  return [
    endpoint.enabled ? badge("Failing", "bad") : badge("Off, failing", "bad"),
    div({ class: "bad small" }, failingSince(failing, times))
  ]
}

interface Endpoints {
  readonly endpoints: ReadonlyArray<WebhookEndpointView>
  readonly failing: ReadonlyMap<string, Failing>
  readonly times: TimeFormats
}

export const webhooksPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  { endpoints, failing, times }: Endpoints,
  { given, wrong }: RefusedForm = { given: newEndpoint, wrong: [] }
) =>
  settingsPage(
    "webhooks",
    signedIn,
    page,
    [
      h1("Webhooks"),
      p({ class: "quiet" }, "Events are sent to your servers as they happen."),
      problems(wrong),
      endpoints.length === 0
        ? p("There is no endpoint yet.")
        : table(
            "Endpoints",
            ["Address", "Events", "State", "Actions"],
            endpoints.map((endpoint) => [
              cell(strong(endpoint.url), div({ class: "quiet small" }, endpoint.description)),
              cell(choiceText(endpoint.events)),
              cell(...stateOf(endpoint, failing.get(endpoint.id), times)),
              actions(
                a({ href: `${path}/${endpoint.id}`, "aria-label": `Open ${endpoint.url}` }, "Open")
              )
            ])
          ),
      ...(mayManage(signedIn.user)
        ? [
            h2("Add an endpoint"),
            form(path, page.cookies.csrf, [...fields(given, wrong), button("Add")])
          ]
        : [])
    ],
    wrong.length === 0 ? 200 : 422
  )

/** An endpoint, its deliveries, and whether it fails. */
interface Detail {
  readonly endpoint: WebhookEndpointView
  readonly deliveries: ReadonlyArray<WebhookDeliveryView>
  readonly failing: Failing | undefined
  readonly times: TimeFormats
}

export const detailPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  { endpoint, deliveries, failing, times }: Detail,
  { given, wrong }: RefusedForm = { given: endpointFields(endpoint), wrong: [] }
) => {
  const manages = mayManage(signedIn.user)
  const own = `${path}/${endpoint.id}`
  return settingsPage(
    "webhooks",
    signedIn,
    page,
    [
      p(link(path, "All endpoints")),
      h1(endpoint.url),
      problems(wrong),
      failing === undefined
        ? null
        : note(
            "bad",
            p(
              "Failing ",
              failingSince(failing, times),
              ". ",
              link("#deliveries", "See the deliveries")
            )
          ),
      ...(manages
        ? [
            form(own, page.cookies.csrf, [...fields(given, wrong), button("Save")]),
            div(
              { class: "row" },
              form(`${own}/test`, page.cookies.csrf, [button("Send a test event", "second")]),
              link(`${own}/rotate`, "New secret", "button second"),
              link(`${own}/delete`, "Delete", "button second")
            )
          ]
        : [p(choiceText(endpoint.events))]),
      h2({ id: "deliveries" }, "Deliveries"),
      deliveriesTable({ signedIn, page, endpoint, times }, deliveries)
    ],
    wrong.length === 0 ? 200 : 422
  )
}
