/** What the webhook pages show: endpoints, their form, their deliveries, a secret once. */
import { type DateTime, Redacted, Result, Schema } from "effect"
import { h } from "preact"
import type { SignedIn } from "../../app/SignIn.ts"
import type { EndpointWithSecret, WebhookInput } from "../../app/Webhooks.ts"
import { EventChoice } from "../../domain/Event.ts"
import { optionalLine } from "../../domain/Text.ts"
import { mayManage } from "../../domain/User.ts"
import type { DeliveryView, WebhookEndpointView } from "../../domain/Views.ts"
import type { Workspace } from "../../domain/Workspace.ts"
import type { Form } from "../FormReader.ts"
import { allOf, checked, type Problems } from "../Forms.ts"
import type { PageRequest } from "../Pages.ts"
import {
  actions,
  button,
  cell,
  checks,
  field,
  form,
  link,
  problems,
  secretBox,
  table
} from "../Parts.ts"
import { dayOf } from "./ApiKeysPages.ts"
import { sections, settingsPage } from "./SettingsLayout.ts"

const { path } = sections.webhooks

const families = [
  { value: "invoice.*", label: "Invoices and payments" },
  { value: "client.*", label: "Clients" },
  { value: "project.*", label: "Projects" }
]

const states = { pending: "Waiting", delivered: "Delivered", dead: "Given up" }

export const inputOf = (given: Form): Result.Result<WebhookInput, Problems> =>
  Result.map(
    allOf({
      events: checked("Events", Schema.Array(EventChoice), given.all("events")),
      description: checked("Description", optionalLine(255), given.text("description"))
    }),
    ({ events, description }) => ({
      url: given.text("url"),
      events: events.length === 0 ? null : events,
      description: description === "" ? null : description,
      enabled: given.text("enabled") === "yes"
    })
  )

const fields = (given: Partial<WebhookInput>, wrong: Problems) => [
  field({
    name: "url",
    label: "Address",
    value: given.url ?? "",
    hint: "https, and reachable from the internet. Messages are signed.",
    required: true,
    maxLength: 2000,
    wrong
  }),
  field({
    name: "description",
    label: "Description",
    value: given.description ?? "",
    maxLength: 255,
    wrong
  }),
  checks("events", "Which events? None chosen means every one.", families, given.events ?? []),
  checks(
    "enabled",
    "State",
    [{ value: "yes", label: "Send events" }],
    given.enabled === false ? [] : ["yes"]
  )
]

export const secretPage = (signedIn: SignedIn, page: PageRequest, made: EndpointWithSecret) =>
  settingsPage("webhooks", signedIn, page, [
    h("h1", null, "The endpoint's secret"),
    h("p", null, "Copy it now: it is shown only this once. Messages are checked with it."),
    secretBox("webhook-secret", made.endpoint.url, Redacted.value(made.secret)),
    h("p", null, link(`${path}/${made.endpoint.id}`, "Done", "button"))
  ])

const eventsInWords = ({ events }: WebhookEndpointView): string =>
  events === null ? "Every event" : events.join(", ")

export const listPage = (
  signedIn: SignedIn,
  page: PageRequest,
  endpoints: ReadonlyArray<WebhookEndpointView>,
  given: Partial<WebhookInput> = {},
  wrong: Problems = []
) =>
  settingsPage(
    "webhooks",
    signedIn,
    page,
    [
      h("h1", null, "Webhooks"),
      h("p", { class: "quiet" }, "What happens here is told to your servers as it happens."),
      problems(wrong),
      endpoints.length === 0
        ? h("p", null, "There is no endpoint yet.")
        : table(
            "Endpoints",
            ["Address", "Events", "State", "Actions"],
            endpoints.map((endpoint) => [
              cell(
                h("strong", null, endpoint.url),
                h("div", { class: "quiet small" }, endpoint.description)
              ),
              cell(eventsInWords(endpoint)),
              cell(endpoint.enabled ? "On" : "Off"),
              actions(
                h(
                  "a",
                  { href: `${path}/${endpoint.id}`, "aria-label": `Open ${endpoint.url}` },
                  "Open"
                )
              )
            ])
          ),
      ...(mayManage(signedIn.user)
        ? [
            h("h2", null, "Add an endpoint"),
            form(path, page.visit.csrf, [...fields(given, wrong), button("Add")])
          ]
        : [])
    ],
    wrong.length === 0 ? 200 : 422
  )

const lastTry = (workspace: Workspace, { attempts }: DeliveryView): string => {
  const last = attempts.at(-1)
  if (last === undefined) return "Not tried yet"
  const result = last.statusCode === null ? last.error : `answered ${last.statusCode}`
  const at: DateTime.Utc = last.at
  return `${dayOf(workspace, at)}: ${result ?? ""} (${attempts.length === 1 ? "1 try" : `${attempts.length} tries`})`
}

export const detailPage = (
  signedIn: SignedIn,
  page: PageRequest,
  endpoint: WebhookEndpointView,
  deliveries: ReadonlyArray<DeliveryView>,
  given: Partial<WebhookInput> = endpoint,
  wrong: Problems = []
) => {
  const manages = mayManage(signedIn.user)
  const own = `${path}/${endpoint.id}`
  return settingsPage(
    "webhooks",
    signedIn,
    page,
    [
      h("p", null, link(path, "All endpoints")),
      h("h1", null, endpoint.url),
      problems(wrong),
      ...(manages
        ? [
            form(own, page.visit.csrf, [...fields(given, wrong), button("Save")]),
            h(
              "div",
              { class: "row" },
              form(`${own}/test`, page.visit.csrf, [button("Send a test event", "second")]),
              link(`${own}/rotate`, "New secret", "button second"),
              link(`${own}/delete`, "Delete", "button second")
            )
          ]
        : [h("p", null, eventsInWords(endpoint))]),
      h("h2", null, "Deliveries"),
      deliveries.length === 0
        ? h("p", null, "Nothing was sent yet.")
        : table(
            "Deliveries",
            ["Event", "State", "Last try", "Actions"],
            deliveries.map((delivery) => [
              cell(
                h("strong", null, delivery.eventType),
                h("div", { class: "quiet small" }, delivery.eventId)
              ),
              cell(h("span", { class: "badge" }, states[delivery.status])),
              cell(lastTry(signedIn.workspace, delivery)),
              actions(
                manages && delivery.status !== "pending"
                  ? form(`${own}/deliveries/${delivery.id}/replay`, page.visit.csrf, [
                      button("Send again", "second")
                    ])
                  : null
              )
            ])
          )
    ],
    wrong.length === 0 ? 200 : 422
  )
}
