/**
 * OAuth apps (docs/spec.md §5.2): registered here with their addresses and logo; the secret is
 * shown once.
 */
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import { type AppWithSecret, OAuthApps } from "../../../app/oauth/OAuthApps.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { bounds } from "../../../domain/Bounds.ts"
import { appClientId } from "../../../domain/oauth/OAuth.ts"
import type { RedirectUrisRefused } from "../../../domain/oauth/RedirectUris.ts"
import type { AppWords } from "../../../words/developers/AppWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import type { Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { secretBox } from "../../Parts.ts"
import { makeOneTimeSecrets, type OneTimeSecrets } from "../OneTimeSecrets.ts"
import { questionPage, sections } from "../SettingsLayout.ts"
import { appInputOf, appPage, appsPage } from "./AppsViews.ts"

const { path } = sections.apps

/** Pages that ask before a change, by the last part of their path. */
const questions = [
  ["rotate", "rotate"],
  ["delete", "remove"]
] as const

const toSecret = (
  { handOver }: OneTimeSecrets,
  signedIn: SignedIn,
  page: BrowserRequest,
  { app, secret }: AppWithSecret
) => handOver(signedIn, page, `${path}/${app.id}/secret`, secret)

/** The app that the path names. */
const appIn =
  (apps: OAuthApps["Service"]) =>
  ({ workspace }: SignedIn, page: BrowserRequest) =>
    Effect.mapError(apps.get(workspace.id, idOf(page)), () => pageNotFound)

const logoWrong = ({ language }: BrowserRequest): string =>
  wordsIn(language).workspaceForm.rules.logo

const uriProblems = (words: AppWords, { problem }: RedirectUrisRefused): Problems => {
  const message =
    problem === "none"
      ? words.noRedirectUri
      : problem === "tooMany"
        ? words.tooManyRedirectUris
        : problem
            .map(({ index, fault }) => words.redirectUri(String(index + 1), words.faults[fault]))
            .join(". ")
  return [{ field: "redirect_uris", message }]
}

const registerApp =
  (apps: OAuthApps["Service"], secrets: OneTimeSecrets) =>
  (signedIn: SignedIn, page: FormRequest) =>
    Effect.gen(function* () {
      const again = (wrong: Problems) =>
        Effect.map(apps.list(signedIn.workspace.id), (all) =>
          appsPage(signedIn, page, all, page.form, wrong)
        )
      const words = wordsIn(page.language).apps
      const input = appInputOf(page, page.form)
      if (Result.isFailure(input)) return yield* again(input.failure)
      return yield* apps.register(signedIn.workspace.id, input.success).pipe(
        Effect.flatMap((made) => toSecret(secrets, signedIn, page, made)),
        Effect.catchTags({
          RedirectUrisRefused: (error) => again(uriProblems(words, error)),
          BoundReached: () => again([words.tooMany(String(bounds["OAuth apps"]))]),
          LogoRefused: () => again([{ field: "logo", message: logoWrong(page) }])
        })
      )
    })

const updateApp = (apps: OAuthApps["Service"]) => (signedIn: SignedIn, page: FormRequest) =>
  Effect.gen(function* () {
    const app = yield* appIn(apps)(signedIn, page)
    const again = (wrong: Problems) =>
      Effect.succeed(appPage(signedIn, page, app, page.form, wrong))
    const words = wordsIn(page.language).apps
    const input = appInputOf(page, page.form)
    if (Result.isFailure(input)) return yield* again(input.failure)
    return yield* apps.update(signedIn.workspace.id, app.id, input.success).pipe(
      Effect.map(() => seeOther(`${path}?done=saved`)),
      Effect.catchTags({
        RedirectUrisRefused: (error) => again(uriProblems(words, error)),
        LogoRefused: () => again([{ field: "logo", message: logoWrong(page) }]),
        AppNotFound: () => Effect.fail(pageNotFound)
      })
    )
  })

export const layerAppsPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, provedPost, provedUpload } = yield* makePages
    const secrets = yield* makeOneTimeSecrets
    const apps = yield* OAuthApps
    const requireApp = appIn(apps)

    yield* settingsGet(path, (signedIn, page) =>
      Effect.map(apps.list(signedIn.workspace.id), (all) => appsPage(signedIn, page, all))
    )

    yield* provedUpload(path, registerApp(apps, secrets))

    yield* settingsGet(`${path}/:id`, (signedIn, page) =>
      Effect.map(requireApp(signedIn, page), (app) => appPage(signedIn, page, app))
    )

    yield* provedUpload(`${path}/:id`, updateApp(apps))

    for (const [name, question] of questions) {
      yield* settingsGet(`${path}/:id/${name}`, (signedIn, page) =>
        Effect.map(requireApp(signedIn, page), (app) => {
          const { title, text, button } = wordsIn(page.language).apps[question]
          return questionPage("apps", signedIn, page, title(app.name), text, {
            url: `${path}/${app.id}/${name}`,
            label: button,
            back: `${path}/${app.id}`
          })
        })
      )
    }

    yield* provedPost(`${path}/:id/rotate`, (signedIn, page) =>
      apps.rotateSecret(signedIn.workspace.id, idOf(page)).pipe(
        Effect.flatMap((made) => toSecret(secrets, signedIn, page, made)),
        Effect.mapError(() => pageNotFound)
      )
    )

    yield* secrets.showOnce("apps", `${path}/:id/secret`, (signedIn, page) =>
      Effect.map(requireApp(signedIn, page), (app) => ({
        title: app.name,
        shown: (secret) => [
          secretBox(
            "client-id",
            "client_id",
            appClientId(page.cell, app.id),
            wordsIn(page.language).settings.secret
          ),
          secretBox(
            "client-secret",
            "client_secret",
            secret,
            wordsIn(page.language).settings.secret
          )
        ],
        done: { href: path, label: wordsIn(page.language).apps.done },
        another: { href: `${path}/${app.id}/rotate`, label: wordsIn(page.language).apps.newSecret }
      }))
    )

    yield* provedPost(`${path}/:id/delete`, (signedIn, page) =>
      apps.remove(signedIn.workspace.id, idOf(page)).pipe(
        Effect.as(seeOther(`${path}?done=removed`)),
        Effect.mapError(() => pageNotFound)
      )
    )
  })
)
