/** Reads what the page of one client shows: a bounded number of reads, most of them at once. */
import { type DateTime, Effect } from "effect"
import { ClientAccounts } from "../../../app/clients/ClientAccounts.ts"
import { Clients } from "../../../app/clients/Clients.ts"
import { MailRecords } from "../../../app/delivery/MailRecords.ts"
import { Audit } from "../../../app/events/Audit.ts"
import { Files } from "../../../app/files/Files.ts"
import { Invoicing } from "../../../app/invoices/Invoicing.ts"
import { Credits } from "../../../app/payments/Credits.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { Projects } from "../../../app/projects/Projects.ts"
import type { ClientView } from "../../../domain/clients/ClientResource.ts"
import { FileId } from "../../../domain/Ids.ts"
import { numberInputOf } from "../../../domain/money/AmountInput.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import { numberFormat } from "../../../domain/text/LocaleFormats.ts"
import { dayIn } from "../../../domain/time/CalendarDate.ts"
import { textLocaleOf } from "../../../domain/workspaces/Workspace.ts"
import type { ClientPanel, ClientTab } from "../../../words/clients/ClientWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { timeFormatsOf } from "../../PageFormats.ts"
import { queryOf } from "../../PageUrls.ts"

/** The page shows the latest of each. */
const latest = { limit: 50, after: null } as const

const tabs: ReadonlyArray<ClientTab> = ["invoices", "projects", "files", "credit", "history"]

const tabOf = ({ request }: BrowserRequest): ClientTab =>
  tabs.find((tab) => tab === queryOf(request, "show")) ?? "invoices"

const panels: ReadonlyArray<ClientPanel> = ["invite", "open", "close", "apply", "refund"]

export const panelNameOf = ({ request }: BrowserRequest): ClientPanel | null =>
  panels.find((panel) => panel === queryOf(request, "do")) ?? null

/** The words and formats of the reader. */
const clientReader = Effect.fnUntraced(function* (
  { workspace }: SignedIn,
  { language }: BrowserRequest
) {
  const { locale } = textLocaleOf(workspace, language)
  const { client: words, invoice: invoiceWords, invoiceList, invoiceForm } = wordsIn(language)
  const times = yield* timeFormatsOf(workspace, locale)
  return {
    ...{ language, locale, words, invoiceWords, invoiceForm, times },
    listWords: invoiceList,
    formats: formatsOf(locale),
    numbers: numberInputOf(locale),
    count: (number: number) => numberFormat(locale).format(number),
    today: dayIn(workspace.zone, times.now),
    dayOf: (at: DateTime.Utc) => dayIn(workspace.zone, at)
  }
})

/** What the tab lists, and what the panel offers to choose from; the others are empty. */
const makeLists = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  const projects = yield* Projects
  const files = yield* Files
  const credits = yield* Credits
  const audit = yield* Audit

  return ({ workspace }: SignedIn, page: BrowserRequest, { id: clientId }: ClientView) => {
    const tab = tabOf(page)
    const panel = panelNameOf(page)
    const only = <A, E>(isShown: boolean, read: Effect.Effect<A, E>) =>
      isShown ? Effect.asSome(Effect.orDie(read)) : Effect.succeedNone
    const after = queryOf(page.request, "after") ?? ""
    const afterFile = FileId.parse(after)
    const board = (tab: "all" | "open") =>
      invoicing.board(workspace, { tab, clientId, sort: "-created_at" }, latest)
    return Effect.all(
      {
        invoices: only(tab === "invoices" && panel !== "apply", board("all")),
        payable: only(panel === "apply", board("open")),
        projects: only(
          tab === "projects" || panel === "invite",
          projects.list(workspace, { clientId }, { limit: 100, after: null })
        ),
        files: only(
          tab === "files",
          files.list(
            workspace,
            { clientId },
            { limit: 50, after: afterFile._tag === "Some" ? afterFile.value : null }
          )
        ),
        credits: only(tab === "credit", credits.ofClient(workspace, clientId, latest)),
        credit: only(
          panel === "apply" || panel === "refund",
          Effect.orElseSucceed(
            credits.get(workspace, queryOf(page.request, "credit") ?? ""),
            () => null
          )
        ),
        history: only(
          tab === "history",
          audit.read(
            workspace,
            { objectId: clientId },
            { order: "newest", beyond: null, limit: 100 }
          )
        )
      },
      { concurrency: "unbounded" }
    )
  }
})

export const makeClientReading = Effect.gen(function* () {
  const clients = yield* Clients
  const accounts = yield* ClientAccounts
  const mails = yield* MailRecords
  const listsOf = yield* makeLists
  const { maxBytes } = yield* Files

  return Effect.fnUntraced(function* (signedIn: SignedIn, page: BrowserRequest, id: string) {
    const { workspace, user } = signedIn
    const client = yield* clients.get(workspace, id)
    const kind = "invitation"
    const read = yield* Effect.all(
      {
        reader: clientReader(signedIn, page),
        account: accounts.account(workspace, client.id),
        invitation: accounts.invitation(workspace, client.id),
        mails: Effect.map(
          mails.listFor(user, { object: client.id, kind }, { limit: 1, after: null }),
          ({ items }) => items
        ),
        lists: listsOf(signedIn, page, client)
      },
      { concurrency: "unbounded" }
    )
    return { ...read, signedIn, page, client, tab: tabOf(page), maxBytes }
  })
})
export type ShownClient = Effect.Success<ReturnType<Effect.Success<typeof makeClientReading>>>
