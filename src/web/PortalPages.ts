/**
 * The client portal at PORTAL_URL (SPEC §1, §4.3). Opening the link of a mail shows a page and consumes
 * nothing, so a mail scanner takes nothing away; a button exchanges it for a session.
 */
import { Duration, Effect } from "effect"
import { HttpRouter } from "effect/http"
import { type ComponentChild, h } from "preact"
import { LinkRequests } from "../app/LinkRequests.ts"
import {
  type InvitationUnknown,
  type InvitationUnusable,
  Portal,
  type PortalHome,
  portalSessionLifetime,
  type Visitor
} from "../app/Portal.ts"
import { PdfRenderer } from "../app/ports/PdfRenderer.ts"
import { PublicUrls } from "../app/ports/PublicUrls.ts"
import { InvoiceId } from "../domain/Ids.ts"
import { isOpen, restOf } from "../domain/Invoice.ts"
import { formatsOf } from "../domain/Locale.ts"
import type { InvoiceListItem, ProjectView } from "../domain/Views.ts"
import { Brands } from "./Brands.ts"
import { pdfResponse } from "./InvoicePage.ts"
import { type Brand, pageResponse, type Response, seeOther } from "./Layout.ts"
import { makePages, notFound, type PageRequest } from "./Pages.ts"
import { button, cell, field, form, link, table } from "./Parts.ts"
import { queryOf } from "./Visits.ts"

/** Where the portal's pages lie on this server: PORTAL_URL's own path. */
export const portalPath = (portalUrl: string): "" | `/${string}` => {
  const path = new URL(portalUrl).pathname.replace(/^\/+|\/+$/g, "")
  return path === "" ? "" : `/${path}`
}

const sessionSeconds = Duration.toSeconds(portalSessionLifetime)

const inWords = { sent: "Open", overdue: "Overdue", paid: "Paid", void: "Void", draft: "Draft" }
const projectInWords = {
  planning: "Planning",
  in_progress: "In progress",
  review: "In review",
  completed: "Completed",
  archived: "Archived"
}

const reasons: Readonly<Record<InvitationUnusable["reason"], string>> = {
  expired: "This link has expired.",
  used: "This link was used already.",
  replaced: "This link was replaced by a newer one, or taken back.",
  closed: "Your access to the portal has ended. Please ask the agency."
}

const badge = ({ status }: InvoiceListItem) =>
  h("span", { class: `badge state-${status}` }, inWords[status])

const projectRow = ({ workspace }: Visitor, project: ProjectView): ComponentChild[] => {
  const { date } = formatsOf(workspace.locale)
  const dates = [project.startDate, project.endDate].map((day) => (day === null ? "" : date(day)))
  return [
    cell(
      h("strong", null, project.name),
      project.description === null
        ? null
        : h("div", { class: "quiet small notes" }, project.description)
    ),
    cell(projectInWords[project.status]),
    cell(dates.join(" – ").replace(/^ – $/, ""))
  ]
}

