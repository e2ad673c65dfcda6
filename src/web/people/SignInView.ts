/**
 * Sign-in page (for settings, for an app's request, after a session ended), and the pages that
 * request and choose a new password.
 */
import type { Language } from "../../domain/text/Language.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type Child, h1, input, p } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import { codeField } from "../account/SecondFactorViews.ts"
import type { BrowserCookies, BrowserRequest } from "../BrowserRequests.ts"
import { fillInDraft } from "../forms/FormDraftCookie.ts"
import type { Problems } from "../forms/Forms.ts"
import { pageResponse } from "../Layout.ts"
import { button, checks, field, form, link, note, problems, strengthMeter } from "../Parts.ts"

/** Whether something that was typed will be filled in on the page after this sign-in. */
const hasFormDraft = (cookies: BrowserCookies, returnTo: string | undefined): boolean =>
  cookies.draft !== null && cookies.draft.page === returnTo

export interface SignInForm {
  readonly cookies: BrowserCookies
  readonly language: Language
  readonly returnTo: string | undefined
  /** The app that sent the person here, where it is known to be one. */
  readonly appName: string | undefined
  /** There was a session. */
  readonly ended?: boolean
  readonly email?: string
  readonly wrong?: Problems
  /** The one workspace to sign in to; its name where the page is a switch to it. */
  readonly target?: { readonly id: string; readonly name?: string } | undefined
  /** The choice, if the address belongs to several workspaces. */
  readonly workspaces?: ReadonlyArray<Pick<Workspace, "id" | "name">>
  /** Some accounts cannot be reached. */
  readonly someDown?: boolean
}

export const signInPage = (
  { cookies, language, returnTo, appName, ended = false, ...given }: SignInForm,
  status = 200
) => {
  const { email, wrong = [], workspaces, target, someDown = false } = given
  const { signInTo } = wordsIn(language).account.switcher
  const words = wordsIn(language).frame.signIn
  const hasDraft = hasFormDraft(cookies, returnTo)
  const content = [
    h1(
      target?.name !== undefined
        ? signInTo(target.name)
        : appName === undefined
          ? words.title
          : words.toContinue(appName)
    ),
    ended || hasDraft ? note("plain", p(words.ended, hasDraft ? ` ${words.filledIn}` : "")) : null,
    problems(wrong),
    someDown ? note("plain", p(words.someDown)) : null,
    form("/sign-in", cookies.csrf, [
      returnTo === undefined ? null : input({ type: "hidden", name: "return_to", value: returnTo }),
      target === undefined || workspaces !== undefined
        ? null
        : input({ type: "hidden", name: "workspace", value: target.id }),
      field({
        name: "email",
        label: words.email,
        type: "email",
        value: email ?? "",
        required: true,
        autocomplete: "username",
        maxLength: 254
      }),
      field({
        name: "password",
        label: words.password,
        type: "password",
        required: true,
        autocomplete: "current-password",
        maxLength: 200
      }),
      workspaces === undefined
        ? null
        : checks(
            "workspace",
            words.workspace,
            workspaces.map(({ id, name }) => ({ value: id, label: name })),
            [],
            "radio",
            wrong
          ),
      button(words.button)
    ]),
    p({ class: "small" }, link("/sign-in/forgot", words.forgot))
  ]
  return pageResponse(`${words.title} · Retainer`, fillInDraft(content, cookies.draft, language), {
    status,
    narrow: true,
    // `returnTo` may be the authorization request of an app, with its state.
    isOpen: returnTo === undefined,
    lang: language
  })
}

/** The second step of a sign-in; `pending` proves the first. */
export const codePage = (
  { cookies, language }: Pick<BrowserRequest, "cookies" | "language">,
  pending: string,
  returnTo: string | undefined,
  wrong: Problems = []
) => {
  const words = wordsIn(language).secondFactor
  const { title, text, button: label } = words.signIn
  return pageResponse(
    `${title} · Retainer`,
    [
      h1(title),
      problems(wrong),
      p(text),
      form("/sign-in/code", cookies.csrf, [
        returnTo === undefined
          ? null
          : input({ type: "hidden", name: "return_to", value: returnTo }),
        input({ type: "hidden", name: "pending", value: pending }),
        codeField(words.codeOrRecovery, undefined, wrong),
        button(label)
      ]),
      p({ class: "small" }, link("/sign-in", wordsIn(language).frame.signIn.title))
    ],
    { narrow: true, lang: language, status: wrong.length === 0 ? 200 : 403 }
  )
}

const plainPage = (title: string, { cookies, language }: BrowserRequest, ...children: Child[]) => {
  const content = fillInDraft([h1(title), ...children], cookies.draft, language)
  return pageResponse(`${title} · Retainer`, content, { narrow: true, lang: language })
}

export const forgotPage = (page: BrowserRequest) => {
  const {
    visit: { forgot: words, backToSignIn },
    frame: { signIn }
  } = wordsIn(page.language)
  return plainPage(
    words.title,
    page,
    p(words.text),
    form("/sign-in/forgot", page.cookies.csrf, [
      field({
        name: "email",
        label: signIn.email,
        type: "email",
        required: true,
        autocomplete: "username",
        maxLength: 254
      }),
      button(words.button)
    ]),
    p(link("/sign-in", backToSignIn))
  )
}

export const passwordLinkSentPage = (page: BrowserRequest) => {
  const { forgot, backToSignIn } = wordsIn(page.language).visit
  return plainPage(forgot.sentTitle, page, p(forgot.sentText), p(link("/sign-in", backToSignIn)))
}

export const choosePage = (
  page: BrowserRequest,
  email: string,
  workspaceName: string,
  wrong: Problems
) => {
  const {
    visit: { choose: words },
    account
  } = wordsIn(page.language)
  return plainPage(
    words.title,
    page,
    p(words.text(email, workspaceName)),
    problems(wrong),
    form(`/welcome/${page.params["secret"] ?? ""}`, page.cookies.csrf, [
      input({
        type: "hidden",
        name: "username",
        autocomplete: "username",
        value: email
      }),
      field({
        name: "password",
        label: account.password,
        type: "password",
        hint: account.passwordRules,
        required: true,
        autocomplete: "new-password",
        maxLength: 200,
        wrong
      }),
      strengthMeter("password", page.language),
      button(words.button)
    ])
  )
}
