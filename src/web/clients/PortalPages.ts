/**
 * The client portal at PORTAL_URL (docs/spec.md §1, §4.3): a client's invoices and shared projects.
 */

import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { InvoicePdf } from "../../app/invoices/documents/InvoicePdfs.ts"
import { LinkRequests } from "../../app/people/LinkRequests.ts"
import type { Visitor } from "../../app/portal/OpenInvitation.ts"
import { Portal } from "../../app/portal/Portal.ts"
import { PublicUrls } from "../../app/ports/PublicUrls.ts"
import { InvoiceId } from "../../domain/Ids.ts"
import { type BrowserRequest, idOf } from "../BrowserRequests.ts"
import { documentTooLarge, pdfResponse } from "../invoices/InvoicePage.ts"
import { seeOther } from "../Layout.ts"
import { makePortalPages } from "../Pages.ts"
import { queryOf } from "../PageUrls.ts"
import { invoicePage } from "./PortalInvoicePage.ts"
import {
  linkSentPage,
  pageOfVisitor,
  portalPageNotFound,
  portalPaths,
  portalVisitor
} from "./PortalParts.ts"
import { sharedProjectPage } from "./PortalProjectView.ts"
import { homePage, portalLinkPage } from "./PortalViews.ts"

/** One invoice, project, document or file, for the client who is signed in. */
export const layerPortalItems = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, limited } = yield* makePortalPages
    const portal = yield* Portal
    const paths = portalPaths((yield* PublicUrls).portalUrl)
    const { path, home } = paths
    const visitorOf = portalVisitor(portal)

    const own = pageOfVisitor(portal, home)

    yield* get(
      `${path}/invoices/:id`,
      own((visitor, page) => invoicePage({ ...paths, visitor }, page, portal))
    )

    yield* get(
      `${path}/projects/:id`,
      own((visitor, page) =>
        portal.project(visitor, idOf(page)).pipe(
          Effect.map((shown) => sharedProjectPage({ ...paths, visitor }, shown, page)),
          Effect.mapError(() => portalPageNotFound(page))
        )
      )
    )

    const sendPdf =
      <E extends { readonly _tag: string }>(
        read: (visitor: Visitor, id: string) => Effect.Effect<InvoicePdf, E>
      ) =>
      (page: BrowserRequest) =>
        Effect.gen(function* () {
          const visitor = yield* visitorOf(page)
          if (visitor === null) return seeOther(home)
          yield* limited(page, "document")
          return pdfResponse(
            yield* Effect.mapError(read(visitor, idOf(page)), ({ _tag }) =>
              _tag === "InvoiceTooLarge" ? documentTooLarge(page) : portalPageNotFound(page)
            )
          )
        })
    yield* get(`${path}/invoices/:id/pdf`, sendPdf(portal.document))
    yield* get(
      `${path}/invoices/:id/receipt`,
      sendPdf((visitor, id) => portal.document(visitor, id, "receipt"))
    )
    yield* get(`${path}/credit-notes/:id/pdf`, sendPdf(portal.creditNote))

    // Not /files: the portal may be the root of the host that also serves download links.
    yield* get(`${path}/shared/:id`, (page) =>
      Effect.gen(function* () {
        const visitor = yield* visitorOf(page)
        if (visitor === null) return seeOther(home)
        const file = portal.file(visitor, idOf(page))
        return seeOther(yield* Effect.mapError(file, () => portalPageNotFound(page)))
      })
    )
  })
)

export const layerPortalPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, browserRequests, limited } = yield* makePortalPages
    const portal = yield* Portal
    const requests = yield* LinkRequests
    const paths = portalPaths((yield* PublicUrls).portalUrl)
    const { path, home } = paths
    const visitorOf = portalVisitor(portal)

    yield* get(home, (page) =>
      Effect.gen(function* () {
        const visitor = yield* visitorOf(page)
        if (visitor === null) return portalLinkPage(path, page)
        const after = InvoiceId.parse(queryOf(page.request, "after") ?? "")
        const shown = yield* portal.home(visitor, after._tag === "Some" ? after.value : null)
        return homePage({ ...paths, visitor, shown }, page)
      })
    )

    yield* post(`${path}/links`, (page) =>
      Effect.andThen(
        limited(page, "mail_link"),
        Effect.as(requests.enqueue("portal", page.form.text("email")), linkSentPage(page))
      )
    )

    yield* post(`${path}/leave`, ({ cookies }) =>
      Effect.as(
        cookies.portal === null ? Effect.void : portal.leave(cookies.portal),
        browserRequests.withCookie(seeOther(home), "portal", null)
      )
    )
  })
)