export const PortalPagesLive = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, visits, limited } = yield* makePages
    const portal = yield* Portal
    const requests = yield* LinkRequests
    const brands = yield* Brands
    const renderer = yield* PdfRenderer
    const { portalUrl } = yield* PublicUrls
    const path = portalPath(portalUrl)
    const home: `/${string}` = path === "" ? "/" : path

    const invoiceRow = (
      { workspace }: Visitor,
      invoice: InvoiceListItem,
      payUrl: string | undefined
    ): ComponentChild[] => {
      const { date, money } = formatsOf(workspace.locale)
      const rest = restOf(invoice)
      const open = isOpen(invoice)
      const named = { "aria-label": `PDF of ${invoice.number}` }
      return [
        cell(h("strong", null, invoice.number), " ", badge(invoice)),
        cell(date(invoice.issueDate)),
        cell(date(invoice.dueDate)),
        h(
          "td",
          { class: "amount" },
          money(invoice.totalMinor, invoice.currency),
          open && rest !== invoice.totalMinor
            ? h("div", { class: "quiet small" }, `${money(rest, invoice.currency)} open`)
            : null
        ),
        h(
          "td",
          { class: "actions" },
          h("a", { href: `${path}/invoices/${invoice.id}/pdf`, ...named }, "PDF"),
          open && payUrl !== undefined
            ? h(
                "a",
                {
                  class: "button",
                  href: new URL(payUrl).pathname,
                  "aria-label": `View and pay ${invoice.number}`
                },
                "Pay"
              )
            : null
        )
      ]
    }

    const homePage = (visitor: Visitor, brand: Brand, shown: PortalHome, page: PageRequest) =>
      pageResponse(
        `Portal · ${brand.name}`,
        [
          h("h1", null, `Hello ${visitor.client.name}`),
          h("h2", null, "Invoices"),
          shown.invoices.items.length === 0
            ? h("p", null, "There is no invoice for you yet.")
            : table(
                "Your invoices",
                ["Number", "Issued", "Due", "Amount", "Actions"],
                shown.invoices.items.map((invoice) =>
                  invoiceRow(visitor, invoice, shown.links.get(invoice.id))
                )
              ),
          shown.invoices.next === null
            ? null
            : h("p", null, link(`${home}?after=${shown.invoices.next}`, "Older invoices")),
          ...(shown.projects.length === 0
            ? []
            : [
                h("h2", null, "Projects"),
                table(
                  "Shared with you",
                  ["Name", "State", "Dates"],
                  shown.projects.map((project) => projectRow(visitor, project))
                )
              ])
        ],
        {
          brand,
          who: [
            h("span", null, visitor.client.company ?? visitor.client.email),
            form(`${path}/leave`, page.visit.csrf, [button("Leave", "link")])
          ]
        }
      )

    const askPage = (page: PageRequest) =>
      pageResponse(
        "Client portal",
        [
          h("h1", null, "Client portal"),
          h("p", null, "You get in with a link from your mail. We send you a new one here."),
          form(`${path}/links`, page.visit.csrf, [
            field({
              name: "email",
              label: "E-mail",
              type: "email",
              required: true,
              autocomplete: "email",
              maxLength: 254
            }),
            button("Send me a link")
          ])
        ],
        { narrow: true }
      )

    const sentPage = pageResponse(
      "Look into your mail",
      [
        h("h1", null, "Look into your mail"),
        h(
          "p",
          null,
          "If the address is known here, a link is on its way. It works once, within a day."
        )
      ],
      { narrow: true }
    )

    const unusablePage = ({ reason, workspace }: InvitationUnusable, page: PageRequest) =>
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

    /** A link that does not open the portal says why. */
    const explained =
      (page: PageRequest) =>
      (shown: Effect.Effect<Response, InvitationUnusable | InvitationUnknown>) =>
        Effect.catchTags(shown, {
          InvitationUnknown: () => Effect.fail(notFound),
          InvitationUnusable: (error) => unusablePage(error, page)
        })

    const secretOf = (page: PageRequest) => page.params["secret"] ?? ""
    const visitorOf = ({ visit }: PageRequest) =>
      visit.portal === null ? Effect.succeed(null) : portal.resolve(visit.portal)

    yield* get(home, (page) =>
      Effect.gen(function* () {
        const visitor = yield* visitorOf(page)
        if (visitor === null) return askPage(page)
        const after = InvoiceId.parse(queryOf(page.request, "after") ?? "")
        const shown = yield* portal.home(visitor, after._tag === "Some" ? after.value : null)
        return homePage(visitor, yield* brands.of(visitor.workspace), shown, page)
      })
    )

    yield* get(`${path}/invitations/:secret`, (page) =>
      portal.open(secretOf(page)).pipe(
        Effect.flatMap(({ workspace, client }) =>
          Effect.map(brands.of(workspace), (brand) =>
            pageResponse(
              `Portal · ${brand.name}`,
              [
                h("h1", null, `Welcome, ${client.name}`),
                h("p", null, `${brand.name} shares your invoices and projects with you here.`),
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
        portal.renew(secretOf(page)).pipe(Effect.as(sentPage), explained(page))
      )
    )

    yield* post(`${path}/links`, (page) =>
      Effect.andThen(
        limited(page, "mail_link"),
        Effect.as(requests.ask("portal", page.form.text("email")), sentPage)
      )
    )

    yield* get(`${path}/invoices/:id/pdf`, (page) =>
      Effect.gen(function* () {
        const visitor = yield* visitorOf(page)
        if (visitor === null) return seeOther(home)
        yield* limited(page, "document")
        const document = yield* Effect.mapError(
          portal.document(visitor, page.params["id"] ?? ""),
          () => notFound
        )
        const bytes = yield* Effect.orDie(renderer.invoice(document))
        return pdfResponse(document.invoice.number, bytes)
      })
    )

    yield* post(`${path}/leave`, ({ visit }) =>
      Effect.as(
        visit.portal === null ? Effect.void : portal.leave(visit.portal),
        visits.withCookie(seeOther(home), "portal", null)
      )
    )
  })
)
