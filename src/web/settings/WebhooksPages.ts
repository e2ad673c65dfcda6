/** Webhook endpoints for people: where events are told, the secret once, how deliveries went. */
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import type { SignedIn } from "../../app/SignIn.ts"
import { type WebhookInput, Webhooks } from "../../app/Webhooks.ts"
import { scopes } from "../../domain/Scope.ts"
import type { Problems } from "../Forms.ts"
import { seeOther } from "../Layout.ts"
import { makePages, notFound, type PageRequest } from "../Pages.ts"
import { question } from "../Parts.ts"
import { sections, settingsPage } from "./SettingsLayout.ts"
import { detailPage, inputOf, listPage, secretPage } from "./WebhooksViews.ts"

const { path } = sections.webhooks

/** Owners and admins see the whole workspace. */
const everything = new Set(scopes)

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
      wrong?: Problems
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
        const again = (given: Partial<WebhookInput>, wrong: Problems) =>
          Effect.map(listed(signedIn), (all) => listPage(signedIn, page, all, given, wrong))
        const input = inputOf(page.form)
        if (Result.isFailure(input)) return yield* again({}, input.failure)
        return yield* webhooks.create(signedIn.workspace, everything, input.success).pipe(
          Effect.map((made) => secretPage(signedIn, page, made)),
          Effect.catchTags({
            Invalid: ({ issues: [{ message }] }) =>
              again(input.success, [{ field: "url", message: `Address ${message}` }]),
            BoundReached: ({ message }) => again(input.success, [message]),
            WebhookScopesMissing: Effect.die
          })
        )
      })
    )

    yield* settingsGet(`${path}/:id`, (signedIn, page) => detail(signedIn, page))

    yield* settingsPost(`${path}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        const input = inputOf(page.form)
        if (Result.isFailure(input)) return yield* detail(signedIn, page, {}, input.failure)
        return yield* webhooks
          .update(signedIn.workspace, everything, idOf(page), input.success)
          .pipe(
            Effect.map(() => seeOther(`${path}/${idOf(page)}?done=saved`)),
            Effect.catchTags({
              Invalid: ({ issues: [{ message }] }) =>
                detail(signedIn, page, input.success, [
                  { field: "url", message: `Address ${message}` }
                ]),
              WebhookEndpointNotFound: () => Effect.fail(notFound),
              // A form names no representation that it expects.
              PreconditionFailed: Effect.die,
              WebhookScopesMissing: Effect.die
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
