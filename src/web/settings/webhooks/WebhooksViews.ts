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
import { a, type Child, div, h1, h2, p } from "../../../html/Elements.ts"
import type { WebhookWords } from "../../../words/developers/WebhookWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import { allValid, orNull, type Problems } from "../../forms/Forms.ts"
import type { TimeFormats } from "../../PageFormats.ts"
import {
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
import { deliveriesTable, since } from "./WebhookDeliveriesViews.ts"
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
  words: WebhookWords,
  given: EndpointFields,
  before: WebhookEndpointView["events"]
): Result.Result<WebhookInput, Problems> =>
  Result.map(
    allValid({
      which: chosenEvents(words.choice, given, before),
      description: orNull(optionalLine(255), given.description, words.descriptionWrong)
    }),
    ({ which, description }) => ({
      url: given.url,
      enabled: given.enabled,
      events: which,
      description
    })
  )

const fields = (words: WebhookWords, given: EndpointFields, wrong: Problems) => [
  field({
    name: "url",
    label: words.address,
    value: given.url,
    hint: words.addressHint,
    required: true,
    maxLength: 2000,
    wrong
  }),
  field({
    name: "description",
    label: words.description,
    value: given.description,
    maxLength: 255,
    wrong
  }),
  eventFields(words.choice, given, wrong),
  checks(
    "enabled",
    words.state,
    [{ value: "yes", label: words.sendEvents }],
    given.enabled ? ["yes"] : []
  )
]

const stateOf = (
  words: WebhookWords,
  { enabled }: WebhookEndpointView,
  failing: Failing | undefined,
  times: TimeFormats
): ReadonlyArray<Child> =>
  failing === undefined
    ? [badge(enabled ? words.on : words.off)]
    : [
        badge(enabled ? words.failing : words.offFailing, "bad"),
        div({ class: "bad small" }, since(words, words.since, failing, times))
      ]

interface Endpoints {
  readonly endpoints: ReadonlyArray<WebhookEndpointView>
  readonly failing: ReadonlyMap<string, Failing>
  readonly times: TimeFormats
}

const endpointRow =
  (words: WebhookWords, { failing, times }: Endpoints) =>
  (endpoint: WebhookEndpointView) => {
    const { id, url, description, events } = endpoint
    return [
      cell(
        a({ class: "row-link", href: `${path}/${id}`, "aria-label": words.openNamed(url) }, url),
        div({ class: "quiet small" }, description)
      ),
      cell(choiceText(words.choice, events)),
      cell(...stateOf(words, endpoint, failing.get(id), times))
    ]
  }

export const webhooksPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  shown: Endpoints,
  { given, wrong }: RefusedForm = { given: newEndpoint, wrong: [] }
) => {
  const { webhooks: words } = wordsIn(page.language)
  const { endpoints } = shown
  return settingsPage(
    "webhooks",
    signedIn,
    page,
    [
      h1(words.title),
      p({ class: "quiet" }, words.intro),
      problems(wrong),
      endpoints.length === 0
        ? p(words.none)
        : table(words.caption, words.columns, endpoints.map(endpointRow(words, shown))),
      ...(mayManage(signedIn.user)
        ? [
            h2(words.add),
            form(path, page.cookies.csrf, [...fields(words, given, wrong), button(words.addButton)])
          ]
        : [])
    ],
    wrong.length === 0 ? 200 : 422
  )
}

/** An endpoint, its deliveries, and whether it fails. */
interface Detail {
  readonly endpoint: WebhookEndpointView
  readonly deliveries: ReadonlyArray<WebhookDeliveryView>
  readonly failing: Failing | undefined
  readonly times: TimeFormats
}

const changes = (
  words: WebhookWords,
  { cookies }: BrowserRequest,
  own: string,
  { given, wrong }: RefusedForm
): ReadonlyArray<Child> => [
  form(own, cookies.csrf, [...fields(words, given, wrong), button(words.save)]),
  div(
    { class: "row" },
    form(`${own}/test`, cookies.csrf, [button(words.sendTest, "second")]),
    link(`${own}/rotate`, words.newSecret, "button second"),
    link(`${own}/delete`, words.delete, "button second")
  )
]

export const detailPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  { endpoint, deliveries, failing, times }: Detail,
  sent: RefusedForm = { given: endpointFields(endpoint), wrong: [] }
) => {
  const { webhooks: words } = wordsIn(page.language)
  return settingsPage(
    "webhooks",
    signedIn,
    page,
    [
      p(link(path, words.all)),
      h1(endpoint.url),
      problems(sent.wrong),
      failing === undefined
        ? null
        : note(
            "bad",
            p(
              since(words, words.failingSince, failing, times),
              " ",
              link("#deliveries", words.seeDeliveries)
            )
          ),
      ...(mayManage(signedIn.user)
        ? changes(words, page, `${path}/${endpoint.id}`, sent)
        : [p(choiceText(words.choice, endpoint.events))]),
      h2({ id: "deliveries" }, words.deliveries.title),
      deliveriesTable({ signedIn, page, endpoint, times }, deliveries)
    ],
    sent.wrong.length === 0 ? 200 : 422
  )
}
