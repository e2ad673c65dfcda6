/**
 * The page that the link to a new e-mail address opens. Opening it changes nothing, because mail
 * servers open links too; its button does. It needs no session: the link is the proof.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { OwnAccount } from "../../app/people/account/OwnAccount.ts"
import { h1, p } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { PageRefused } from "../forms/FormReader.ts"
import { pageResponse, seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { button, form } from "../Parts.ts"
import { accountPath } from "./AccountViews.ts"

const path = `${accountPath}/email/:secret` as const

const linkGone = ({ language }: BrowserRequest) => {
  const { gone, goneText } = wordsIn(language).account.confirm
  return new PageRefused({ status: 404, title: gone, message: goneText, language })
}

const secretOf = ({ params }: BrowserRequest): string => params["secret"] ?? ""

export const layerEmailLinkPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, limited } = yield* makePages
    const account = yield* OwnAccount

    yield* get(path, (page) =>
      Effect.gen(function* () {
        const opened = account.openEmailLink(secretOf(page))
        const { user, email } = yield* Effect.mapError(opened, () => linkGone(page))
        const words = wordsIn(page.language).account.confirm
        return pageResponse(
          `${words.title} · Retainer`,
          [
            h1(words.title),
            p(words.text(email, user.name)),
            form(`${accountPath}/email/${secretOf(page)}`, page.cookies.csrf, [
              button(words.button)
            ])
          ],
          { narrow: true, lang: page.language }
        )
      })
    )

    yield* post(path, (page) =>
      Effect.gen(function* () {
        yield* limited(page, "sign_in")
        const confirmed = account.confirmEmail(secretOf(page))
        yield* Effect.mapError(confirmed, () => linkGone(page))
        return seeOther(`${accountPath}?done=confirmed`)
      })
    )
  })
)
