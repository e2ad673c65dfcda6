/**
 * The consent screen (docs/spec.md §5.2): the app, its permissions, where the user is sent, who is
 * signed in. An unknown app or address is reported here, to the visitor. Any other fault redirects
 * to the app if the visitor is signed in to its workspace. Other visitors see a page, because this
 * must not be an open redirector.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { OAuthAuthorizations } from "../../app/oauth/OAuthAuthorizations.ts"
import type {
  AuthorizationRefused,
  AuthorizationUnusable,
  PreparedAuthorization
} from "../../app/oauth/PrepareAuthorization.ts"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { parseParameters } from "../../domain/oauth/OAuth.ts"
import { mayManage } from "../../domain/people/Permissions.ts"
import { div, h1, img, li, p, strong, ul } from "../../html/Elements.ts"
import { fill } from "../../html/Template.ts"
import { scopeTextFor } from "../../words/developers/ScopeWords.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { PageRefused } from "../forms/FormReader.ts"
import { signInFirst } from "../forms/FormRecovery.ts"
import { languageFor } from "../InFrame.ts"
import { brandOf, pageResponse, seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { button, form, link } from "../Parts.ts"
import { enrolFirst } from "../SessionRoutes.ts"

/** Redirect target for the policy `form-action`: the app's origin, or its private scheme. */
const formTarget = (redirectUri: string): string => {
  const { protocol, hostname, host } = new URL(redirectUri)
  const isHttp = protocol === "https:" || protocol === "http:"
  // A policy cannot name an IPv6 literal as a host.
  return isHttp && !hostname.startsWith("[") ? `${protocol}//${host}` : protocol
}

/** The destination, in a form that a person can recognise. */
const destination = (redirectUri: string): string => {
  const { protocol, host } = new URL(redirectUri)
  return host === "" ? protocol : host
}

const unusable = ({ language }: BrowserRequest, { reason }: AuthorizationUnusable) => {
  const { title, reasons, nothingShared } = wordsIn(language).apps.consent.unusable
  const message = `${reasons[reason]} ${nothingShared}`
  return new PageRefused({ status: 400, title, message, language })
}

const malformed = ({ language }: BrowserRequest, { app, description }: AuthorizationRefused) => {
  const { title, invalid, nothingShared } = wordsIn(language).apps.consent.unusable
  const message = `${invalid(app.name, description)} ${nothingShared}`
  return new PageRefused({ status: 400, title, message, language })
}

const toSignIn = (page: BrowserRequest) =>
  `/sign-in?other=1&return_to=${encodeURIComponent(page.request.url)}`

const consentPage = (
  { app, request }: PreparedAuthorization,
  { user, workspace }: SignedIn,
  page: BrowserRequest
) => {
  const {
    apps: { consent: words },
    scopes
  } = wordsIn(page.language)
  return pageResponse(
    `${words.title(app.name)} · ${workspace.displayName}`,
    [
      app.hasLogo
        ? div({ class: "pair" }, img({ class: "logo", src: `/assets/apps/${app.id}`, alt: "" }))
        : null,
      h1(words.title(app.name)),
      p(words.wants(app.name, workspace.name)),
      ul(
        { class: "ticks" },
        request.scopes.map((scope) => li(scopeTextFor(scopes, scope, user.role)))
      ),
      mayManage(user) ? null : p({ class: "quiet" }, words.asMember),
      p(
        { class: "quiet" },
        fill(words.redirected, { host: strong(destination(request.redirectUri)) }),
        " ",
        words.endAnyTime
      ),
      // The request is in the address: the form sends it back as it came.
      form(
        page.request.url,
        page.cookies.csrf,
        [
          button(words.allow, undefined, "decision", "allow"),
          button(words.deny, "second", "decision", "deny")
        ],
        { class: "row" }
      ),
      p(
        { class: "small quiet" },
        words.signedInAs(user.name, user.email),
        " ",
        link(toSignIn(page), words.notYou)
      )
    ],
    {
      brand: brandOf(workspace),
      narrow: true,
      lang: page.language,
      formAction: formTarget(request.redirectUri)
    }
  )
}

const foreignPage = (
  { app }: PreparedAuthorization,
  { user, workspace }: SignedIn,
  page: BrowserRequest
) => {
  const words = wordsIn(page.language).apps.consent.foreign
  return pageResponse(
    words.title,
    [
      h1(words.heading),
      p(words.text(app.name, workspace.name, user.email)),
      p(link(toSignIn(page), words.signIn))
    ],
    { status: 403, narrow: true, lang: page.language }
  )
}

/** The page in the language that the visitor chose, if there is a session. */
const inLanguageOf = (signedIn: SignedIn | null, page: BrowserRequest): BrowserRequest =>
  signedIn === null ? page : { ...page, language: languageFor(signedIn, page) }

export const layerConsentPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, who } = yield* makePages
    const authorizations = yield* OAuthAuthorizations

    /** The request in the address, checked again on every step, and the user who decides. */
    const prepared = (
      page: BrowserRequest,
      decide: (
        authorization: PreparedAuthorization,
        signedIn: SignedIn,
        page: BrowserRequest
      ) => Effect.Effect<ReturnType<typeof pageResponse>, AuthorizationUnusable>
    ) =>
      Effect.gen(function* () {
        const query = page.request.url.split("?").slice(1).join("?")
        const authorization = yield* authorizations.prepare(
          parseParameters(new URLSearchParams(query))
        )
        const signedIn = yield* who(page.cookies)
        if (signedIn === null) {
          return signInFirst(page, page.request.url)
        }
        const enrolment = enrolFirst(signedIn, page)
        if (enrolment !== undefined) return yield* enrolment
        const own = inLanguageOf(signedIn, page)
        return signedIn.workspace.id === authorization.app.workspaceId
          ? yield* decide(authorization, signedIn, own)
          : foreignPage(authorization, signedIn, own)
      }).pipe(
        Effect.catchTags({
          AuthorizationUnusable: (error: AuthorizationUnusable) =>
            Effect.flatMap(who(page.cookies), (signedIn) =>
              Effect.fail(unusable(inLanguageOf(signedIn, page), error))
            ),
          AuthorizationRefused: (refused: AuthorizationRefused) =>
            Effect.flatMap(who(page.cookies), (signedIn) =>
              signedIn?.workspace.id === refused.app.workspaceId
                ? Effect.succeed(seeOther(refused.location))
                : Effect.fail(malformed(inLanguageOf(signedIn, page), refused))
            )
        })
      )

    yield* get("/oauth/authorize", (page) =>
      prepared(page, (...shown) => Effect.succeed(consentPage(...shown)))
    )

    yield* post("/oauth/authorize", (page) =>
      prepared(page, (authorization, { user }) =>
        page.form.text("decision") === "allow"
          ? Effect.map(authorizations.allow(authorization, user), seeOther)
          : Effect.succeed(seeOther(authorizations.deny(authorization)))
      )
    )
  })
)
