/**
 * The link of an invitation to the portal. Opening it shows a page and consumes nothing, so a mail
 * scanner takes nothing away; a button exchanges it for a session. One that opens nothing any more says
 * why, and still leads its own client, who is signed in, to the portal.
 */
import { Duration, Effect } from "effect"
import { HttpRouter } from "effect/http"
import { h } from "preact"
import {
  type InvitationUnknown,
  type InvitationUnusable,
  Portal,
  portalSessionLifetime,
  type Visitor
} from "../../app/clients/Portal.ts"
import { PublicUrls } from "../../app/ports/PublicUrls.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Brands } from "../Brands.ts"
import { pageResponse, type Response, seeOther } from "../Layout.ts"
import { makePages, notFound, type VisitRequest } from "../Pages.ts"
import { button, form, link } from "../Parts.ts"
import { linkSentPage, portalPaths, portalVisitor } from "./PortalParts.ts"

const sessionSeconds = Duration.toSeconds(portalSessionLifetime)

const reasons: Readonly<Record<InvitationUnusable["reason"], string>> = {
  expired: "This link has expired.",
  used: "This link was used already.",
  replaced: "This link was replaced by a newer one, or revoked.",
  closed: "Your access to the portal has ended. Please ask the agency."
}

export const layerPortalInvitationPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, visits, limited } = yield* makePages
    const portal = yield* Portal
    const brands = yield* Brands
    const { path, home } = portalPaths((yield* PublicUrls).portalUrl)
    const visitorOf = portalVisitor(portal)

    /** For someone else than the client who is signed in; it does not say for whom. */
    const othersPage = (visitor: Visitor, page: VisitRequest) =>
      Effect.map(brands.of(visitor.workspace), (brand) =>
        pageResponse(
          `Portal · ${brand.name}`,
          [
            h("h1", null, "This link is for someone else"),
            h(
              "p",
              null,
              `You are in the portal as ${visitor.client.name} (${visitor.client.email}). `,
              "The link invited another client, and it opens nothing any more."
            ),
            h(
              "div",
              { class: "row" },
              link(home, "Open your portal", "button"),
              form(`${path}/leave`, page.visit.csrf, [button("Leave", "second")])
            )
          ],
          { brand, narrow: true, status: 410 }
        )
      )

    const explainedPage = (
      workspace: Workspace,
      reason: InvitationUnusable["reason"],
      page: VisitRequest
    ) =>
      Effect.map(brands.of(workspace), (brand) =>
        pageResponse(
          `Portal · ${brand.name}`,
          [
            h("h1", null, "This link does not open the portal"),
            h("p", null, reasons[reason]),
            reason === "closed"
              ? null
              : form(`${path}/invitations/${page.params["secret"] ?? ""}/renew`, page.visit.csrf, [
                  button("Mail me a new link")
                ])
          ],
          { brand, narrow: true, status: 410 }
        )
      )

    /** A link that opens nothing any more still leads its own client, who is signed in, to the portal. */
    const unusablePage = ({ reason, invited }: InvitationUnusable, page: VisitRequest) =>
      Effect.flatMap(visitorOf(page), (visitor) => {
        if (visitor === null) return explainedPage(invited.workspace, reason, page)
        return visitor.client.id === invited.client.id
          ? Effect.succeed(seeOther(home))
          : othersPage(visitor, page)
      })

    /** A link that does not open the portal says why. */
    const explained =
      (page: VisitRequest) =>
      (shown: Effect.Effect<Response, InvitationUnusable | InvitationUnknown>) =>
        Effect.catchTags(shown, {
          InvitationUnknown: () => Effect.fail(notFound),
          InvitationUnusable: (error) => unusablePage(error, page)
        })

    const secretOf = (page: VisitRequest) => page.params["secret"] ?? ""

    yield* get(`${path}/invitations/:secret`, (page) =>
      Effect.all([portal.open(secretOf(page)), visitorOf(page)]).pipe(
        Effect.flatMap(([{ workspace, client }, visitor]) =>
          Effect.map(brands.of(workspace), (brand) =>
            pageResponse(
              `Portal · ${brand.name}`,
              [
                h("h1", null, `Welcome, ${client.name}`),
                h("p", null, `${brand.name} shares your invoices and projects with you here.`),
                visitor === null || visitor.client.id === client.id
                  ? null
                  : h(
                      "p",
                      null,
                      `You are in the portal as ${visitor.client.name} (${visitor.client.email}) now: opening it for ${client.name} ends that.`
                    ),
                form(`${path}/invitations/${secretOf(page)}`, page.visit.csrf, [
                  button("Open the portal")
                ])
              ],
              { brand, narrow: true }
            )
          )
        ),
        explained(page)
      )
    )

    yield* post(`${path}/invitations/:secret`, (page) =>
      portal.enter(secretOf(page)).pipe(
        Effect.map((session) =>
          visits.withCookie(seeOther(home), "portal", session, sessionSeconds)
        ),
        explained(page)
      )
    )

    yield* post(`${path}/invitations/:secret/renew`, (page) =>
      Effect.andThen(
        limited(page, "mail_link"),
        portal.renew(secretOf(page)).pipe(Effect.as(linkSentPage), explained(page))
      )
    )
  })
)
