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
import { scopeTextFor } from "../../domain/access/Scope.ts"
import { parseParameters } from "../../domain/oauth/OAuth.ts"
import { mayManage } from "../../domain/people/Permissions.ts"
import { div, h1, img, li, p, strong, ul } from "../../html/Elements.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { PageRefused } from "../forms/FormReader.ts"
import { signInFirst } from "../forms/FormRecovery.ts"
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

const unusable = ({ reason }: AuthorizationUnusable) =>
  new PageRefused({
    status: 400,
    title: "This request cannot be used",
    message: `${reason} Nothing was shared. Contact the developer of the app.`
  })

const malformed = ({ app, description }: AuthorizationRefused) =>
  new PageRefused({
    status: 400,
    title: "This request cannot be used",
    message: `The request of ${app.name} is not valid: ${description}. Nothing was shared. Contact the developer of the app.`
  })

const consentPage = (
  { app, request }: PreparedAuthorization,
  { user, workspace }: SignedIn,
  page: BrowserRequest
) =>
  pageResponse(
    `Allow ${app.name}? · ${workspace.displayName}`,
    [
      app.hasLogo
        ? div({ class: "pair" }, img({ class: "logo", src: `/assets/apps/${app.id}`, alt: "" }))
        : null,
      h1(`Allow ${app.name}?`),
      p(`${app.name} wants to act for you in the workspace ${workspace.name}. It will be able to:`),
      ul(
        { class: "ticks" },
        request.scopes.map((scope) => li(scopeTextFor(scope, user.role)))
      ),
      mayManage(user)
        ? null
        : p(
            { class: "quiet" },
            "You are a member of the workspace, and the app can do no more than you: it cannot send or void invoices, record payments, invite clients or read the audit log."
          ),
      p(
        { class: "quiet" },
        "You will be redirected to ",
        strong(destination(request.redirectUri)),
        ". You can end this at any time in the settings."
      ),
      // The request is in the address: the form sends it back as it came.
      form(
        page.request.url,
        page.cookies.csrf,
        [
          button("Allow", undefined, "decision", "allow"),
          button("Do not allow", "second", "decision", "deny")
        ],
        { class: "row" }
      ),
      p(
        { class: "small quiet" },
        `Signed in as ${user.name} (${user.email}). `,
        link(`/sign-in?other=1&return_to=${encodeURIComponent(page.request.url)}`, "Not you?")
      )
    ],
    {
      brand: brandOf(workspace),
      narrow: true,
      formAction: formTarget(request.redirectUri)
    }
  )

const foreignPage = ({ app }: PreparedAuthorization, { user, workspace }: SignedIn, url: string) =>
  pageResponse(
    "Another workspace",
    [
      h1("This app belongs to another workspace"),
      p(
        `${app.name} was registered in another workspace than ${workspace.name}, where you are signed in as ${user.email}.`
      ),
      p(link(`/sign-in?other=1&return_to=${encodeURIComponent(url)}`, "Sign in there"))
    ],
    { status: 403, narrow: true }
  )

export const layerConsentPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, who } = yield* makePages
    const authorizations = yield* OAuthAuthorizations

    /** The request in the address, checked again on every step, and the user who decides. */
    const prepared = (
      page: BrowserRequest,
      decide: (
        authorization: PreparedAuthorization,
        signedIn: SignedIn
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
        return signedIn.workspace.id === authorization.app.workspaceId
          ? yield* decide(authorization, signedIn)
          : foreignPage(authorization, signedIn, page.request.url)
      }).pipe(
        Effect.catchTags({
          AuthorizationUnusable: (error: AuthorizationUnusable) => Effect.fail(unusable(error)),
          AuthorizationRefused: (refused: AuthorizationRefused) =>
            Effect.flatMap(who(page.cookies), (signedIn) =>
              signedIn?.workspace.id === refused.app.workspaceId
                ? Effect.succeed(seeOther(refused.location))
                : Effect.fail(malformed(refused))
            )
        })
      )

    yield* get("/oauth/authorize", (page) =>
      prepared(page, (authorization, signedIn) =>
        Effect.succeed(consentPage(authorization, signedIn, page))
      )
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
