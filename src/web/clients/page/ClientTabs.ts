/** The lists of a client's page, one at a time by `?show=`. */
import { Option } from "effect"
import { balanceDue, isOpen } from "../../../domain/invoices/Invoice.ts"
import type { CreditView } from "../../../domain/payments/CreditResource.ts"
import { may } from "../../../domain/people/Permissions.ts"
import { a, type Child, div, nav, p, span, td, tr } from "../../../html/Elements.ts"
import type { ClientTab } from "../../../words/clients/ClientWords.ts"
import { stateBadge } from "../../invoices/InvoiceState.ts"
import { link, rowsTable } from "../../Parts.ts"
import { filesOf } from "./ClientFiles.ts"
import { panelPath, tabPath } from "./ClientHead.ts"
import { historyOf } from "./ClientHistory.ts"
import type { ShownClient } from "./ClientReading.ts"

const tabs: ReadonlyArray<ClientTab> = ["invoices", "projects", "files", "credit", "history"]

const invoicesOf = ({ lists, reader, client }: ShownClient): Child => {
  const { words, listWords, formats, today } = reader
  const board = Option.getOrUndefined(lists.invoices)
  if (board === undefined) return null
  if (board.items.length === 0) return p({ class: "empty" }, words.noInvoices)
  const { columns } = listWords
  return [
    rowsTable(
      words.tabs.invoices,
      [
        [columns.number],
        [columns.state],
        [columns.due],
        [columns.total, "r"],
        [columns.balance, "r"]
      ],
      board.items.map((item) => {
        const { id, number, currency, totalMinor, dueDate } = item
        const rest = isOpen(item) ? formats.money(balanceDue(item), currency) : ""
        return tr(
          td({ class: "a1" }, a({ class: "row-link", href: `/invoices/${id}` }, number)),
          td({ class: "b1" }, stateBadge(listWords.states, item, today)),
          td({ class: "quiet hide date" }, formats.date(dueDate)),
          td(
            { class: isOpen(item) ? "r quiet hide" : "r quiet a2" },
            formats.money(totalMinor, currency)
          ),
          td({ class: isOpen(item) ? "r strong a2" : "r hide" }, rest)
        )
      })
    ),
    board.next === null
      ? null
      : p(
          { class: "pages small" },
          link(`/invoices?state=all&client=${client.id}`, words.allInvoices)
        )
  ]
}

const projectsOf = ({ lists, reader, signedIn }: ShownClient): Child => {
  const { words, formats, count } = reader
  const found = Option.getOrUndefined(lists.projects)
  if (found === undefined || found.items.length === 0) {
    return p({ class: "empty" }, words.noProjects)
  }
  const columns = words.projectColumns
  const { currency } = signedIn.workspace
  return rowsTable(
    words.tabs.projects,
    [[columns.name], [columns.status], [columns.tasks, "r"], [columns.budget, "r"]],
    found.items.map((project) => {
      const { id, name, status, taskCount, completedTaskCount, budgetMinor } = project
      const spent = formats.amount(project.budgetSpentMinor, currency)
      return tr(
        td({ class: "b1" }, a({ class: "row-link", href: `/projects/${id}` }, name)),
        td({ class: "b2" }, words.projectStatuses[status]),
        td(
          { class: "r quiet hide" },
          taskCount === 0 ? "" : `${count(completedTaskCount)} / ${count(taskCount)}`
        ),
        td(
          { class: "r a2" },
          budgetMinor === null ? "" : `${spent} / ${formats.money(budgetMinor, currency)}`
        )
      )
    })
  )
}

const takenOf = ({ reader }: ShownClient, credit: CreditView): Child => {
  const { applied, refunded, withdrawn } = reader.words.credits
  const parts: ReadonlyArray<readonly [(amount: string) => string, number]> = [
    [applied, credit.appliedMinor],
    [refunded, credit.refundedMinor],
    [withdrawn, credit.withdrawnMinor]
  ]
  const texts = parts
    .filter(([, minor]) => minor !== 0)
    .map(([text, minor]) => text(reader.formats.money(minor, credit.currency)))
  return texts.length === 0 ? null : div({ class: "small quiet" }, texts.join(" · "))
}

const creditOf = (shown: ShownClient): Child => {
  const { lists, reader, signedIn } = shown
  const { words, formats, dayOf } = reader
  const found = Option.getOrUndefined(lists.credits)
  if (found === undefined || found.items.length === 0) return p({ class: "empty" }, words.noCredit)
  const { columns, sources } = words.credits
  const { role } = signedIn.user
  const isUsable = ({ remainingMinor }: CreditView) => remainingMinor > 0
  const action = (panel: "apply" | "refund", { id }: CreditView) =>
    link(panelPath(shown, panel, { credit: id }), words.actions[panel])
  return [
    may(role, "refund") ? null : p({ class: "small quiet" }, words.adminActs),
    rowsTable(
      words.tabs.credit,
      [[columns.source], [columns.amount, "r"], [columns.left, "r"], [""]],
      found.items.map((credit) => {
        const { source, invoice, receivedAt, currency, amountMinor, remainingMinor } = credit
        return tr(
          td(
            { class: "b1" },
            sources[source](invoice.number, formats.date(dayOf(receivedAt))),
            takenOf(shown, credit)
          ),
          td({ class: "r quiet hide" }, formats.money(amountMinor, currency)),
          td({ class: "r strong a2" }, formats.money(remainingMinor, currency)),
          td(
            { class: "actions" },
            isUsable(credit) && may(role, "pay") ? action("apply", credit) : null,
            isUsable(credit) && may(role, "refund") ? action("refund", credit) : null
          )
        )
      })
    )
  ]
}

const contents: Readonly<Record<ClientTab, (shown: ShownClient) => Child>> = {
  invoices: invoicesOf,
  projects: projectsOf,
  files: filesOf,
  credit: creditOf,
  history: historyOf
}

export const clientTabs = (shown: ShownClient): Child => {
  const { tab, reader, account } = shown
  const hasCredit = account.some(({ creditMinor }) => creditMinor > 0)
  return div(
    nav(
      { class: "tabs", "aria-label": reader.words.list.title },
      tabs.map((name) =>
        a(
          { href: tabPath(shown, name), "aria-current": name === tab ? "page" : undefined },
          reader.words.tabs[name],
          name === "credit" && hasCredit ? [" ", span({ class: "count" }, "●")] : null
        )
      )
    ),
    contents[tab](shown)
  )
}
