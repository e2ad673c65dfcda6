/** Beside a project's tasks: dates, lead, description, invoices and files. */
import {
  type Child,
  dd,
  div,
  dl,
  dt,
  h2,
  li,
  p,
  section,
  span,
  ul
} from "../../../html/Elements.ts"
import { fileSection } from "../../files/FileParts.ts"
import { stateBadge } from "../../invoices/InvoiceState.ts"
import { link } from "../../Parts.ts"
import type { ShownProject } from "./ProjectReading.ts"

const fact = (label: string, value: Child): Child => [dt(label), dd(value)]

const detailsOf = ({ project, reader }: ShownProject): Child => {
  const { words, formats } = reader
  const { startDate, endDate, teamLead, description } = project
  return section(
    h2(words.details),
    dl(
      { class: "facts" },
      fact(words.labels.start, startDate === null ? "–" : formats.date(startDate)),
      fact(words.labels.end, endDate === null ? "–" : formats.date(endDate)),
      fact(words.labels.lead, teamLead?.name ?? words.nobody)
    ),
    description === null ? null : p({ class: "notes" }, description)
  )
}

const invoicesOf = ({ project, invoices, reader }: ShownProject): Child => {
  const { words, all, formats, today } = reader
  const list = `/invoices?state=all&project=${project.id}`
  return section(
    h2(words.invoices.title),
    invoices.items.length === 0
      ? p({ class: "small quiet" }, words.invoices.none)
      : ul(
          { class: "files" },
          invoices.items.map((invoice) =>
            li(
              link(`/invoices/${invoice.id}`, invoice.number),
              " ",
              stateBadge(all.invoiceList.states, { ...invoice, delivery: null }, today),
              span({ class: "num" }, formats.money(invoice.totalMinor, invoice.currency))
            )
          )
        ),
    invoices.items.length === 0 ? null : p({ class: "small" }, link(list, words.invoices.all))
  )
}

export const projectSide = (shown: ShownProject): Child => {
  const { page, reader, files, path } = shown
  return div(
    { class: "aside" },
    detailsOf(shown),
    invoicesOf(shown),
    fileSection({
      page,
      words: reader.all.files,
      locale: reader.locale,
      files: files.items,
      path: `${path}/files`
    })
  )
}
