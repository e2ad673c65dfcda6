/**
 * The page of one client (`/clients/:id`): balances, lists, contact and portal. An action is a link
 * to the same page with `?do=`; its form is posted there.
 */
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { type Action, may, refusedAction } from "../../../domain/people/Permissions.ts"
import { RoleTooLow } from "../../../domain/people/User.ts"
import { type Child, div, p } from "../../../html/Elements.ts"
import type { ClientPanel } from "../../../words/clients/ClientWords.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import { framedPage } from "../../Frame.ts"
import { fillInDraft } from "../../forms/FormDraftCookie.ts"
import type { Problems } from "../../forms/Forms.ts"
import { makeOnce } from "../../forms/OnceForms.ts"
import { clientName } from "../../PageFormats.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { note } from "../../Parts.ts"
import { clientsPath } from "../list/ClientListQuery.ts"
import { makeClientChanges } from "./ClientForms.ts"
import { clientFigures, clientHead } from "./ClientHead.ts"
import { clientPanel, type OpenPanel } from "./ClientPanels.ts"
import { makeClientReading, panelNameOf, type ShownClient } from "./ClientReading.ts"
import { clientSide } from "./ClientSide.ts"
import { clientTabs } from "./ClientTabs.ts"

const permissionOf: Readonly<Record<ClientPanel, Action>> = {
  invite: "invite",
  open: "portal",
  close: "portal",
  apply: "pay",
  refund: "refund"
}

interface Outcome {
  readonly status?: number
  readonly panel?: OpenPanel | null
  readonly refusal?: string
}

const doneNote = ({ page, reader: { words } }: ShownClient): Child => {
  const given = queryOf(page.request, "done")
  const text = Object.entries(words.done).find(([name]) => name === given)?.[1]
  return text === undefined ? null : note("good", p(text))
}

const clientPage = (shown: ShownClient, { status = 200, panel = null, refusal }: Outcome) => {
  const { client, signedIn, page } = shown
  const open = panel !== null && may(signedIn.user.role, permissionOf[panel.name]) ? panel : null
  return framedPage(signedIn, page, {
    title: clientName(client),
    place: "clients",
    sheet: "invoice",
    isOpen: true,
    status,
    children: [
      open === null
        ? null
        : fillInDraft([clientPanel(shown, open)], page.cookies.draft, page.language),
      div(
        { class: "invoice-head" },
        refusal === undefined ? doneNote(shown) : note("bad", p(refusal)),
        clientHead(shown),
        clientFigures(shown)
      ),
      div({ class: "inv" }, clientTabs(shown), clientSide(shown))
    ]
  })
}

export const layerClientPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost } = yield* makePages
    const read = yield* makeClientReading
    const changeOf = yield* makeClientChanges
    const once = yield* makeOnce
    const shownOf = (signedIn: SignedIn, page: BrowserRequest) =>
      Effect.mapError(read(signedIn, page, idOf(page)), () => pageNotFound)

    yield* settingsGet(`${clientsPath}/:id`, (signedIn, page) => {
      const name = panelNameOf(page)
      const panel = name === null ? null : { name, given: null, wrong: [] }
      return Effect.map(shownOf(signedIn, page), (shown) => clientPage(shown, { panel }))
    })

    yield* signedInPost(`${clientsPath}/:id`, (signedIn, page: FormRequest) =>
      Effect.gen(function* () {
        const name = panelNameOf(page)
        if (name === null) return yield* pageNotFound
        const action = permissionOf[name]
        if (!may(signedIn.user.role, action)) {
          return yield* new RoleTooLow({ action: refusedAction(action) })
        }
        const shown = yield* shownOf(signedIn, page)
        /** Reads the client again after a refusal, and shows it as it is now. */
        const again = (outcome: (now: ShownClient) => Outcome) =>
          Effect.map(Effect.orDie(shownOf(signedIn, page)), (now) => clientPage(now, outcome(now)))
        const inForm = (wrong: Problems) =>
          again(() => ({ status: 422, panel: { name, given: page.form, wrong } }))
        const change = changeOf(shown, name, page.form)
        if (Result.isFailure(change)) return yield* inForm(change.failure)
        const { words, invoiceWords, formats } = shown.reader
        const amount = (message: string) => inForm([{ field: "amount", message }])
        const notPayable = () => inForm([{ field: "invoice_id", message: words.problems.invoice }])
        return yield* once(signedIn, page, change.success).pipe(
          Effect.catchTags({
            ClientNotFound: () => Effect.fail(pageNotFound),
            CreditNotFound: () => Effect.fail(pageNotFound),
            InvoiceNotFound: notPayable,
            InvoiceNotPayable: notPayable,
            // A form has no If-Match.
            PreconditionFailed: Effect.die,
            Invalid: ({ problems }) =>
              inForm(
                problems.map(({ path, message }) =>
                  path.startsWith("project_ids")
                    ? { field: "projects", message: words.problems.projects }
                    : path === "expires_at"
                      ? { field: "until", message: words.problems.until }
                      : { field: path, message }
                )
              ),
            PaymentExceedsRest: ({ restMinor, currency }) =>
              amount(invoiceWords.problems.tooMuch(formats.money(restMinor, currency))),
            CreditExceeded: ({ remainingMinor, currency }) =>
              remainingMinor === 0
                ? amount(words.creditUsed)
                : amount(invoiceWords.problems.tooMuch(formats.money(remainingMinor, currency))),
            MailBoundReached: () =>
              again(() => ({ status: 429, refusal: invoiceWords.tooManyMails }))
          })
        )
      })
    )
  })
)
