/** Choosing a password by a link: requesting the link, and the page that it opens. */
import { Effect, Redacted } from "effect"
import { HttpRouter } from "effect/http"
import { LinkRequests } from "../../app/people/LinkRequests.ts"
import { SignIn } from "../../app/people/SignIn.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest, FormRequest } from "../BrowserRequests.ts"
import { refusedInWords } from "../forms/FormReader.ts"
import type { Problems } from "../forms/Forms.ts"
import { makePages } from "../Pages.ts"
import { accessPath } from "../settings/keys/AccessPage.ts"
import { home, makeBeginSession } from "./BeginSession.ts"
import { commonProblem, lengthProblem, passwordIn } from "./NewPassword.ts"
import type { Limited } from "./PasswordAttempts.ts"
import { choosePage, codePage, forgotPage, passwordLinkSentPage } from "./SignInView.ts"

const linkGone = () => refusedInWords(404, ({ visit }) => visit.choose.gone)

/** The page that a link opens. */
const makePasswordPage = Effect.gen(function* () {
  const signIn = yield* SignIn
  return (page: BrowserRequest, wrong: Problems) =>
    Effect.map(
      Effect.mapError(signIn.openLink(page.params["secret"] ?? ""), linkGone),
      ({ user, workspace }) => choosePage(page, user.email, workspace.name, wrong)
    )
})

const makeChoosePassword = (
  limited: Limited,
  passwordPage: Effect.Success<typeof makePasswordPage>
) =>
  Effect.gen(function* () {
    const signIn = yield* SignIn
    const begin = yield* makeBeginSession
    return (page: FormRequest) =>
      Effect.gen(function* () {
        yield* limited(page, "sign_in")
        const words = wordsIn(page.language).account
        const again = (message: string) => passwordPage(page, [{ field: "password", message }])
        const password = passwordIn(page.form, "password")
        const problem = lengthProblem(words, password)
        if (problem !== undefined) return yield* again(problem)
        return yield* signIn
          .choosePassword(page.params["secret"] ?? "", Redacted.make(password))
          .pipe(
            Effect.flatMap(({ user, session, pending, isReset }) => {
              const onwards = isReset ? `${accessPath}?done=password` : home
              return session === null
                ? Effect.succeed(codePage(page, pending, onwards))
                : begin(page, user.email, session, onwards)
            }),
            Effect.catchTags({
              LinkUnusable: () => Effect.fail(linkGone()),
              PasswordTooCommon: (error) => again(commonProblem(words, error))
            })
          )
      })
  })

export const layerPasswordLinkPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, limited } = yield* makePages
    const requests = yield* LinkRequests
    const passwordPage = yield* makePasswordPage
    const choosePassword = yield* makeChoosePassword(limited, passwordPage)

    yield* get("/sign-in/forgot", (page) => Effect.succeed(forgotPage(page)))

    yield* post("/sign-in/forgot", (page) =>
      Effect.gen(function* () {
        yield* limited(page, "mail_link")
        yield* requests.enqueue("password", page.form.text("email"))
        return passwordLinkSentPage(page)
      })
    )

    yield* get("/welcome/:secret", (page) => passwordPage(page, []))

    yield* post("/welcome/:secret", choosePassword)
  })
)
