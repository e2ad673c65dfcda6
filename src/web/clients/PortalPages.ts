/** The client portal at PORTAL_URL (SPEC §1, §4.3): a client's invoices and shared projects. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { type ComponentChild, h } from "preact"
import { Portal, type PortalHome, type Visitor } from "../../app/clients/Portal.ts"
import { LinkRequests } from "../../app/people/LinkRequests.ts"
import { PdfRenderer } from "../../app/ports/invoices/PdfRenderer.ts"
import { PublicUrls } from "../../app/ports/PublicUrls.ts"
import { InvoiceId } from "../../domain/Ids.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import { formatsOf } from "../../domain/Locale.ts"
import type { InvoiceListItem, ProjectView } from "../../domain/Views.ts"
import { Brands } from "../Brands.ts"
import { pdfResponse } from "../invoices/InvoicePage.ts"
import { fillKept } from "../Kept.ts"
import { type Brand, pageResponse, seeOther } from "../Layout.ts"
import { makePages, notFound, type VisitRequest } from "../Pages.ts"
import { button, cell, field, form, link, table } from "../Parts.ts"
import { queryOf } from "../Visits.ts"
import { linkSentPage, portalPaths, portalVisitor } from "./PortalParts.ts"

const inWords = { sent: "Open", overdue: "Overdue", paid: "Paid", void: "Void", draft: "Draft" }
const projectInWords = {
  planning: "Planning",
  in_progress: "In progress",
  review: "In review",
  completed: "Completed",
  archived: "Archived"
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

export const layerPortalPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, visits, limited } = yield* makePages
    const portal = yield* Portal
    const requests = yield* LinkRequests
    const brands = yield* Brands
    const renderer = yield* PdfRenderer
    const { path, home } = portalPaths((yield* PublicUrls).portalUrl)
    const visitorOf = portalVisitor(portal)

    const invoiceRow = (
      { workspace }: Visitor,
      invoice: InvoiceListItem,
      payUrl: string | undefined,
      isBeingPaid: boolean
    ): ComponentChild[] => {
      const { date, money } = formatsOf(workspace.locale)
      const rest = balanceDue(invoice)
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
                  class: isBeingPaid ? undefined : "button",
                  href: new URL(payUrl).pathname,
                  "aria-label": `${isBeingPaid ? "Payment under way of" : "View and pay"} ${invoice.number}`
                },
                isBeingPaid ? "Payment under way" : "Pay"
              )
            : null
        )
      ]
    }

    const homePage = (visitor: Visitor, brand: Brand, shown: PortalHome, page: VisitRequest) =>
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
                  invoiceRow(
                    visitor,
                    invoice,
                    shown.links.get(invoice.id),
                    shown.beingPaid.has(invoice.id)
                  )
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

    const askPage = (page: VisitRequest) =>
      pageResponse(
        "Client portal",
        fillKept(
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
          page.visit.kept
        ),
        { narrow: true }
      )

    yield* get(home, (page) =>
      Effect.gen(function* () {
        const visitor = yield* visitorOf(page)
        if (visitor === null) return askPage(page)
        const after = InvoiceId.parse(queryOf(page.request, "after") ?? "")
        const shown = yield* portal.home(visitor, after._tag === "Some" ? after.value : null)
        return homePage(visitor, yield* brands.of(visitor.workspace), shown, page)
      })
    )

    yield* post(`${path}/links`, (page) =>
      Effect.andThen(
        limited(page, "mail_link"),
        Effect.as(requests.ask("portal", page.form.text("email")), linkSentPage)
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
