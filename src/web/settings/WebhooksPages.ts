/** Webhook endpoints for people: where events are told, the secret once, how deliveries went. */
import { type DateTime, Effect, Redacted, Result, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { h } from "preact"
import type { SignedIn } from "../../app/SignIn.ts"
import { type EndpointWithSecret, type WebhookInput, Webhooks } from "../../app/Webhooks.ts"
import { EventChoice } from "../../domain/Event.ts"
import { optionalLine } from "../../domain/Text.ts"
import { mayManage } from "../../domain/User.ts"
import type { DeliveryView, WebhookEndpointView } from "../../domain/Views.ts"
import type { Workspace } from "../../domain/Workspace.ts"
import { allOf, checked, type Form } from "../Forms.ts"
import { seeOther } from "../Layout.ts"
import { makePages, notFound, type PageRequest } from "../Pages.ts"
import {
  actions,
  button,
  cell,
  checks,
  field,
  form,
  link,
  problems,
  question,
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

const inputOf = (given: Form): Result.Result<WebhookInput, ReadonlyArray<string>> =>
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

const fields = (given: Partial<WebhookInput>) => [
  field({
    name: "url",
    label: "Address",
    value: given.url ?? "",
    hint: "https, and reachable from the internet. Messages are signed.",
    required: true,
    maxLength: 2000
  }),
  field({
    name: "description",
    label: "Description",
    value: given.description ?? "",
    maxLength: 255
  }),
  checks("events", "Which events? None chosen means every one.", families, given.events ?? []),
  checks(
    "enabled",
    "State",
    [{ value: "yes", label: "Send events" }],
    given.enabled === false ? [] : ["yes"]
  )
]

const secretPage = (signedIn: SignedIn, page: PageRequest, made: EndpointWithSecret) =>
  settingsPage("webhooks", signedIn, page, [
    h("h1", null, "The endpoint's secret"),
    h("p", null, "Copy it now: it is shown only this once. Messages are checked with it."),
    secretBox("webhook-secret", made.endpoint.url, Redacted.value(made.secret)),
    h("p", null, link(`${path}/${made.endpoint.id}`, "Done", "button"))
  ])

const eventsInWords = ({ events }: WebhookEndpointView): string =>
  events === null ? "Every event" : events.join(", ")

const listPage = (
  signedIn: SignedIn,
  page: PageRequest,
  endpoints: ReadonlyArray<WebhookEndpointView>,
  given: Partial<WebhookInput> = {},
  wrong: ReadonlyArray<string> = []
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
            form(path, page.visit.csrf, [...fields(given), button("Add")])
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
  return `${dayOf(workspace, at)}: ${result ?? ""} (${attempts.length} tries)`
}

const detailPage = (
  signedIn: SignedIn,
  page: PageRequest,
  endpoint: WebhookEndpointView,
  deliveries: ReadonlyArray<DeliveryView>,
  given: Partial<WebhookInput> = endpoint,
  wrong: ReadonlyArray<string> = []
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
            form(own, page.visit.csrf, [...fields(given), button("Save")]),
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
              cell(states[delivery.status]),
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

export const WebhooksPagesLive = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, settingsPost } = yield* makePages
    const webhooks = yield* Webhooks
    const idOf = (page: PageRequest) => page.params["id"] ?? ""
    const firstPage = { limit: 50, after: null }
    const missing = () => notFound

    const listed = ({ workspace }: SignedIn) =>
      Effect.map(webhooks.list(workspace, { limit: 100, after: null }), ({ items }) => items)

    const detail = (
      signedIn: SignedIn,
      page: PageRequest,
      given?: Partial<WebhookInput>,
      wrong?: ReadonlyArray<string>
    ) =>
      Effect.gen(function* () {
        const endpoint = yield* webhooks.get(signedIn.workspace, idOf(page))
        const { items } = yield* webhooks.deliveries(signedIn.workspace, idOf(page), firstPage)
        return detailPage(signedIn, page, endpoint, items, given ?? endpoint, wrong)
      }).pipe(Effect.mapError(missing))

    yield* settingsGet(path, (signedIn, page) =>
      Effect.map(listed(signedIn), (all) => listPage(signedIn, page, all))
    )

    yield* settingsPost(path, (signedIn, page) =>
      Effect.gen(function* () {
        const again = (given: Partial<WebhookInput>, wrong: ReadonlyArray<string>) =>
          Effect.map(listed(signedIn), (all) => listPage(signedIn, page, all, given, wrong))
        const input = inputOf(page.form)
        if (Result.isFailure(input)) return yield* again({}, input.failure)
        return yield* webhooks.create(signedIn.workspace, input.success).pipe(
          Effect.map((made) => secretPage(signedIn, page, made)),
          Effect.catchTag("Invalid", ({ issues: [{ message }] }) =>
            again(input.success, [`Address ${message}`])
          )
        )
      })
    )

    yield* settingsGet(`${path}/:id`, (signedIn, page) => detail(signedIn, page))

    yield* settingsPost(`${path}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        const input = inputOf(page.form)
        if (Result.isFailure(input)) return yield* detail(signedIn, page, {}, input.failure)
        return yield* webhooks.update(signedIn.workspace, idOf(page), input.success).pipe(
          Effect.map(() => seeOther(`${path}/${idOf(page)}?done=saved`)),
          Effect.catchTags({
            Invalid: ({ issues: [{ message }] }) =>
              detail(signedIn, page, input.success, [`Address ${message}`]),
            WebhookEndpointNotFound: () => Effect.fail(notFound),
            // A form names no representation that it expects.
            PreconditionFailed: Effect.die
          })
        )
      })
    )

    yield* settingsPost(`${path}/:id/test`, (signedIn, page) =>
      webhooks
        .test(signedIn.workspace, idOf(page))
        .pipe(Effect.as(seeOther(`${path}/${idOf(page)}?done=queued`)), Effect.mapError(missing))
    )

    yield* settingsPost(`${path}/:id/deliveries/:delivery_id/replay`, (signedIn, page) =>
      webhooks
        .replay(signedIn.workspace, idOf(page), page.params["delivery_id"] ?? "")
        .pipe(Effect.as(seeOther(`${path}/${idOf(page)}?done=queued`)), Effect.mapError(missing))
    )

    const ask = (name: "rotate" | "delete", title: string, text: string, label: string) =>
      settingsGet(`${path}/:id/${name}`, (signedIn, page) =>
        Effect.map(
          Effect.mapError(webhooks.get(signedIn.workspace, idOf(page)), missing),
          (endpoint) =>
            settingsPage(
              "webhooks",
              signedIn,
              page,
              question(
                title,
                `${endpoint.url}: ${text}`,
                {
                  url: `${path}/${endpoint.id}/${name}`,
                  label,
                  back: `${path}/${endpoint.id}`
                },
                page.visit.csrf
              )
            )
        )
      )

    yield* ask(
      "rotate",
      "A new secret?",
      "for a day messages are signed with both, then the present one is worth nothing.",
      "Make a new secret"
    )
    yield* ask(
      "delete",
      "Delete the endpoint?",
      "what was not delivered yet is given up. This cannot be undone.",
      "Delete the endpoint"
    )

    yield* settingsPost(`${path}/:id/rotate`, (signedIn, page) =>
      webhooks.rotate(signedIn.workspace, idOf(page)).pipe(
        Effect.map((made) => secretPage(signedIn, page, made)),
        Effect.mapError(missing)
      )
    )

    yield* settingsPost(`${path}/:id/delete`, (signedIn, page) =>
      webhooks
        .remove(signedIn.workspace, idOf(page))
        .pipe(Effect.as(seeOther(`${path}?done=removed`)), Effect.mapError(missing))
    )
  })
)
