/** Pages of webhook endpoints: their address, their secret (shown once), their deliveries. */
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import { WebhookDeliveries } from "../../../app/events/webhooks/WebhookDeliveries.ts"
import type { EndpointWithSecret } from "../../../app/events/webhooks/WebhookEndpoints.ts"
import { Webhooks } from "../../../app/events/webhooks/Webhooks.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { scopes } from "../../../domain/access/Scope.ts"
import { bounds } from "../../../domain/Bounds.ts"
import { p } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import type { Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { secretBox } from "../../Parts.ts"
import { makeOneTimeSecrets, type OneTimeSecrets } from "../OneTimeSecrets.ts"
import { questionPage, readerTimes, sections } from "../SettingsLayout.ts"
import { endpointIn, missing } from "./WebhookDeliveriesPages.ts"
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

/** Pages that ask before a change, by the last part of their path. */
const questions = [
  ["rotate", "rotate"],
  ["delete", "remove"]
] as const

const firstPage = { limit: 50, after: null }

const toSecret = (
  { handOver }: OneTimeSecrets,
  signedIn: SignedIn,
  page: BrowserRequest,
  { endpoint, secret }: EndpointWithSecret
) => handOver(signedIn, page, `${path}/${endpoint.id}/secret`, secret)

const makeWebhookViews = Effect.gen(function* () {
  const webhooks = yield* Webhooks
  const deliveries = yield* WebhookDeliveries

  const list = Effect.fnUntraced(function* (
    signedIn: SignedIn,
    page: BrowserRequest,
    sent?: RefusedForm
  ) {
    const { items } = yield* webhooks.list(signedIn.workspace, { limit: 100, after: null })
    const failing = yield* deliveries.failing(signedIn.workspace)
    const times = yield* readerTimes(signedIn, page)
    return webhooksPage(signedIn, page, { endpoints: items, failing, times }, sent)
  })

  const detail = Effect.fnUntraced(function* (
    signedIn: SignedIn,
    page: BrowserRequest,
    sent?: RefusedForm
  ) {
    const endpoint = yield* endpointIn(webhooks)(signedIn, page)
    const { workspace } = signedIn
    const found = yield* Effect.mapError(
      deliveries.list(workspace, endpoint.id, firstPage),
      missing
    )
    const shown = {
      endpoint,
      deliveries: found.items,
      failing: (yield* deliveries.failing(workspace)).get(endpoint.id),
      times: yield* readerTimes(signedIn, page)
    }
    return detailPage(signedIn, page, shown, sent)
  })

  return { list, detail }
})

type WebhookViews = Effect.Success<typeof makeWebhookViews>

const createEndpoint =
  (webhooks: Webhooks["Service"], { list }: WebhookViews, secrets: OneTimeSecrets) =>
  (signedIn: SignedIn, page: FormRequest) =>
    Effect.gen(function* () {
      const given = readEndpointFields(page.form)
      const again = (wrong: Problems) => list(signedIn, page, { given, wrong })
      const words = wordsIn(page.language).webhooks
      const input = webhookInputOf(words, given, null)
      if (Result.isFailure(input)) return yield* again(input.failure)
      return yield* webhooks.create(signedIn.workspace, everything, input.success).pipe(
        Effect.flatMap((made) => toSecret(secrets, signedIn, page, made)),
        Effect.catchTags({
          Invalid: () => again([{ field: "url", message: words.addressWrong }]),
          BoundReached: () => again([words.tooMany(String(bounds["webhook endpoints"]))]),
          WebhookScopesMissing: Effect.die
        })
      )
    })

const updateEndpoint =
  (webhooks: Webhooks["Service"], { detail }: WebhookViews) =>
  (signedIn: SignedIn, page: FormRequest) =>
    Effect.gen(function* () {
      const given = readEndpointFields(page.form)
      const again = (wrong: Problems) => detail(signedIn, page, { given, wrong })
      const { events } = yield* endpointIn(webhooks)(signedIn, page)
      const words = wordsIn(page.language).webhooks
      const input = webhookInputOf(words, given, events)
      if (Result.isFailure(input)) return yield* again(input.failure)
      return yield* webhooks.update(signedIn.workspace, everything, idOf(page), input.success).pipe(
        Effect.map(() => seeOther(`${path}/${idOf(page)}?done=saved`)),
        Effect.catchTags({
          Invalid: () => again([{ field: "url", message: words.addressWrong }]),
          WebhookEndpointNotFound: () => Effect.fail(pageNotFound),
          // A form sends no If-Match.
          PreconditionFailed: Effect.die,
          WebhookScopesMissing: Effect.die
        })
      )
    })

export const layerWebhooksPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, settingsPost, provedPost } = yield* makePages
    const secrets = yield* makeOneTimeSecrets
    const webhooks = yield* Webhooks
    const views = yield* makeWebhookViews
    const endpointOf = endpointIn(webhooks)

    yield* settingsGet(path, (signedIn, page) => views.list(signedIn, page))

    yield* provedPost(path, createEndpoint(webhooks, views, secrets))

    yield* settingsGet(`${path}/:id`, (signedIn, page) => views.detail(signedIn, page))

    yield* settingsPost(`${path}/:id`, updateEndpoint(webhooks, views))

    yield* secrets.showOnce("webhooks", `${path}/:id/secret`, (signedIn, page) =>
      Effect.map(endpointOf(signedIn, page), ({ id, url }) => {
        const { webhooks: words, settings } = wordsIn(page.language)
        return {
          title: words.secretTitle,
          shown: (secret) => [
            p(words.secretText),
            secretBox("webhook-secret", url, secret, settings.secret)
          ],
          done: { href: `${path}/${id}`, label: words.done },
          another: { href: `${path}/${id}/rotate`, label: words.newSecret }
        }
      })
    )

    yield* settingsPost(`${path}/:id/test`, (signedIn, page) =>
      webhooks
        .test(signedIn.workspace, idOf(page))
        .pipe(Effect.as(seeOther(`${path}/${idOf(page)}?done=queued`)), Effect.mapError(missing))
    )

    for (const [name, question] of questions) {
      yield* settingsGet(`${path}/:id/${name}`, (signedIn, page) =>
        Effect.map(endpointOf(signedIn, page), ({ id, url }) => {
          const { title, text, button } = wordsIn(page.language).webhooks[question]
          return questionPage("webhooks", signedIn, page, title(url), text, {
            url: `${path}/${id}/${name}`,
            label: button,
            back: `${path}/${id}`
          })
        })
      )
    }

    yield* provedPost(`${path}/:id/rotate`, (signedIn, page) =>
      webhooks.rotate(signedIn.workspace, idOf(page)).pipe(
        Effect.flatMap((made) => toSecret(secrets, signedIn, page, made)),
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
