/** Pages of one webhook delivery: its attempts, and sending it now. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { WebhookDeliveries } from "../../../app/events/webhooks/WebhookDeliveries.ts"
import { Webhooks } from "../../../app/events/webhooks/Webhooks.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { type BrowserRequest, idOf } from "../../BrowserRequests.ts"
import { seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { readerTimes, sections } from "../SettingsLayout.ts"
import { deliveryPage } from "./WebhookDeliveriesViews.ts"

const { path } = sections.webhooks

const deliveryIdOf = (page: BrowserRequest) => page.params["delivery_id"] ?? ""
export const missing = () => pageNotFound

/** The endpoint that the path names. */
export const endpointIn =
  (webhooks: Webhooks["Service"]) =>
  ({ workspace }: SignedIn, page: BrowserRequest) =>
    Effect.mapError(webhooks.get(workspace, idOf(page)), missing)

export const layerWebhookDeliveriesPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, settingsPost } = yield* makePages
    const deliveries = yield* WebhookDeliveries
    const endpointOf = endpointIn(yield* Webhooks)

    yield* settingsGet(`${path}/:id/deliveries/:delivery_id`, (signedIn, page) =>
      Effect.gen(function* () {
        const endpoint = yield* endpointOf(signedIn, page)
        const { workspace } = signedIn
        const found = yield* Effect.mapError(
          deliveries.get(workspace, endpoint.id, deliveryIdOf(page)),
          missing
        )
        const times = yield* readerTimes(signedIn, page)
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
  })
)
