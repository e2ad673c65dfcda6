/** Signing in and out. Tries are limited by address and account. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { nullIfMoved } from "../../app/MovedWorkspaces.ts"
import { CurrentPasswordLane } from "../../app/people/Passwords.ts"
import { SignIn } from "../../app/people/SignIn.ts"
import { wordsIn } from "../../words/Words.ts"
import type { FormRequest } from "../BrowserRequests.ts"
import { seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { ownPath, queryOf } from "../PageUrls.ts"
import { sections } from "../settings/SettingsLayout.ts"
import { home, makeBeginSession } from "./BeginSession.ts"
import { makeCellSignIn } from "./CellSignIn.ts"
import { makeDevices } from "./Devices.ts"
import { type Limited, makePasswordAttempts } from "./PasswordAttempts.ts"
import { attemptOf, makeAttemptPages, makeSignInPage, type SignInPage } from "./SignInAttempt.ts"
import { codePage } from "./SignInView.ts"

const makeSignInAttempt = (limited: Limited, signInPageOf: SignInPage) =>
  Effect.gen(function* () {
    const signIn = yield* SignIn
    const devices = yield* makeDevices
    const begin = yield* makeBeginSession
    const limitAttempt = yield* makePasswordAttempts(limited)
    const pages = makeAttemptPages(signInPageOf)

    return Effect.fnUntraced(function* (page: FormRequest) {
      const { cookies } = page
      const { email, password, returnTo, target } = attemptOf(page)
      yield* limitAttempt(page, email)
      const isKnown = devices.known(cookies.device, email) !== null
      return yield* signIn
        .signIn(email, password, target?.id ?? null, {
          session: cookies.session,
          isKnown
        })
        .pipe(
          Effect.provideService(CurrentPasswordLane, isKnown ? "known" : "stranger"),
          Effect.flatMap((session) => begin(page, email, session, returnTo ?? home)),
          Effect.catchTags({
            SecondFactorNeeded: ({ pending }) => Effect.succeed(codePage(page, pending, returnTo)),
            WrongCredentials: () => pages.wrong(page),
            WorkspaceAmbiguous: ({ workspaces }) => pages.choice(page, workspaces)
          })
        )
    })
  })

/** The second step; an expired first one leads back to the sign-in. */
const makeCodeAttempt = (limited: Limited, signInPageOf: SignInPage) =>
  Effect.gen(function* () {
    const signIn = yield* SignIn
    const devices = yield* makeDevices
    const begin = yield* makeBeginSession
    const limitAttempt = yield* makePasswordAttempts(limited)

    return Effect.fnUntraced(function* (page: FormRequest) {
      const { form: given, cookies, language } = page
      const words = wordsIn(language).secondFactor.signIn
      const returnTo = ownPath(given.text("return_to"))
      const pending = given.text("pending")
      const email = signIn.pendingEmail(pending)
      const again = () => signInPageOf({ cookies, language, returnTo, wrong: [words.expired] }, 403)
      if (email === null) return yield* again()
      yield* limitAttempt(page, email)
      const browser = {
        session: cookies.session,
        isKnown: devices.known(cookies.device, email) !== null
      }
      return yield* signIn.signInByCode(pending, given.text("code"), browser).pipe(
        Effect.flatMap(({ session }) => begin(page, email, session, returnTo ?? home)),
        Effect.catchTags({
          SignInExpired: again,
          CodeWrong: () =>
            Effect.succeed(
              codePage(page, pending, returnTo, [{ field: "code", message: words.wrong }])
            )
        })
      )
    })
  })

export const layerSignInPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, who, browserRequests, limited } = yield* makePages
    const signIn = yield* SignIn
    const signInPageOf = yield* makeSignInPage
    const attemptSignIn = yield* makeSignInAttempt(limited, signInPageOf)
    const attemptAtCell = yield* makeCellSignIn(limited, signInPageOf)

    yield* get("/", ({ cookies }) =>
      Effect.map(who(cookies), (signedIn) => seeOther(signedIn === null ? "/sign-in" : home))
    )
    yield* get("/settings", () => Effect.succeed(seeOther(sections.workspace.path)))

    yield* get("/sign-in", ({ request, cookies, language }) =>
      Effect.gen(function* () {
        const signedIn = yield* nullIfMoved(who(cookies))
        const returnTo = ownPath(queryOf(request, "return_to"))
        const to = queryOf(request, "workspace")
        const target = signedIn?.others.find(({ id }) => id === to)
        return signedIn === null || queryOf(request, "other") !== undefined
          ? yield* signInPageOf({
              cookies,
              language,
              returnTo,
              ended: queryOf(request, "ended") !== undefined,
              target,
              ...(target === undefined || signedIn === null ? {} : { email: signedIn.user.email })
            })
          : seeOther(returnTo ?? home)
      })
    )

    yield* post("/sign-in", (page) => attemptAtCell(page) ?? attemptSignIn(page))
    yield* post("/sign-in/code", yield* makeCodeAttempt(limited, signInPageOf))

    yield* post("/sign-out", ({ cookies }) =>
      Effect.as(
        cookies.session === null ? Effect.void : signIn.signOut(cookies.session),
        // The next person on this browser must not see the form draft.
        browserRequests.withCookie(
          browserRequests.withCookie(seeOther("/sign-in"), "session", null),
          "kept",
          null
        )
      )
    )
  })
)
