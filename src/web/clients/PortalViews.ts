/** Views of the portal: invoices and how to pay, shared projects, sign-in. */
import type { Visitor } from "../../app/portal/OpenInvitation.ts"
import type { PortalHome } from "../../app/portal/PortalHome.ts"
import type { FileFound } from "../../domain/files/FileResource.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import type { InvoiceListItem } from "../../domain/invoices/InvoiceResource.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import type { ProjectView } from "../../domain/projects/ProjectResource.ts"
import { a, type Child, div, h1, h2, p, span, strong, td } from "../../html/Elements.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { fillInDraft } from "../forms/FormDraftCookie.ts"
import { brandOf, pageResponse } from "../Layout.ts"
import { formatBytes } from "../PageFormats.ts"
import { button, cell, field, form, link, table } from "../Parts.ts"
import type { portalPaths } from "./PortalParts.ts"

/** Input of the portal's views. */
interface Look extends ReturnType<typeof portalPaths> {
  readonly visitor: Visitor
  readonly shown: PortalHome
}

const inWords = { sent: "Open", overdue: "Overdue", paid: "Paid", void: "Void", draft: "Draft" }
const projectStatusTexts = {
  planning: "Planning",
  in_progress: "In progress",
  review: "In review",
  completed: "Completed",
  archived: "Archived"
}

const statusBadge = ({ status }: InvoiceListItem) =>
  span({ class: `badge state-${status}` }, inWords[status])

const fileLink = (path: string, { id, name, size }: FileFound) =>
  div(
    a({ href: `${path}/shared/${id}` }, name),
    " ",
    span({ class: "quiet small" }, formatBytes(size))
  )

const projectRow = (
  { path, visitor: { workspace }, shown }: Look,
  project: ProjectView
): Child[] => {
  const files = shown.files.filter((file) => file.project?.id === project.id)
  const { date } = formatsOf(workspace.locale)
  const dates = [project.startDate, project.endDate].map((day) => (day === null ? "" : date(day)))
  return [
    cell(
      strong(project.name),
      project.description === null ? null : div({ class: "quiet small notes" }, project.description)
    ),
    cell(projectStatusTexts[project.status]),
    cell(dates.join(" – ").replace(/^ – $/, "")),
    cell(files.map((file) => fileLink(path, file)))
  ]
}

const payLink = ({ number }: InvoiceListItem, payUrl: string, isBeingPaid: boolean) =>
  a(
    {
      class: isBeingPaid ? undefined : "button",
      href: new URL(payUrl).pathname,
      "aria-label": `${isBeingPaid ? "Payment in progress of" : "View and pay"} ${number}`
    },
    isBeingPaid ? "Payment in progress" : "Pay"
  )

const invoiceRow = (
  { path, visitor, shown }: Look,
  invoice: InvoiceListItem
): ReadonlyArray<Child> => {
  const { date, money } = formatsOf(visitor.workspace.locale)
  const rest = balanceDue(invoice)
  const open = isOpen(invoice)
  const payUrl = shown.links.get(invoice.id)
  const pdf = {
    href: `${path}/invoices/${invoice.id}/pdf`,
    "aria-label": `PDF of ${invoice.number}`
  }
  return [
    cell(strong(invoice.number), " ", statusBadge(invoice)),
    cell(date(invoice.issueDate)),
    cell(date(invoice.dueDate)),
    td(
      { class: "amount" },
      money(invoice.totalMinor, invoice.currency),
      open && rest !== invoice.totalMinor
        ? div({ class: "quiet small" }, `${money(rest, invoice.currency)} open`)
        : null
    ),
    td(
      { class: "actions" },
      a(pdf, "PDF"),
      open && payUrl !== undefined
        ? payLink(invoice, payUrl, shown.beingPaid.has(invoice.id))
        : null
    )
  ]
}

const invoicesPart = (look: Look): ReadonlyArray<Child> => {
  const { items, next } = look.shown.invoices
  return [
    h2("Invoices"),
    items.length === 0
      ? p("There is no invoice for you yet.")
      : table(
          "Your invoices",
          ["Number", "Issued", "Due", "Amount", "Actions"],
          items.map((invoice) => invoiceRow(look, invoice))
        ),
    next === null ? null : p(link(`${look.home}?after=${next}`, "Older invoices"))
  ]
}

const projectsPart = (look: Look): ReadonlyArray<Child> =>
  look.shown.projects.length === 0
    ? []
    : [
        h2("Projects"),
        table(
          "Shared with you",
          ["Name", "State", "Dates", "Files"],
          look.shown.projects.map((project) => projectRow(look, project))
        )
      ]

export const homePage = (look: Look, { cookies }: BrowserRequest) => {
  const { client, workspace } = look.visitor
  return pageResponse(
    `Portal · ${workspace.displayName}`,
    [h1(`Hello ${client.name}`), invoicesPart(look), projectsPart(look)],
    {
      brand: brandOf(workspace),
      who: [
        span(client.company ?? client.email),
        form(`${look.path}/leave`, cookies.csrf, [button("Leave", "link")])
      ]
    }
  )
}

/** For visitors without a session: they can request a link by mail. */
export const portalLinkPage = (path: string, page: BrowserRequest) =>
  pageResponse(
    "Client portal",
    fillInDraft(
      [
        h1("Client portal"),
        p("You sign in with a link that we send by e-mail. Request a new one here."),
        form(`${path}/links`, page.cookies.csrf, [
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
      page.cookies.draft
    ),
    { narrow: true }
  )
