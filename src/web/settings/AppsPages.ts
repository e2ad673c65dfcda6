/** OAuth apps (SPEC §5.2): registered here with their addresses and logo; the secret is shown once. */
import { Effect, Redacted, Result } from "effect"
import { HttpRouter } from "effect/http"
import { h } from "preact"
import { type AppWithSecret, OAuthApps } from "../../app/OAuthApps.ts"
import type { SignedIn } from "../../app/SignIn.ts"
import type { Invalid } from "../../domain/Invalid.ts"
import type { App } from "../../domain/OAuth.ts"
import { line } from "../../domain/Text.ts"
import { mayManage } from "../../domain/User.ts"
import type { Form } from "../FormReader.ts"
import { allOf, checked, logoField, type Problems } from "../Forms.ts"
import { seeOther } from "../Layout.ts"
import { logoParts } from "../LogoParts.ts"
import { makePages, notFound, type PageRequest } from "../Pages.ts"
import {
  actions,
  button,
  cell,
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

const { path } = sections.apps

interface Values {
  readonly name: string
  readonly redirectUris: string
}

const valuesOf = (given: Form): Values => ({
  name: given.text("name"),
  redirectUris: given.text("redirect_uris")
})

const inputOf = (given: Form) =>
  Result.map(
    allOf({ name: checked("App name", line(255), given.text("name")), logo: logoField(given) }),
    ({ name, logo }) => ({
      name,
      redirectUris: given
        .text("redirect_uris")
        .split("\n")
        .flatMap((uri) => uri.trim() || []),
      ...(logo === undefined ? {} : { logo })
    })
  )

const fields = (values: Values, hasLogo: boolean, sent: Form | null, wrong: Problems) => [
  field({
    name: "name",
    label: "App name",
    value: values.name,
    hint: "Shown to whoever is asked to allow the app.",
    required: true,
    maxLength: 255,
    wrong
  }),
  field({
    name: "redirect_uris",
    label: "Redirect URIs",
    value: values.redirectUris,
    hint: "One a line, at most 10, compared character by character. https, or http on this machine.",
    required: true,
    multiline: true,
    wrong
  }),
  ...logoParts({
    hasLogo,
    hint: "Optional: PNG or JPEG, at most 256 kB and 2000 × 2000 pixels.",
    sent,
    wrong
  })
]

const secretPage = (signedIn: SignedIn, page: PageRequest, { app, secret }: AppWithSecret) =>
  settingsPage("apps", signedIn, page, [
    h("h1", null, app.name),
    h("p", null, "Copy the secret now: it is shown only this once."),
    secretBox("client-id", "client_id", app.id),
    secretBox("client-secret", "client_secret", Redacted.value(secret)),
    h("p", null, link(path, "Done", "button"))
  ])

const listPage = (
  signedIn: SignedIn,
  page: PageRequest,
  apps: ReadonlyArray<App>,
  sent: Form | null = null,
  wrong: Problems = []
) => {
  const values = sent === null ? { name: "", redirectUris: "" } : valuesOf(sent)
  return settingsPage(
    "apps",
    signedIn,
    page,
    [
      h("h1", null, "OAuth apps"),
      h(
        "p",
        { class: "quiet" },
        "For software that acts for one of your users, with what they allowed it."
      ),
      problems(wrong),
      apps.length === 0
        ? h("p", null, "There is no app yet.")
        : table(
            "Apps",
            ["Name", "client_id", "Registered", "Actions"],
            apps.map((app) => [
              cell(h("strong", null, app.name)),
              cell(h("code", null, app.id)),
              cell(dayOf(signedIn.workspace, app.createdAt)),
              actions(
                h("a", { href: `${path}/${app.id}`, "aria-label": `Open ${app.name}` }, "Open")
              )
            ])
          ),
      ...(mayManage(signedIn.user)
        ? [
            h("h2", null, "Register an app"),
            form(
              path,
              page.visit.csrf,
              [...fields(values, false, sent, wrong), button("Register")],
              {
                upload: true
              }
            )
          ]
        : [])
    ],
    wrong.length === 0 ? 200 : 422
  )
}

const appPage = (
  signedIn: SignedIn,
  page: PageRequest,
  app: App,
  sent: Form | null = null,
  wrong: Problems = []
) => {
  const values =
    sent === null ? { name: app.name, redirectUris: app.redirectUris.join("\n") } : valuesOf(sent)
  return settingsPage(
    "apps",
    signedIn,
    page,
    [
      h("p", null, link(path, "All apps")),
      h("h1", null, app.name),
      problems(wrong),
      app.hasLogo
        ? h(
            "div",
            { class: "pair" },
            h("img", { class: "logo", src: `/assets/apps/${app.id}`, alt: `Logo of ${app.name}` })
          )
        : null,
      h("p", { class: "label" }, "client_id"),
      h("p", null, h("code", { class: "secret" }, app.id)),
      h("p", { class: "quiet" }, "The secret begins with ", h("code", null, app.secretVisiblePart)),
      ...(mayManage(signedIn.user)
        ? [
            form(
              `${path}/${app.id}`,
              page.visit.csrf,
              [...fields(values, app.hasLogo, sent, wrong), button("Save")],
              { upload: true }
            ),
            h("h2", null, "Secret and removal"),
            h(
              "div",
              { class: "row" },
              link(`${path}/${app.id}/rotate`, "New secret", "button second"),
              link(`${path}/${app.id}/delete`, "Delete the app", "button second")
            )
          ]
        : [h("p", { class: "notes" }, app.redirectUris.join("\n"))])
    ],
    wrong.length === 0 ? 200 : 422
  )
}

export const AppsPagesLive = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, settingsPost, uploadPost } = yield* makePages
    const apps = yield* OAuthApps
    const requireApp = ({ workspace }: SignedIn, page: PageRequest) =>
      Effect.mapError(apps.get(workspace.id, page.params["id"] ?? ""), () => notFound)
    const uriProblems = ({ issues }: Invalid): Problems => {
      const messages = issues.map(({ path: at, message }) =>
        at === "redirect_uris"
          ? `Redirect URIs ${message}`
          : `Redirect URI ${Number(/\[(\d+)\]/.exec(at)?.[1] ?? 0) + 1} ${message}`
      )
      return [{ field: "redirect_uris", message: messages.join(". ") }]
    }

    yield* settingsGet(path, (signedIn, page) =>
      Effect.map(apps.list(signedIn.workspace.id), (all) => listPage(signedIn, page, all))
    )

    yield* uploadPost(path, (signedIn, page) =>
      Effect.gen(function* () {
        const again = (wrong: Problems) =>
          Effect.map(apps.list(signedIn.workspace.id), (all) =>
            listPage(signedIn, page, all, page.form, wrong)
          )
        const input = inputOf(page.form)
        if (Result.isFailure(input)) return yield* again(input.failure)
        return yield* apps.register(signedIn.workspace.id, input.success).pipe(
          Effect.map((made) => secretPage(signedIn, page, made)),
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

    yield* uploadPost(`${path}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        const app = yield* requireApp(signedIn, page)
        const again = (wrong: Problems) =>
          Effect.succeed(appPage(signedIn, page, app, page.form, wrong))
        const input = inputOf(page.form)
        if (Result.isFailure(input)) return yield* again(input.failure)
        return yield* apps.update(signedIn.workspace.id, app.id, input.success).pipe(
          Effect.map(() => seeOther(`${path}?done=saved`)),
          Effect.catchTags({
            Invalid: (error) => again(uriProblems(error)),
            LogoRefused: ({ problem }) => again([{ field: "logo", message: `Logo ${problem}` }]),
            AppNotFound: () => Effect.fail(notFound)
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
      "The present secret is refused from then on. Users stay connected.",
      "Make a new secret"
    )
    yield* ask(
      "delete",
      (app) => `Delete ${app.name}?`,
      "Every user's connection to it ends at once. This cannot be undone.",
      "Delete the app"
    )

    yield* settingsPost(`${path}/:id/rotate`, (signedIn, page) =>
      apps.rotateSecret(signedIn.workspace.id, page.params["id"] ?? "").pipe(
        Effect.map((made) => secretPage(signedIn, page, made)),
        Effect.mapError(() => notFound)
      )
    )

    yield* settingsPost(`${path}/:id/delete`, (signedIn, page) =>
      apps.remove(signedIn.workspace.id, page.params["id"] ?? "").pipe(
        Effect.as(seeOther(`${path}?done=removed`)),
        Effect.mapError(() => notFound)
      )
    )
  })
)
