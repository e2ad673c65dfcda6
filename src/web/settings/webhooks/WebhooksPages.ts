/** Pages of webhook endpoints: their address, their secret (shown once), their deliveries. */
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import { WebhookDeliveries } from "../../../app/events/webhooks/WebhookDeliveries.ts"
import type { EndpointWithSecret } from "../../../app/events/webhooks/WebhookEndpoints.ts"
import { Webhooks } from "../../../app/events/webhooks/Webhooks.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { scopes } from "../../../domain/access/Scope.ts"
import { p } from "../../../html/Elements.ts"
import type { Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { timeFormatsOf } from "../../PageFormats.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { question, secretBox } from "../../Parts.ts"
import type { VisitRequest } from "../../Visits.ts"
import { makeOneTimeSecrets } from "../OneTimeSecrets.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { deliveryPage } from "./WebhookDeliveriesViews.ts"
import {
  detailPage,
  type RefusedForm,
  readEndpointFields,
  webhookInputOf,
  webhooksPage
} from "./WebhooksViews.ts"

const { path } = sections.webhooks

/** Owners and admins see the whole workspace. */
const everything = new Set(scopes)

export const layerWebhooksPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, settingsPost, provedPost } = yield* makePages
    const { handOver, showOnce } = yield* makeOneTimeSecrets
    const webhooks = yield* Webhooks
    const deliveries = yield* WebhookDeliveries
    const idOf = (page: VisitRequest) => page.params["id"] ?? ""
    const deliveryIdOf = (page: VisitRequest) => page.params["delivery_id"] ?? ""
    const firstPage = { limit: 50, after: null }
    const missing = () => pageNotFound
    const endpointOf = ({ workspace }: SignedIn, page: VisitRequest) =>
      Effect.mapError(webhooks.get(workspace, idOf(page)), missing)
    const toSecret = (signedIn: SignedIn, page: VisitRequest, made: EndpointWithSecret) =>
      handOver(signedIn, page, `${path}/${made.endpoint.id}/secret`, made.secret)

    const list = Effect.fnUntraced(function* (
      signedIn: SignedIn,
      page: VisitRequest,
      sent?: RefusedForm
    ) {
      const { items } = yield* webhooks.list(signedIn.workspace, { limit: 100, after: null })
      const failing = yield* deliveries.failing(signedIn.workspace)
      const times = yield* timeFormatsOf(signedIn.workspace)
      return webhooksPage(signedIn, page, { endpoints: items, failing, times }, sent)
    })

    const detail = Effect.fnUntraced(function* (
      signedIn: SignedIn,
      page: VisitRequest,
      sent?: RefusedForm
    ) {
      const endpoint = yield* endpointOf(signedIn, page)
      const { workspace } = signedIn
      const found = yield* Effect.mapError(
        deliveries.list(workspace, endpoint.id, firstPage),
        missing
      )
      const shown = {
        endpoint,
        deliveries: found.items,
        failing: (yield* deliveries.failing(workspace)).get(endpoint.id),
        times: yield* timeFormatsOf(workspace)
      }
      return detailPage(signedIn, page, shown, sent)
    })

    yield* settingsGet(path, (signedIn, page) => list(signedIn, page))

    yield* provedPost(path, (signedIn, page) =>
      Effect.gen(function* () {
        const given = readEndpointFields(page.form)
        const again = (wrong: Problems) => list(signedIn, page, { given, wrong })
        const input = webhookInputOf(given, null)
        if (Result.isFailure(input)) return yield* again(input.failure)
        return yield* webhooks.create(signedIn.workspace, everything, input.success).pipe(
          Effect.flatMap((made) => toSecret(signedIn, page, made)),
          Effect.catchTags({
            Invalid: ({ problems: [{ message }] }) =>
              again([{ field: "url", message: `Address ${message}` }]),
            BoundReached: ({ message }) => again([message]),
            WebhookScopesMissing: Effect.die
          })
        )
      })
    )

    yield* settingsGet(`${path}/:id`, (signedIn, page) => detail(signedIn, page))

    yield* settingsPost(`${path}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        const given = readEndpointFields(page.form)
        const again = (wrong: Problems) => detail(signedIn, page, { given, wrong })
        const { events } = yield* endpointOf(signedIn, page)
        const input = webhookInputOf(given, events)
        if (Result.isFailure(input)) return yield* again(input.failure)
        return yield* webhooks
          .update(signedIn.workspace, everything, idOf(page), input.success)
          .pipe(
            Effect.map(() => seeOther(`${path}/${idOf(page)}?done=saved`)),
            Effect.catchTags({
              Invalid: ({ problems: [{ message }] }) =>
                again([{ field: "url", message: `Address ${message}` }]),
              WebhookEndpointNotFound: () => Effect.fail(pageNotFound),
              // A form sends no If-Match.
              PreconditionFailed: Effect.die,
              WebhookScopesMissing: Effect.die
            })
          )
      })
    )

    yield* showOnce("webhooks", `${path}/:id/secret`, (signedIn, page) =>
      Effect.map(endpointOf(signedIn, page), ({ id, url }) => ({
        title: "The endpoint's secret",
        shown: (secret) => [
          p("Verify the signatures of messages with it."),
          secretBox("webhook-secret", url, secret)
        ],
        done: { href: `${path}/${id}`, label: "Done" },
        another: { href: `${path}/${id}/rotate`, label: "New secret" }
      }))
    )

    yield* settingsPost(`${path}/:id/test`, (signedIn, page) =>
      webhooks
        .test(signedIn.workspace, idOf(page))
        .pipe(Effect.as(seeOther(`${path}/${idOf(page)}?done=queued`)), Effect.mapError(missing))
    )

    yield* settingsGet(`${path}/:id/deliveries/:delivery_id`, (signedIn, page) =>
      Effect.gen(function* () {
        const endpoint = yield* endpointOf(signedIn, page)
        const { workspace } = signedIn
        const found = yield* Effect.mapError(
          deliveries.get(workspace, endpoint.id, deliveryIdOf(page)),
          missing
        )
        const times = yield* timeFormatsOf(workspace)
        return deliveryPage({ signedIn, page, endpoint, times }, found)
      })
    )

    yield* settingsPost(`${path}/:id/deliveries/:delivery_id/replay`, (signedIn, page) =>
      deliveries
        .sendNow(signedIn.workspace, idOf(page), deliveryIdOf(page), page.form.text("seen"))
        .pipe(
          Effect.map((isQueued) =>
            seeOther(`${path}/${idOf(page)}?done=${isQueued ? "queued" : "tried"}`)
          ),
          Effect.mapError(missing)
        )
    )

    const ask = (name: "rotate" | "delete", title: string, text: string, label: string) =>
      settingsGet(`${path}/:id/${name}`, (signedIn, page) =>
        Effect.map(endpointOf(signedIn, page), (endpoint) =>
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
      "for a day messages are signed with both, then the current one expires.",
      "Create a new secret"
    )
    yield* ask(
      "delete",
      "Delete the endpoint?",
      "deliveries that are still waiting are dropped. This cannot be undone.",
      "Delete the endpoint"
    )

    yield* provedPost(`${path}/:id/rotate`, (signedIn, page) =>
      webhooks.rotate(signedIn.workspace, idOf(page)).pipe(
        Effect.flatMap((made) => toSecret(signedIn, page, made)),
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
