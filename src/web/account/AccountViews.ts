/** Views of a user's own account: name, e-mail, password, sessions, language and keys. */
import type { OwnSession } from "../../app/people/OwnSessions.ts"
import type { SignedIn } from "../../app/people/SignIn.ts"
import type { Language } from "../../domain/text/Language.ts"
import { type Child, div, h1, h2, input, p, section } from "../../html/Elements.ts"
import { type AccountDone, accountDones } from "../../words/account/AccountWords.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { framedPage } from "../Frame.ts"
import { fillInDraft } from "../forms/FormDraftCookie.ts"
import type { Form } from "../forms/FormReader.ts"
import type { Problems } from "../forms/Forms.ts"
import { onceField } from "../forms/OnceForms.ts"
import type { TimeFormats } from "../PageFormats.ts"
import { queryOf } from "../PageUrls.ts"
import {
  button,
  checks,
  field,
  form,
  link,
  note,
  problems,
  select,
  strengthMeter
} from "../Parts.ts"
import { sessionsTable } from "./SessionViews.ts"

export const accountPath = "/account"

/** The parts of the page that have a form which can be refused. */
export type AccountPart = "name" | "email" | "password"

/** A refused form, which is shown again with its problems. */
export interface RefusedPart {
  readonly part: AccountPart
  readonly given: Form
  readonly wrong: Problems
}

interface AccountLook {
  readonly signedIn: SignedIn
  readonly page: BrowserRequest
  readonly times: TimeFormats
  readonly sessions: ReadonlyArray<OwnSession>
  readonly hasFactor: boolean
  readonly refused: RefusedPart | null
}

const wordsOf = ({ page }: Pick<AccountLook, "page">) => wordsIn(page.language).account

const part = (id: string, title: string, hint: Child, content: Child, isWhole = false) =>
  section(
    { class: isWhole ? "part whole" : "part", id, "aria-labelledby": `${id}-title` },
    div(h2({ id: `${id}-title` }, title), hint === null ? null : p({ class: "quiet small" }, hint)),
    div(content)
  )

/** The form of one part, with its key and its problems. */
const partForm = (
  { page, refused }: AccountLook,
  name: AccountPart,
  content: (given: Form | null, wrong: Problems) => ReadonlyArray<Child>
): Child => {
  const own = refused?.part === name ? refused : null
  const wrong = own?.wrong ?? []
  return [
    problems(wrong),
    form(`${accountPath}/${name}`, page.cookies.csrf, [
      onceField(page, own?.given),
      ...content(own?.given ?? null, wrong)
    ])
  ]
}

const namePart = (look: AccountLook): Child => {
  const words = wordsOf(look)
  const content = partForm(look, "name", (given, wrong) => [
    field({
      name: "name",
      label: words.name,
      value: given?.text("name") ?? look.signedIn.user.name,
      required: true,
      autocomplete: "name",
      maxLength: 255,
      wrong
    }),
    button(words.saveName)
  ])
  return part("profile", words.name, null, content)
}

const emailPart = (look: AccountLook): Child => {
  const words = wordsOf(look)
  const content = partForm(look, "email", (given, wrong) => [
    field({
      name: "email",
      label: words.newEmail,
      type: "email",
      value: given?.text("email") ?? "",
      hint: words.emailHint,
      required: true,
      autocomplete: "email",
      maxLength: 254,
      wrong
    }),
    button(words.requestEmail)
  ])
  return part("address", words.email, words.emailNow(look.signedIn.user.email), content)
}

const passwordField = (
  name: string,
  label: string,
  autocomplete: "current-password" | "new-password",
  wrong: Problems,
  options: { readonly hint?: string; readonly required?: boolean } = { required: true }
): Child =>
  field({ name, label, type: "password", autocomplete, maxLength: 200, wrong, ...options })

const passwordPart = (look: AccountLook): Child => {
  const words = wordsOf(look)
  const content = partForm(look, "password", (_, wrong) => [
    input({
      type: "hidden",
      name: "username",
      autocomplete: "username",
      value: look.signedIn.user.email
    }),
    passwordField("present_password", words.presentPassword, "current-password", wrong),
    passwordField("new_password", words.newPassword, "new-password", wrong, {
      required: true,
      hint: words.passwordRules
    }),
    strengthMeter("new_password", look.page.language),
    passwordField("new_password_again", words.repeatedPassword, "new-password", wrong, {}),
    button(words.changePassword)
  ])
  return part("password", words.password, words.passwordHint, content)
}

const factorPart = ({ page, hasFactor }: AccountLook): Child => {
  const words = wordsIn(page.language).secondFactor
  return part(
    "second-factor",
    words.title,
    hasFactor ? words.isOn : words.isOff,
    p(
      link(`${accountPath}/second-factor`, hasFactor ? words.turnOff : words.setUp, "button second")
    )
  )
}

const languages: ReadonlyArray<Language> = ["en", "de", "fr", "es"]

const preferencesPart = (look: AccountLook): Child => {
  const words = wordsOf(look)
  const { user } = look.signedIn
  const choices = languages.map((value) => ({ value, label: words.languages[value] }))
  return part(
    "preferences",
    words.preferences,
    words.keysHint,
    form(`${accountPath}/preferences`, look.page.cookies.csrf, [
      onceField(look.page),
      select(
        "language",
        words.language,
        [{ value: "", label: words.asBrowser }, ...choices],
        user.language ?? ""
      ),
      checks(
        "keys",
        words.preferences,
        [{ value: "on", label: words.keys }],
        [user.keys ? "on" : ""]
      ),
      button(words.savePreferences)
    ])
  )
}

const doneOf = (page: BrowserRequest): AccountDone | undefined => {
  const given = queryOf(page.request, "done")
  return accountDones.find((one) => one === given)
}

export const accountPage = (look: AccountLook) => {
  const { signedIn, page, refused } = look
  const words = wordsOf(look)
  const title = wordsIn(page.language).frame.account
  const done = refused === null ? doneOf(page) : undefined
  const children = [
    h1(title),
    done === undefined ? null : note("good", p(words.dones[done])),
    passwordPart(look),
    factorPart(look),
    part("sessions", words.sessions, words.sessionsHint, sessionsTable(look), true),
    namePart(look),
    emailPart(look),
    preferencesPart(look)
  ]
  return framedPage(signedIn, page, {
    title,
    place: "account",
    status: refused === null ? 200 : 422,
    isOpen: true,
    sheet: "account",
    children: fillInDraft(children, page.cookies.draft, page.language)
  })
}
