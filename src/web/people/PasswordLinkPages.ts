/** Choosing a password by a link: requesting the link, and the page that it opens. */
import { Effect, Redacted, Result } from "effect"
import { HttpRouter } from "effect/http"
import type { LinkUnusable } from "../../app/people/ChoosePassword.ts"
import { LinkRequests } from "../../app/people/LinkRequests.ts"
import { SignIn } from "../../app/people/SignIn.ts"
import { Password } from "../../domain/people/Password.ts"
import type { BrowserRequest, FormRequest } from "../BrowserRequests.ts"
import { PageRefused } from "../forms/FormReader.ts"
import { checked, type Problems } from "../forms/Forms.ts"
import { makePages } from "../Pages.ts"
import { accessPath } from "../settings/keys/AccessPage.ts"
import { home, makeBeginSession } from "./BeginSession.ts"
import type { Limited } from "./PasswordAttempts.ts"
import { choosePage, codePage, forgotPage, passwordLinkSentPage } from "./SignInView.ts"

const linkGone = (error: LinkUnusable) =>
  new PageRefused({
    status: 404,
    title: "This link no longer works",
    message: `${error.message}. Ask for a new one at “Forgot the password?”.`
  })

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
        const password = checked("The password", Password, page.form.all("password")[0] ?? "")
        if (Result.isFailure(password)) {
          return yield* passwordPage(page, [{ field: "password", message: password.failure }])
        }
        return yield* signIn
          .choosePassword(page.params["secret"] ?? "", Redacted.make(password.success))
          .pipe(
            Effect.flatMap(({ user, session, pending, isReset }) => {
              const onwards = isReset ? `${accessPath}?done=password` : home
              return session === null
                ? Effect.succeed(codePage(page, pending, onwards))
                : begin(page, user.email, session, onwards)
            }),
            Effect.catchTags({
              LinkUnusable: (error) => Effect.fail(linkGone(error)),
              PasswordTooCommon: ({ message }) =>
                passwordPage(page, [{ field: "password", message }])
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
