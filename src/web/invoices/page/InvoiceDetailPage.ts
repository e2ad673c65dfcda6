/**
 * The page of one invoice (`/invoices/:id`): its state, its actions, the document and its history.
 * An action is a link to the same page with `?do=`; its form is posted there.
 */
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import { Invoicing } from "../../../app/invoices/Invoicing.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { balanceDue } from "../../../domain/invoices/Invoice.ts"
import { may, refusedAction } from "../../../domain/people/Permissions.ts"
import { RoleTooLow } from "../../../domain/people/User.ts"
import { type Child, div, p } from "../../../html/Elements.ts"
import type { PanelName } from "../../../words/invoices/InvoiceWords.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import { framedPage } from "../../Frame.ts"
import { fillInDraft } from "../../forms/FormDraftCookie.ts"
import type { Problems } from "../../forms/Forms.ts"
import { makeOnce } from "../../forms/OnceForms.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { note } from "../../Parts.ts"
import { listPath } from "../InvoiceListQuery.ts"
import { documentTooLarge, pdfResponse } from "../InvoicePage.ts"
import { undeliveredNotes } from "./CreditNoteParts.ts"
import { isPanelName, isUndelivered, permissionOf } from "./InvoiceActions.ts"
import { makeInvoiceChanges } from "./InvoiceForms.ts"
import { figuresOf, headOf } from "./InvoiceHead.ts"
import { panelOf } from "./InvoicePanels.ts"
import { makeReadInvoice, type ShownInvoice } from "./InvoiceReading.ts"
import { sheetOf } from "./InvoiceSheet.ts"
import { sideOf } from "./InvoiceSide.ts"
import type { Panel } from "./PanelParts.ts"

/** The outcome of a form, for the page that is shown after it. */
interface Outcome {
  readonly status?: number
  readonly panel?: Panel | null
  readonly refusal?: string
}

const doneNote = ({ page, reader }: ShownInvoice): Child => {
  const done = queryOf(page.request, "done")
  return isPanelName(done) ? note("good", p(reader.words.done[done])) : null
}

const undelivered = ({ document, invoice, reader }: ShownInvoice): Child =>
  isUndelivered(invoice)
    ? note(
        "warn",
        p(
          reader.words.notDelivered(document.recipient.email),
          ` ${invoice.delivery?.lastError ?? ""}`
        )
      )
    : null

const voided = ({ invoice, document, activity, reader }: ShownInvoice): Child => {
  const line = activity.find(({ action }) => action === "invoice.voided")
  if (invoice.status !== "void" || line === undefined) return null
  const day = reader.words.voidedOn(reader.formats.date(reader.dayOf(line.at)))
  return note("plain", p(document.voidReason === null ? day : `${day}: ${document.voidReason}`))
}

const invoicePage = (shown: ShownInvoice, { status = 200, panel = null, refusal }: Outcome) => {
  const { invoice, signedIn, page } = shown
  const role = signedIn.user.role
  const open = panel !== null && may(role, permissionOf[panel.name]) ? panel : null
  return framedPage(signedIn, page, {
    title: invoice.number,
    place: "invoices",
    sheet: "invoice",
    status,
    children: [
      open === null ? null : fillInDraft([panelOf(shown, open)], page.cookies.draft, page.language),
      div(
        { class: "invoice-head" },
        refusal === undefined ? doneNote(shown) : note("bad", p(refusal)),
        headOf(shown),
        figuresOf(shown),
        undelivered(shown),
        undeliveredNotes(shown),
        voided(shown)
      ),
      div({ class: "inv" }, sheetOf(shown), sideOf(shown))
    ]
  })
}

const panelNamed = (name: string | undefined): Panel | null =>
  isPanelName(name) ? { name, given: null, wrong: [] } : null

/** Reads the invoice again after a refusal, and shows it as it is now. */
const makeRefusals =
  (read: (panel: PanelName | null) => Effect.Effect<ShownInvoice>, given: FormRequest) =>
  (name: PanelName) => {
    const again = (change: (shown: ShownInvoice) => Outcome) =>
      Effect.map(read(name), (shown) => invoicePage(shown, change(shown)))
    const inForm = (problemsOf: (shown: ShownInvoice) => Problems, overMinor?: number) =>
      again((shown) => ({
        status: 422,
        panel: {
          name,
          given: given.form,
          wrong: problemsOf(shown),
          ...(overMinor === undefined ? {} : { overMinor })
        }
      }))
    const byState = () =>
      again(({ reader: { words }, invoice }) => ({
        status: 422,
        refusal: words.refused(words.statuses[invoice.status])
      }))
    return { again, inForm, byState }
  }

