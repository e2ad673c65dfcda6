/** Views of OAuth apps: the list, an app, their form. */
import { Result } from "effect"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { App } from "../../../domain/oauth/OAuth.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { line } from "../../../domain/text/Text.ts"
import { a, code, div, h1, h2, img, p, strong } from "../../../html/Elements.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import { allValid, checked, logoField, type Problems } from "../../forms/Forms.ts"
import { logoParts } from "../../LogoParts.ts"
import { actions, button, cell, field, form, link, problems, table } from "../../Parts.ts"
import { dayOrNever, madeBy } from "../keys/ApiKeysPages.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"

const { path } = sections.apps

interface AppValues {
  readonly name: string
  readonly redirectUris: string
}

const appValues = (given: Form): AppValues => ({
  name: given.text("name"),
  redirectUris: given.text("redirect_uris")
})

export const appInputOf = (given: Form) =>
  Result.map(
    allValid({ name: checked("App name", line(255), given.text("name")), logo: logoField(given) }),
    ({ name, logo }) => ({
      name,
      redirectUris: given
        .text("redirect_uris")
        .split("\n")
        .flatMap((uri) => uri.trim() || []),
      ...(logo === undefined ? {} : { logo })
    })
  )

const fields = (values: AppValues, hasLogo: boolean, sent: Form | null, wrong: Problems) => [
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

export const appsPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  apps: ReadonlyArray<App>,
  sent: Form | null = null,
  wrong: Problems = []
) => {
  const values = sent === null ? { name: "", redirectUris: "" } : appValues(sent)
  return settingsPage(
    "apps",
    signedIn,
    page,
    [
      h1("OAuth apps"),
      p(
        { class: "quiet" },
        "For software that acts on behalf of your users, with the permissions that they grant."
      ),
      problems(wrong),
      apps.length === 0
        ? p("There is no app yet.")
        : table(
            "Apps",
            ["Name", "client_id", "Registered", "Actions"],
            apps.map((app) => [
              cell(strong(app.name)),
              cell(code(app.id)),
              cell(dayOrNever(signedIn.workspace, app.createdAt), madeBy(app.createdBy)),
              actions(a({ href: `${path}/${app.id}`, "aria-label": `Open ${app.name}` }, "Open"))
            ])
          ),
      ...(mayManage(signedIn.user)
        ? [
            h2("Register an app"),
            form(
              path,
              page.cookies.csrf,
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

export const appPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  app: App,
  sent: Form | null = null,
  wrong: Problems = []
) => {
  const values =
    sent === null ? { name: app.name, redirectUris: app.redirectUris.join("\n") } : appValues(sent)
  return settingsPage(
    "apps",
    signedIn,
    page,
    [
      p(link(path, "All apps")),
      h1(app.name),
      problems(wrong),
      app.hasLogo
        ? div(
            { class: "pair" },
            img({ class: "logo", src: `/assets/apps/${app.id}`, alt: `Logo of ${app.name}` })
          )
        : null,
      p({ class: "label" }, "client_id"),
      p(code({ class: "secret" }, app.id)),
      p({ class: "quiet" }, "The secret begins with ", code(app.secretVisiblePart)),
      ...(mayManage(signedIn.user)
        ? [
            form(
              `${path}/${app.id}`,
              page.cookies.csrf,
              [...fields(values, app.hasLogo, sent, wrong), button("Save")],
              { upload: true }
            ),
            h2("Secret and removal"),
            div(
              { class: "row" },
              link(`${path}/${app.id}/rotate`, "New secret", "button second"),
              link(`${path}/${app.id}/delete`, "Delete the app", "button second")
            )
          ]
        : [p({ class: "notes" }, app.redirectUris.join("\n"))])
    ],
    wrong.length === 0 ? 200 : 422
  )
}
