/**
 * OAuth apps (docs/spec.md §5.2): registered here with their addresses and logo; the secret is
 * shown once.
 */
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import { type AppWithSecret, OAuthApps } from "../../../app/oauth/OAuthApps.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { Invalid } from "../../../domain/Invalid.ts"
import type { App } from "../../../domain/oauth/OAuth.ts"
import type { Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { question, secretBox } from "../../Parts.ts"
import type { VisitRequest } from "../../Visits.ts"
import { makeOneTimeSecrets } from "../OneTimeSecrets.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { appInputOf, appPage, appsPage } from "./AppsViews.ts"

const { path } = sections.apps

export const layerAppsPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, provedPost, provedUpload } = yield* makePages
    const { handOver, showOnce } = yield* makeOneTimeSecrets
    const apps = yield* OAuthApps
    const toSecret = (signedIn: SignedIn, page: VisitRequest, { app, secret }: AppWithSecret) =>
      handOver(signedIn, page, `${path}/${app.id}/secret`, secret)
    const requireApp = ({ workspace }: SignedIn, page: VisitRequest) =>
      Effect.mapError(apps.get(workspace.id, page.params["id"] ?? ""), () => pageNotFound)
    const uriProblems = ({ problems }: Invalid): Problems => {
      const messages = problems.map(({ path: at, message }) =>
        at === "redirect_uris"
          ? `Redirect URIs ${message}`
          : `Redirect URI ${Number(/\[(\d+)\]/.exec(at)?.[1] ?? 0) + 1} ${message}`
      )
      return [{ field: "redirect_uris", message: messages.join(". ") }]
    }

    yield* settingsGet(path, (signedIn, page) =>
      Effect.map(apps.list(signedIn.workspace.id), (all) => appsPage(signedIn, page, all))
    )

    yield* provedUpload(path, (signedIn, page) =>
      Effect.gen(function* () {
        const again = (wrong: Problems) =>
          Effect.map(apps.list(signedIn.workspace.id), (all) =>
            appsPage(signedIn, page, all, page.form, wrong)
          )
        const input = appInputOf(page.form)
        if (Result.isFailure(input)) return yield* again(input.failure)
        return yield* apps.register(signedIn.workspace.id, input.success).pipe(
          Effect.flatMap((made) => toSecret(signedIn, page, made)),
          Effect.catchTags({
            Invalid: (error) => again(uriProblems(error)),
            BoundReached: ({ message }) => again([message]),
            LogoRefused: ({ problem }) => again([{ field: "logo", message: `Logo ${problem}` }])
          })
        )
      })
    )

    yield* settingsGet(`${path}/:id`, (signedIn, page) =>
      Effect.map(requireApp(signedIn, page), (app) => appPage(signedIn, page, app))
    )

    yield* provedUpload(`${path}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        const app = yield* requireApp(signedIn, page)
        const again = (wrong: Problems) =>
          Effect.succeed(appPage(signedIn, page, app, page.form, wrong))
        const input = appInputOf(page.form)
        if (Result.isFailure(input)) return yield* again(input.failure)
        return yield* apps.update(signedIn.workspace.id, app.id, input.success).pipe(
          Effect.map(() => seeOther(`${path}?done=saved`)),
          Effect.catchTags({
            Invalid: (error) => again(uriProblems(error)),
            LogoRefused: ({ problem }) => again([{ field: "logo", message: `Logo ${problem}` }]),
            AppNotFound: () => Effect.fail(pageNotFound)
          })
        )
      })
    )

    const ask = (
      name: "rotate" | "delete",
      title: (app: App) => string,
      text: string,
      label: string
    ) =>
      settingsGet(`${path}/:id/${name}`, (signedIn, page) =>
        Effect.map(requireApp(signedIn, page), (app) =>
          settingsPage(
            "apps",
            signedIn,
            page,
            question(
              title(app),
              text,
              { url: `${path}/${app.id}/${name}`, label, back: `${path}/${app.id}` },
              page.visit.csrf
            )
          )
        )
      )

    yield* ask(
      "rotate",
      (app) => `A new secret for ${app.name}?`,
      "The current secret stops working at once. Users stay connected.",
      "Create a new secret"
    )
    yield* ask(
      "delete",
      (app) => `Delete ${app.name}?`,
      "Every user's connection to it ends at once. This cannot be undone.",
      "Delete the app"
    )

    yield* provedPost(`${path}/:id/rotate`, (signedIn, page) =>
      apps.rotateSecret(signedIn.workspace.id, page.params["id"] ?? "").pipe(
        Effect.flatMap((made) => toSecret(signedIn, page, made)),
        Effect.mapError(() => pageNotFound)
      )
    )

    yield* showOnce("apps", `${path}/:id/secret`, (signedIn, page) =>
      Effect.map(requireApp(signedIn, page), (app) => ({
        title: app.name,
        shown: (secret) => [
          secretBox("client-id", "client_id", app.id),
          secretBox("client-secret", "client_secret", secret)
        ],
        done: { href: path, label: "Done" },
        another: { href: `${path}/${app.id}/rotate`, label: "New secret" }
      }))
    )

    yield* provedPost(`${path}/:id/delete`, (signedIn, page) =>
      apps.remove(signedIn.workspace.id, page.params["id"] ?? "").pipe(
        Effect.as(seeOther(`${path}?done=removed`)),
        Effect.mapError(() => pageNotFound)
      )
    )
  })
)
