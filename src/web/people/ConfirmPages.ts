/**
 * Re-authentication before a change that a stolen session must not make, at most once in 15
 * minutes. The page then shows the form again, with its values.
 */
import { Effect, Redacted } from "effect"
import { HttpRouter } from "effect/http"
import { type SignedIn, SignIn } from "../../app/people/SignIn.ts"
import { h1, input, p } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { confirmPath, signInFirst } from "../forms/FormRecovery.ts"
import { languageFor } from "../InFrame.ts"
import { pageResponse, seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { ownPath, queryOf } from "../PageUrls.ts"
import { button, field, form, link, problems } from "../Parts.ts"
import { makePasswordAttempts } from "./PasswordAttempts.ts"

const confirmPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  returnTo: string,
  isWrong = false
) => {
  const { user } = signedIn
  const language = languageFor(signedIn, page)
  const {
    visit: { confirm: words },
    account
  } = wordsIn(language)
  const wrong = isWrong ? [{ field: "password", message: words.wrong }] : []
  return pageResponse(
    `${words.title} · Retainer`,
    [
      h1(words.title),
      p(words.text),
      problems(wrong),
      form(confirmPath, page.cookies.csrf, [
        input({ type: "hidden", name: "return_to", value: returnTo }),
        input({
          type: "hidden",
          name: "username",
          autocomplete: "username",
          value: user.email
        }),
        field({
          name: "password",
          label: account.password,
          type: "password",
          required: true,
          autocomplete: "current-password",
          maxLength: 200,
          wrong
        }),
        button(words.continue)
      ]),
      p(link(returnTo, words.cancel))
    ],
    { status: isWrong ? 403 : 200, narrow: true, lang: language }
  )
}

export const layerConfirmPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, who, limited } = yield* makePages
    const signIn = yield* SignIn
    const limitAttempt = yield* makePasswordAttempts(limited)
    const returnOf = (text: string | undefined) => ownPath(text) ?? "/settings"

    yield* get(confirmPath, (page) =>
      Effect.map(who(page.cookies), (session) => {
        const returnTo = returnOf(queryOf(page.request, "return_to"))
        return session === null ? signInFirst(page, returnTo) : confirmPage(session, page, returnTo)
      })
    )

    yield* post(confirmPath, (page) =>
      Effect.gen(function* () {
        const returnTo = returnOf(page.form.text("return_to"))
        const session = yield* who(page.cookies)
        const secret = page.cookies.session
        if (session === null || secret === null) return signInFirst(page, returnTo)
        yield* limitAttempt(page, session.user.email)
        const password = Redacted.make((page.form.all("password")[0] ?? "").slice(0, 1000))
        const isRight = yield* signIn.provePassword(secret, password)
        return isRight ? seeOther(returnTo) : confirmPage(session, page, returnTo, true)
      })
    )
  })
)
