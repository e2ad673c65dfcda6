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
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type Child, div, h1, p } from "../../html/Elements.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { brandOf, type PageResponse, pageResponse, seeOther } from "../Layout.ts"
import { makePages, pageNotFound } from "../Pages.ts"
import { button, form, link } from "../Parts.ts"
import { linkSentPage, portalPaths, portalVisitor } from "./PortalParts.ts"

const sessionSeconds = Duration.toSeconds(portalSessionLifetime)

const reasons: Readonly<Record<InvitationUnusable["reason"], string>> = {
  expired: "This link has expired.",
  used: "This link was used already.",
  replaced: "This link was replaced by a newer one, or revoked.",
  closed: "Your access to the portal has ended. Please ask the agency."
}

const secretInPath = (page: BrowserRequest) => page.params["secret"] ?? ""

interface InvitationVisit extends ReturnType<typeof portalPaths> {
  readonly page: BrowserRequest
}

const narrowPage = (workspace: Workspace, children: ReadonlyArray<Child>, status = 200) =>
  pageResponse(`Portal · ${workspace.displayName}`, children, {
    brand: brandOf(workspace),
    narrow: true,
    status
  })

const welcomePage = (
  { path, page }: InvitationVisit,
  { workspace, client }: Visitor,
  visitor: Visitor | null
) =>
  narrowPage(workspace, [
    h1(`Welcome, ${client.name}`),
    p(`${workspace.displayName} shares your invoices and projects with you here.`),
    visitor === null || visitor.client.id === client.id
      ? null
      : p(
          `You are signed in to the portal as ${visitor.client.name} (${visitor.client.email}). Opening it for ${client.name} ends that session.`
        ),
    form(`${path}/invitations/${secretInPath(page)}`, page.cookies.csrf, [
      button("Open the portal")
    ])
  ])

/** For someone else than the client who is signed in; it does not say for whom. */
const othersPage = ({ path, home, page }: InvitationVisit, { workspace, client }: Visitor) =>
  narrowPage(
    workspace,
    [
      h1("This link is for someone else"),
      p(
        `You are signed in to the portal as ${client.name} (${client.email}). `,
        "It invited another client and no longer works."
      ),
      div(
        { class: "row" },
        link(home, "Open your portal", "button"),
        form(`${path}/leave`, page.cookies.csrf, [button("Leave", "second")])
      )
    ],
    410
  )

const explainedPage = (
  { path, page }: InvitationVisit,
  workspace: Workspace,
  reason: InvitationUnusable["reason"]
) =>
  narrowPage(
    workspace,
    [
      h1("This link cannot be used"),
      p(reasons[reason]),
      reason === "closed"
        ? null
        : form(`${path}/invitations/${secretInPath(page)}/renew`, page.cookies.csrf, [
            button("Send me a new link")
          ])
    ],
    410
  )

export const layerPortalInvitationPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, browserRequests, limited } = yield* makePages
    const portal = yield* Portal
    const paths = portalPaths((yield* PublicUrls).portalUrl)
    const { path, home } = paths
    const seen = (page: BrowserRequest): InvitationVisit => ({ ...paths, page })
    const visitorOf = portalVisitor(portal)

    /** A link that no longer works still takes its own client, if signed in, to the portal. */
    const unusablePage = ({ reason, invited }: InvitationUnusable, page: BrowserRequest) =>
      Effect.map(visitorOf(page), (visitor) => {
        if (visitor === null) return explainedPage(seen(page), invited.workspace, reason)
        return visitor.client.id === invited.client.id
          ? seeOther(home)
          : othersPage(seen(page), visitor)
      })

    /** A link that does not open the portal says why. */
    const explained =
      (page: BrowserRequest) =>
      (shown: Effect.Effect<PageResponse, InvitationUnusable | InvitationUnknown>) =>
        Effect.catchTags(shown, {
          InvitationUnknown: () => Effect.fail(pageNotFound),
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
        portal.renew(secretInPath(page)).pipe(Effect.as(linkSentPage), explained(page))
      )
    )
  })
)
