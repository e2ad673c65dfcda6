/** Views of OAuth apps: the list, an app, their form. */
import { type DateTime, Result } from "effect"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { actorName } from "../../../domain/access/Actor.ts"
import { type App, appClientId } from "../../../domain/oauth/OAuth.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import type { Language } from "../../../domain/text/Language.ts"
import { line } from "../../../domain/text/Text.ts"
import { a, type Child, code, div, h1, h2, img, p } from "../../../html/Elements.ts"
import type { AppWords } from "../../../words/developers/AppWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import { allValid, checked, logoField, type Problems } from "../../forms/Forms.ts"
import { logoParts } from "../../LogoParts.ts"
import { dayFormatOf } from "../../PageFormats.ts"
import { button, cell, field, form, link, problems, table } from "../../Parts.ts"
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

export const appInputOf = ({ language }: BrowserRequest, given: Form) => {
  const {
    apps: { nameWrong },
    workspaceForm: { rules }
  } = wordsIn(language)
  return Result.map(
    allValid({
      name: checked(line(255), given.text("name"), nameWrong),
      logo: logoField(given, rules.logo)
    }),
    ({ name, logo }) => ({
      name,
      redirectUris: given
        .text("redirect_uris")
        .split("\n")
        .flatMap((uri) => uri.trim() || []),
      ...(logo === undefined ? {} : { logo })
    })
  )
}

const fields = (
  words: AppWords,
  language: Language,
  values: AppValues,
  hasLogo: boolean,
  sent: Form | null,
  wrong: Problems
) => [
  field({
    name: "name",
    label: words.name,
    value: values.name,
    hint: words.nameHint,
    required: true,
    maxLength: 255,
    wrong
  }),
  field({
    name: "redirect_uris",
    label: words.redirectUris,
    value: values.redirectUris,
    hint: words.redirectUrisHint,
    required: true,
    multiline: true,
    wrong
  }),
  ...logoParts({ hasLogo, hint: words.logoHint, language, sent, wrong })
]

const appRow = (
  words: AppWords,
  dayOf: (at: DateTime.Utc) => string,
  label: string | null,
  { id, name, createdAt, createdBy }: App
) => [
  cell(a({ class: "row-link", href: `${path}/${id}`, "aria-label": words.openNamed(name) }, name)),
  cell(code(appClientId(label, id))),
  cell(
    dayOf(createdAt),
    createdBy === null ? null : div({ class: "quiet small" }, words.by(actorName(createdBy)))
  )
]

export const appsPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  apps: ReadonlyArray<App>,
  sent: Form | null = null,
  wrong: Problems = []
) => {
  const { apps: words } = wordsIn(page.language)
  const dayOf = dayFormatOf(signedIn.workspace, page.language)
  const values = sent === null ? { name: "", redirectUris: "" } : appValues(sent)
  const inputs = fields(words, page.language, values, false, sent, wrong)
  return settingsPage(
    "apps",
    signedIn,
    page,
    [
      h1(words.title),
      p({ class: "quiet" }, words.intro),
      problems(wrong),
      apps.length === 0
        ? p(words.none)
        : table(
            words.caption,
            [words.columns[0], "client_id", words.columns[1]],
            apps.map((app) => appRow(words, dayOf, page.cell, app))
          ),
      ...(mayManage(signedIn.user)
        ? [
            h2(words.register),
            form(path, page.cookies.csrf, [...inputs, button(words.registerButton)], {
              upload: true
            })
          ]
        : [])
    ],
    wrong.length === 0 ? 200 : 422
  )
}

const changes = (
  words: AppWords,
  app: App,
  { cookies }: BrowserRequest,
  inputs: ReadonlyArray<Child>
): ReadonlyArray<Child> => [
  form(`${path}/${app.id}`, cookies.csrf, [...inputs, button(words.save)], { upload: true }),
  h2(words.secretAndRemoval),
  div(
    { class: "row" },
    link(`${path}/${app.id}/rotate`, words.newSecret, "button second"),
    link(`${path}/${app.id}/delete`, words.remove.button, "button second")
  )
]

export const appPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  app: App,
  sent: Form | null = null,
  wrong: Problems = []
) => {
  const { apps: words } = wordsIn(page.language)
  const values =
    sent === null ? { name: app.name, redirectUris: app.redirectUris.join("\n") } : appValues(sent)
  const logo = { class: "logo", src: `/assets/apps/${app.id}`, alt: words.logoOf(app.name) }
  return settingsPage(
    "apps",
    signedIn,
    page,
    [
      p(link(path, words.all)),
      h1(app.name),
      problems(wrong),
      app.hasLogo ? div({ class: "pair" }, img(logo)) : null,
      p({ class: "label" }, "client_id"),
      p(code({ class: "secret" }, appClientId(page.cell, app.id))),
      p({ class: "quiet" }, words.secretBegins, " ", code(app.secretVisiblePart)),
      ...(mayManage(signedIn.user)
        ? changes(words, app, page, fields(words, page.language, values, app.hasLogo, sent, wrong))
        : [p({ class: "notes" }, app.redirectUris.join("\n"))])
    ],
    wrong.length === 0 ? 200 : 422
  )
}
