/** The portal's home: what is owed and when, invoices, shared projects, the client's own data. */
import type { Balance, PortalHome } from "../../app/portal/PortalHome.ts"
import { postalLines } from "../../domain/address/Address.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import type { ProjectView } from "../../domain/projects/ProjectResource.ts"
import { a, br, type Child, div, dl, h1, h2, p, section, span } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import { type BrowserRequest, languageOfReader } from "../BrowserRequests.ts"
import { fillInDraft } from "../forms/FormDraftCookie.ts"
import { fact } from "../invoices/pay/PayLines.ts"
import { contactOf, mailTo } from "../invoices/pay/PayParts.ts"
import { pageResponse } from "../Layout.ts"
import { dayInYear } from "../PageFormats.ts"
import { button, cell, field, form, link, table } from "../Parts.ts"
import { type Look, portalPage } from "./PortalFrame.ts"
import { closedPart, creditNotesPart, openPart } from "./PortalInvoiceRows.ts"
import { textOfVisitor } from "./PortalParts.ts"

interface Home extends Look {
  readonly shown: PortalHome
}

/** Each currency by itself: amounts are never added across them. */
const balanceLine = (home: Home, { currency, amountMinor, nextDue }: Balance): Child => {
  const { language, locale } = textOfVisitor(home.visitor)
  const { portal: words } = wordsIn(language)
  const { today } = home.shown
  const amount = words.balance(formatsOf(locale).money(amountMinor, currency))
  if (nextDue === null) return amount
  const day = dayInYear(locale, nextDue, today)
  const due = nextDue < today ? words.dueSince(day) : words.nextDue(day)
  return [amount, span({ class: "next" }, `, ${due}`)]
}

const balancePart = (home: Home): Child => {
  const { portal: words } = wordsIn(textOfVisitor(home.visitor).language)
  const { balances } = home.shown
  return h1(
    span({ class: "quiet" }, words.hello(home.visitor.client.name)),
    " ",
    balances.length === 0 ? words.nothingDue : null,
    balances.map((balance, index) => [index === 0 ? null : br(), balanceLine(home, balance)])
  )
}

const projectRow = ({ path, visitor }: Look, project: ProjectView): Child[] => {
  const { language, locale } = textOfVisitor(visitor)
  const { portal: words } = wordsIn(language)
  const { date } = formatsOf(locale)
  const { taskCount, completedTaskCount } = project
  const dates = [project.startDate, project.endDate].map((day) => (day === null ? "" : date(day)))
  return [
    cell(
      a({ class: "row-link", href: `${path}/projects/${project.id}` }, project.name),
      project.description === null ? null : div({ class: "quiet small notes" }, project.description)
    ),
    cell(
      words.projectStatuses[project.status],
      taskCount === 0
        ? null
        : div(
            { class: "quiet small" },
            words.tasksDone(String(completedTaskCount), String(taskCount))
          )
    ),
    cell(dates.join(" – ").replace(/^ – $/, ""))
  ]
}

const projectsPart = (home: Home): ReadonlyArray<Child> => {
  const { portal: words } = wordsIn(textOfVisitor(home.visitor).language)
  const { projects } = home.shown
  return projects.length === 0
    ? []
    : [
        h2(words.projects),
        table(
          words.shared,
          [words.name, words.state, words.dates],
          projects.map((project) => projectRow(home, project))
        )
      ]
}

/** What the agency knows of the client, and whom to write to if it is wrong. */
const detailsPart = ({ visitor }: Look): Child => {
  const { client, workspace } = visitor
  const { language, locale } = textOfVisitor(visitor)
  const { portal, document } = wordsIn(language)
  const { details: words } = portal
  const { company, address, vatId, email, name } = client
  const lines = address === null ? [] : postalLines({ name: "", company: null, address }, locale)
  const contact = contactOf(workspace)
  return section(
    h2(words.title),
    dl(
      { class: "facts own" },
      fact(portal.name, name),
      company === null ? null : fact(words.company, company),
      fact(words.email, email),
      lines.length === 0
        ? null
        : fact(
            words.address,
            lines.flatMap((text, index) => (index === 0 ? [text] : [br(), text]))
          ),
      vatId === null ? null : fact(document.vatId, vatId)
    ),
    p(
      { class: "small quiet" },
      `${words.wrong} `,
      contact === null ? workspace.displayName : mailTo(contact, words.title, contact)
    )
  )
}

export const homePage = (home: Home, page: BrowserRequest) => {
  const { portal: words } = wordsIn(textOfVisitor(home.visitor).language)
  const { open, closed } = home.shown
  const isEmpty = open.length === 0 && closed.items.length === 0 && closed.next === null
  return portalPage(home, page, {
    children: [
      div(
        { class: "box" },
        balancePart(home),
        isEmpty ? p(words.noInvoices) : null,
        openPart(home),
        closedPart(home),
        creditNotesPart(home),
        projectsPart(home),
        detailsPart(home)
      )
    ]
  })
}

/** For visitors without a session: they can request a link by mail. */
export const portalLinkPage = (path: string, page: BrowserRequest) => {
  const lang = languageOfReader(page.request)
  const words = wordsIn(lang).portal.request
  return pageResponse(
    words.title,
    fillInDraft(
      [
        h1(words.title),
        p(words.text),
        form(`${path}/links`, page.cookies.csrf, [
          field({
            name: "email",
            label: words.email,
            type: "email",
            required: true,
            autocomplete: "email",
            maxLength: 254
          }),
          button(words.button)
        ])
      ],
      page.cookies.draft,
      lang
    ),
    { narrow: true, lang }
  )
}

/** The way back to all invoices and projects. */
export const backLink = ({ home, visitor }: Look): Child => {
  const { portal: words } = wordsIn(textOfVisitor(visitor).language)
  return p({ class: "crumb" }, link(home, words.back))
}
