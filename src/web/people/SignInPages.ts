/** Signing in and out, and choosing a password by a link. Tries are limited by address and account. */
import { Duration, Effect, Redacted, Result } from "effect"
import { HttpRouter } from "effect/http"
import { OAuthAuthorizations } from "../../app/oauth/OAuthAuthorizations.ts"
import type { LinkUnusable } from "../../app/people/ChoosePassword.ts"
import { LinkRequests } from "../../app/people/LinkRequests.ts"
import { CurrentPasswordLane } from "../../app/people/PasswordLane.ts"
import { sessionLifetime } from "../../app/people/Sessions.ts"
import { SignIn } from "../../app/people/SignIn.ts"
import { PublicUrls } from "../../app/ports/PublicUrls.ts"
import { WorkspaceId } from "../../domain/Ids.ts"
import { parseParameters } from "../../domain/oauth/OAuth.ts"
import { Password } from "../../domain/people/Password.ts"
import { portalPath } from "../clients/PortalParts.ts"
import { PageRefused } from "../forms/FormReader.ts"
import { checked, type Problems } from "../forms/Forms.ts"
import { seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"

import { accessPath } from "../settings/keys/AccessPage.ts"
import { sections } from "../settings/SettingsLayout.ts"
import { type FormRequest, ownPath, queryOf, type VisitRequest } from "../Visits.ts"
import { deviceSeconds, makeDevices } from "./Devices.ts"
import { makePasswordAttempts } from "./PasswordAttempts.ts"
import {
  choosePage,
  forgotPage,
  passwordLinkSentPage,
  type SignInForm,
  signInPage
} from "./SignInView.ts"

const home = "/settings"
const sessionSeconds = Duration.toSeconds(sessionLifetime)

const linkGone = (error: LinkUnusable) =>
  new PageRefused({
    status: 404,
    title: "This link no longer works",
    message: `${error.message}. Ask for a new one at “Forgot the password?”.`
  })

export const layerSignInPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, who, visits, limited } = yield* makePages
    const signIn = yield* SignIn
    const requests = yield* LinkRequests
    const authorizations = yield* OAuthAuthorizations

    const devices = yield* makeDevices
    const limitAttempt = yield* makePasswordAttempts(limited)

    /** Signs the browser in, and remembers the device for the account. */
    const begin = Effect.fnUntraced(function* (
      { visit }: VisitRequest,
      email: string,
      session: Redacted.Redacted,
      location: string
    ) {
      const device = yield* devices.remember(visit.device, email)
      return visits.withCookie(
        visits.withCookie(seeOther(location), "session", session, sessionSeconds),
        "device",
        device,
        deviceSeconds
      )
    })

    /** The app is named only where the request is valid for it: its redirect URI is registered. */
    const appNameOf = (returnTo: string | undefined) => {
      const [path, query] = returnTo?.split("?", 2) ?? []
      if (path !== "/oauth/authorize" || query === undefined) return Effect.undefined
      return authorizations.prepare(parseParameters(new URLSearchParams(query))).pipe(
        Effect.map(({ app }) => app.name),
        Effect.catchTags({
          AuthorizationUnusable: () => Effect.undefined,
          AuthorizationRefused: () => Effect.undefined
        })
      )
    }
    const signInPageOf = (given: Omit<SignInForm, "appName">, status?: number) =>
      Effect.map(appNameOf(given.returnTo), (appName) => signInPage({ ...given, appName }, status))

    const { portalUrl } = yield* PublicUrls
    // Unless the portal is at that path.
    if (portalPath(portalUrl) !== "") yield* get("/", () => Effect.succeed(seeOther(home)))
    yield* get("/settings", () => Effect.succeed(seeOther(sections.keys.path)))

    yield* get("/sign-in", ({ request, visit }) =>
      Effect.gen(function* () {
        const signedIn = yield* who(visit)
        const returnTo = ownPath(queryOf(request, "return_to"))
        return signedIn === null || queryOf(request, "other") !== undefined
          ? yield* signInPageOf({
              visit,
              returnTo,
              ended: queryOf(request, "ended") !== undefined
            })
          : seeOther(returnTo ?? home)
      })
    )

    yield* post(
      "/sign-in",
      Effect.fnUntraced(function* (page: FormRequest) {
        const { form: given, visit } = page
        const email = given.text("email").slice(0, 254)
        yield* limitAttempt(page, email)
        const returnTo = ownPath(given.text("return_to"))
        const workspaceId = WorkspaceId.parse(given.text("workspace"))
        // Spaces are part of a password.
        const password = Redacted.make((given.all("password")[0] ?? "").slice(0, 1000))
        const isKnown = devices.known(visit.device, email) !== null
        return yield* signIn
          .signIn(email, password, workspaceId._tag === "Some" ? workspaceId.value : null, {
            session: visit.session,
            isKnown
          })
          .pipe(
            Effect.provideService(CurrentPasswordLane, isKnown ? "known" : "stranger"),
            Effect.flatMap((session) => begin(page, email, session, returnTo ?? home)),
            Effect.catchTags({
              // Names no field, so that the page does not reveal whether the address exists.
              WrongCredentials: ({ message }) =>
                signInPageOf({ visit, returnTo, email, wrong: [message] }, 403),
              WorkspaceAmbiguous: ({ workspaces }) =>
                signInPageOf({
                  visit,
                  returnTo,
                  email,
                  workspaces,
                  wrong: [
                    {
                      field: "workspace",
                      message: "Choose a workspace and enter the password again."
                    }
                  ]
                })
            })
          )
      })
    )

    yield* post("/sign-out", ({ visit }) =>
      Effect.as(
        visit.session === null ? Effect.void : signIn.signOut(visit.session),
        // What was typed here is not for the next person.
        visits.withCookie(visits.withCookie(seeOther("/sign-in"), "session", null), "kept", null)
      )
    )

    yield* get("/sign-in/forgot", (page) => Effect.succeed(forgotPage(page)))

    yield* post("/sign-in/forgot", (page) =>
      Effect.gen(function* () {
        yield* limited(page, "mail_link")
        yield* requests.enqueue("password", page.form.text("email"))
        return passwordLinkSentPage(page)
      })
    )

    const passwordPage = (page: VisitRequest, wrong: Problems) =>
      Effect.map(
        Effect.mapError(signIn.openLink(page.params["secret"] ?? ""), linkGone),
        ({ user, workspace }) => choosePage(page, user.email, workspace.name, wrong)
      )

    yield* get("/welcome/:secret", (page) => passwordPage(page, []))

    yield* post("/welcome/:secret", (page) =>
      Effect.gen(function* () {
        yield* limited(page, "sign_in")
        const password = checked("The password", Password, page.form.all("password")[0] ?? "")
        if (Result.isFailure(password)) {
          return yield* passwordPage(page, [{ field: "password", message: password.failure }])
        }
        return yield* signIn
          .choosePassword(page.params["secret"] ?? "", Redacted.make(password.success))
          .pipe(
            Effect.flatMap(({ user, session, isReset }) =>
              begin(page, user.email, session, isReset ? `${accessPath}?done=password` : home)
            ),
            Effect.catchTags({
              LinkUnusable: (error) => Effect.fail(linkGone(error)),
              PasswordTooCommon: ({ message }) =>
                passwordPage(page, [{ field: "password", message }])
            })
          )
      })
    )
  })
)
