/**
 * The confirmation before a user is removed or gets a lower role. It lists the access that the user
 * created, which is revoked unless its box is cleared. Access that is not on the page is revoked
 * too.
 */
import type { CreatedAccess } from "../../../app/people/CreatedAccess.ts"
import { type Child, div, h1, input, p } from "../../../html/Elements.ts"
import type { SettingsWords } from "../../../words/settings/SettingsWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import { button, checks, form, link } from "../../Parts.ts"

type UserWords = SettingsWords["users"]

/** A form has at most 100 fields. */
const maxBoxes = 80

const choicesOf = ({ keys, apps, endpoints }: CreatedAccess, { created }: UserWords) => [
  ...keys.map(({ id, name, visiblePart }) => ({
    value: id,
    label: created.key(name, visiblePart)
  })),
  ...apps.map(({ id, name }) => ({ value: id, label: created.app(name) })),
  ...endpoints.map(({ id, url }) => ({
    value: id,
    label: created.endpoint(URL.parse(url)?.host ?? "?")
  }))
]

interface Question {
  readonly title: string
  readonly text: string
  readonly action: { readonly url: string; readonly label: string; readonly back: string }
  /** The hidden fields of the form. */
  readonly hidden?: ReadonlyArray<readonly [name: string, value: string]>
}

const hiddenField = ([name, value]: readonly [string, string]) =>
  input({ type: "hidden", name, value })

export const createdQuestion = (
  { title, text, action, hidden = [] }: Question,
  created: CreatedAccess,
  { cookies, language }: BrowserRequest
): ReadonlyArray<Child> => {
  const { users: words, cancel } = wordsIn(language).settings
  const all = choicesOf(created, words)
  const choices = all.slice(0, maxBoxes)
  const ids = choices.map(({ value }) => value)
  return [
    h1(title),
    p(text),
    form(action.url, cookies.csrf, [
      ...hidden.map(hiddenField),
      hiddenField(["listed", ids.join(" ")]),
      choices.length === 0
        ? p({ class: "quiet" }, words.created.none)
        : checks("revoke", words.created.title, choices, ids),
      all.length > maxBoxes ? p(words.created.more(all.length - maxBoxes)) : null,
      div(
        { class: "row" },
        button(action.label, "danger"),
        link(action.back, cancel, "button second")
      )
    ])
  ]
}

/** The ids that the form lists with a cleared box. */
export const exceptionsOf = (given: Form): ReadonlySet<string> => {
  const revoked = new Set(given.all("revoke"))
  return new Set(
    given
      .text("listed")
      .split(" ")
      .filter((id) => !revoked.has(id))
  )
}

export const isEmpty = ({ keys, apps, endpoints }: CreatedAccess): boolean =>
  keys.length + apps.length + endpoints.length === 0