export const layerInvoiceDetailPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost } = yield* makePages
    const read = yield* makeReadInvoice
    const changeOf = yield* makeInvoiceChanges
    const once = yield* makeOnce

    const shownOf = (signedIn: SignedIn, page: BrowserRequest, name: string | undefined) =>
      Effect.mapError(read(signedIn, page, idOf(page), name === "pay"), () => pageNotFound)

    yield* settingsGet(`${listPath}/:id`, (signedIn, page) => {
      const name = queryOf(page.request, "do")
      return Effect.map(shownOf(signedIn, page, name), (shown) =>
        invoicePage(shown, { panel: panelNamed(name) })
      )
    })

    yield* signedInPost(`${listPath}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        const name = queryOf(page.request, "do")
        if (!isPanelName(name)) return yield* pageNotFound
        const action = permissionOf[name]
        if (!may(signedIn.user.role, action)) {
          return yield* new RoleTooLow({ action: refusedAction(action) })
        }
        const shown = yield* shownOf(signedIn, page, name)
        const reread = () => Effect.orDie(shownOf(signedIn, page, name))
        const { again, inForm, byState } = makeRefusals(reread, page)(name)
        const change = changeOf(shown, name, page.form)
        if (Result.isFailure(change)) return yield* inForm(() => change.failure)
        return yield* once(signedIn, page, change.success).pipe(
          Effect.catchTags({
            InvoiceNotFound: () => Effect.fail(pageNotFound),
            PaymentNotFound: () => Effect.fail(pageNotFound),
            CreditNoteNotFound: () => Effect.fail(pageNotFound),
            // A form has no If-Match.
            PreconditionFailed: Effect.die,
            Invalid: ({ problems }) =>
              inForm(() => problems.map(({ path, message }) => ({ field: path, message }))),
            PaymentExceedsRest: ({ restMinor }) =>
              inForm(
                ({ reader, invoice }) => {
                  const most = reader.formats.money(restMinor, invoice.currency)
                  return [{ field: "amount", message: reader.words.problems.tooMuch(most) }]
                },
                overOf(shown, page)
              ),
            CreditExceeded: ({ message }) => inForm(() => [{ field: "amount", message }]),
            CreditUsed: ({ message }) => inForm(() => [{ field: "payment_id", message }]),
            PaymentNotReversible: ({ message }) => inForm(() => [{ field: "payment_id", message }]),
            InvoiceRemindedToday: () =>
              again(({ reader }) => ({ status: 422, refusal: reader.words.remindedToday })),
            MailBoundReached: () =>
              again(({ reader }) => ({ status: 429, refusal: reader.words.tooManyMails })),
            InvoiceNotDraft: byState,
            InvoiceNotPayable: byState,
            InvoiceNotRemindable: byState,
            InvoiceNotResendable: byState,
            InvoiceNotVoidable: byState,
            InvoiceNotCreditable: byState,
            InvoiceHasNoPaymentLink: byState
          })
        )
      })
    )
  })
)

/** By how much the typed amount exceeds the balance, in minor units. */
const overOf = ({ reader, invoice }: ShownInvoice, { form }: FormRequest): number => {
  const amount = reader.numbers.parseAmount(form.text("amount"), invoice.currency)
  return Result.isSuccess(amount) ? amount.success - balanceDue(invoice) : 0
}

/** The PDF as it stands, or as it was mailed (`?as=sent`), and the receipt of a paid invoice. */
export const layerInvoiceFiles = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const invoicing = yield* Invoicing

    const sendPdf =
      (drawOf: (page: BrowserRequest) => typeof invoicing.sentPdf) =>
      ({ workspace }: SignedIn, page: BrowserRequest) =>
        drawOf(page)(workspace, idOf(page)).pipe(
          Effect.map(pdfResponse),
          Effect.mapError(({ _tag }) =>
            _tag === "InvoiceTooLarge" ? documentTooLarge(page) : pageNotFound
          )
        )

    yield* settingsGet(
      `${listPath}/:id/pdf`,
      sendPdf((page) =>
        queryOf(page.request, "as") === "sent" ? invoicing.sentPdf : invoicing.pdf
      )
    )
    yield* settingsGet(
      `${listPath}/:id/receipt`,
      sendPdf(() => invoicing.receipt)
    )
  })
)
