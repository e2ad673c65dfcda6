/**
 * The invitation link to the portal. Opening it shows a page and consumes nothing, because mail
 * scanners open links; a button exchanges it for a session. A link that no longer works names the
 * reason, and leads its own client, if signed in, to the portal.
 */
import { Duration, Effect } from "effect"
import { HttpRouter } from "effect/http"
import { portalSessionLifetime } from "../../app/portal/EnterPortal.ts"
import type {
  InvitationUnknown,
  InvitationUnusable,
  Visitor
} from "../../app/portal/OpenInvitation.ts"
import { Portal } from "../../app/portal/Portal.ts"
import { PublicUrls } from "../../app/ports/PublicUrls.ts"
import { languageTag } from "../../domain/text/Language.ts"
import { type Child, div, h1, p } from "../../html/Elements.ts"
import type { PortalWords } from "../../words/pages/PortalWords.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { brandOf, type PageResponse, pageResponse, seeOther } from "../Layout.ts"
import { makePortalPages } from "../Pages.ts"
import { button, form, link } from "../Parts.ts"
import {
  linkSentPage,
  portalPageNotFound,
  portalPaths,
  portalVisitor,
  textOfVisitor
} from "./PortalParts.ts"

const sessionSeconds = Duration.toSeconds(portalSessionLifetime)

const secretInPath = (page: BrowserRequest) => page.params["secret"] ?? ""

interface InvitationVisit extends ReturnType<typeof portalPaths> {
  readonly page: BrowserRequest
}

/** In the language of the client who is invited, or is signed in. */
const narrowPage = (
  visitor: Visitor,
  { cell }: BrowserRequest,
  content: (words: PortalWords) => ReadonlyArray<Child>,
  status = 200
) => {
  const { workspace } = visitor
  const text = textOfVisitor(visitor)
  const words = wordsIn(text.language).portal
  return pageResponse(`${words.title} · ${workspace.displayName}`, content(words), {
    brand: brandOf(workspace, cell),
    narrow: true,
    lang: languageTag(text),
    status
  })
}

const welcomePage = ({ path, page }: InvitationVisit, invited: Visitor, visitor: Visitor | null) =>
  narrowPage(invited, page, ({ invitation: words }) => [
    h1(words.welcome(invited.client.name)),
    p(words.shares(invited.workspace.displayName)),
    visitor === null || visitor.client.id === invited.client.id
      ? null
      : p(words.endsSession(visitor.client.name, visitor.client.email, invited.client.name)),
    form(`${path}/invitations/${secretInPath(page)}`, page.cookies.csrf, [button(words.open)])
  ])

/** For someone else than the client who is signed in; it does not say for whom. */
const othersPage = ({ path, home, page }: InvitationVisit, visitor: Visitor) =>
  narrowPage(
    visitor,
    page,
    ({ leave, invitation: words }) => [
      h1(words.othersTitle),
      p(words.others(visitor.client.name, visitor.client.email)),
      div(
        { class: "row" },
        link(home, words.openOwn, "button"),
        form(`${path}/leave`, page.cookies.csrf, [button(leave, "second")])
      )
    ],
    410
  )

const explainedPage = (
  { path, page }: InvitationVisit,
  invited: Visitor,
  reason: InvitationUnusable["reason"]
) =>
  narrowPage(
    invited,
    page,
    ({ invitation: words }) => [
      h1(words.unusable),
      p(words.reasons[reason]),
      reason === "closed"
        ? null
        : form(`${path}/invitations/${secretInPath(page)}/renew`, page.cookies.csrf, [
            button(words.renew)
          ])
    ],
    410
  )

export const layerPortalInvitationPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, browserRequests, limited } = yield* makePortalPages
    const portal = yield* Portal
    const paths = portalPaths((yield* PublicUrls).portalUrl)
    const { path, home } = paths
    const seen = (page: BrowserRequest): InvitationVisit => ({ ...paths, page })
    const visitorOf = portalVisitor(portal)

    /** A link that no longer works still takes its own client, if signed in, to the portal. */
    const unusablePage = ({ reason, invited }: InvitationUnusable, page: BrowserRequest) =>
      Effect.map(visitorOf(page), (visitor) => {
        if (visitor === null) return explainedPage(seen(page), invited, reason)
        return visitor.client.id === invited.client.id
          ? seeOther(home)
          : othersPage(seen(page), visitor)
      })

    /** A link that does not open the portal says why. */
    const explained =
      (page: BrowserRequest) =>
      (shown: Effect.Effect<PageResponse, InvitationUnusable | InvitationUnknown>) =>
        Effect.catchTags(shown, {
          InvitationUnknown: () => Effect.fail(portalPageNotFound(page)),
          InvitationUnusable: (error) => unusablePage(error, page)
        })

    yield* get(`${path}/invitations/:secret`, (page) =>
      Effect.all([portal.open(secretInPath(page)), visitorOf(page)]).pipe(
        Effect.map(([invited, visitor]) => welcomePage(seen(page), invited, visitor)),
        explained(page)
      )
    )

    yield* post(`${path}/invitations/:secret`, (page) =>
      portal.enter(secretInPath(page)).pipe(
        Effect.map((session) =>
          browserRequests.withCookie(seeOther(home), "portal", session, sessionSeconds)
        ),
        explained(page)
      )
    )

    yield* post(`${path}/invitations/:secret/renew`, (page) =>
      Effect.andThen(
        limited(page, "mail_link"),
        portal.renew(secretInPath(page)).pipe(Effect.as(linkSentPage(page)), explained(page))
      )
    )
  })
)
