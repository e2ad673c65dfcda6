/** Views of the second factor: setting it up, its recovery codes, and turning it off. */

import type { ProposedFactor } from "../../app/people/account/SecondFactorEnrolment.ts"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { type Child, code, div, h1, input, li, p, ul } from "../../html/Elements.ts"
import { qrPicture } from "../../html/QrPicture.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { framedPage } from "../Frame.ts"
import type { Form } from "../forms/FormReader.ts"
import type { Problems } from "../forms/Forms.ts"
import { onceField } from "../forms/OnceForms.ts"
import { button, field, form, link, note, problems, secretBox } from "../Parts.ts"

export const factorPath = "/account/second-factor"

export interface FactorLook {
  readonly signedIn: SignedIn
  readonly page: BrowserRequest
  readonly given: Form | null
  readonly wrong: Problems
}

const wordsOf = ({ page }: Pick<FactorLook, "page">) => wordsIn(page.language).secondFactor

const factorPage = (
  { signedIn, page, wrong }: FactorLook,
  title: string,
  children: ReadonlyArray<Child>
) =>
  framedPage(signedIn, page, {
    title,
    place: "account",
    status: wrong.length === 0 ? 200 : 422,
    sheet: "account",
    children: [h1(title), ...children]
  })

export const codeField = (label: string, hint: string | undefined, wrong: Problems): Child =>
  field({
    name: "code",
    label,
    required: true,
    autofocus: true,
    autocomplete: "one-time-code",
    maxLength: 40,
    wrong,
    ...(hint === undefined ? {} : { hint })
  })

export const enrolPage = (look: FactorLook, proposed: ProposedFactor, isRequired: boolean) => {
  const words = wordsOf(look)
  return factorPage(look, words.setUp, [
    isRequired ? note("plain", p(words.required)) : null,
    problems(look.wrong),
    p(words.scan),
    div({ class: "row" }, qrPicture(proposed.uri, words.qrCode)),
    secretBox(
      "factor-secret",
      words.secret,
      proposed.secret,
      wordsIn(look.page.language).settings.secret
    ),
    form(factorPath, look.page.cookies.csrf, [
      onceField(look.page, look.given),
      input({ type: "hidden", name: "proposal", value: proposed.sealed }),
      codeField(words.code, words.codeHint, look.wrong),
      button(words.confirm)
    ])
  ])
}

export const recoveryPage = (look: FactorLook, codes: ReadonlyArray<string>) => {
  const { recovery } = wordsOf(look)
  return factorPage(look, recovery.title, [
    note("good", p(recovery.text)),
    ul(
      { class: "plain" },
      codes.map((one) => li(code(one)))
    ),
    p(link("/account", recovery.done, "button"))
  ])
}

export const recoveryGonePage = (look: FactorLook) => {
  const { recovery } = wordsOf(look)
  return factorPage(look, recovery.title, [
    p(recovery.gone),
    p(link("/account", wordsIn(look.page.language).frame.account, "button second"))
  ])
}

export const turnOffPage = (look: FactorLook) => {
  const words = wordsOf(look)
  const account = wordsIn(look.page.language).account
  return factorPage(look, words.turnOff, [
    problems(look.wrong),
    p(words.offText),
    form(`${factorPath}/off`, look.page.cookies.csrf, [
      onceField(look.page, look.given),
      field({
        name: "password",
        label: account.presentPassword,
        type: "password",
        required: true,
        autocomplete: "current-password",
        maxLength: 200,
        wrong: look.wrong
      }),
      codeField(words.codeOrRecovery, undefined, look.wrong),
      div(
        { class: "row" },
        button(words.turnOff, "danger"),
        link("/account", wordsIn(look.page.language).frame.account, "button second")
      )
    ])
  ])
}
