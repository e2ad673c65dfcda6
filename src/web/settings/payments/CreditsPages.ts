/**
 * Credits (docs/spec.md §12): payments that exceeded what was due, their use, and their refunds.
 * Everyone reads them; owners and admins record a refund.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { Credits } from "../../../app/payments/Credits.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { CreditPage } from "../../../app/ports/payments/CreditRepository.ts"
import { CreditId } from "../../../domain/Ids.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import { formatMinor, parseMinor } from "../../../domain/money/MinorUnits.ts"
import type { CreditView } from "../../../domain/payments/CreditResource.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { a, type Child, div, h1, input, p, strong, td } from "../../../html/Elements.ts"
import { type BrowserRequest, idOf } from "../../BrowserRequests.ts"
import type { Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { actions, button, cell, field, form, link, problems, table } from "../../Parts.ts"
import { dayOrNever } from "../keys/ApiKeysPages.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"

const { path } = sections.credits

const creditRow = ({ user, workspace }: SignedIn, credit: CreditView): ReadonlyArray<Child> => {
  const { client, invoice, currency, remainingMinor } = credit
  const { money } = formatsOf(workspace.locale)
  const taken = (what: string, minor: number) =>
    minor === 0 ? null : div({ class: "quiet small" }, `${what} ${money(minor, currency)}`)
  const received = dayOrNever(workspace, credit.receivedAt)
  return [
    cell(
      strong(client.name),
      div({ class: "quiet small" }, `for ${invoice.number}, received ${received}`)
    ),
    // One below the other: amounts never break, and four in a row are wider than the page.
    td(
      { class: "amount" },
      money(credit.amountMinor, currency),
      taken("used", credit.appliedMinor),
      taken("paid back", credit.refundedMinor),
      taken("withdrawn", credit.withdrawnMinor)
    ),
    td({ class: "amount" }, money(remainingMinor, currency)),
    actions(
      mayManage(user) && remainingMinor > 0
        ? a(
            {
              href: `${path}/${credit.id}/refund`,
              "aria-label": `Mark credit of ${client.name} for ${invoice.number} as paid back`
            },
            "Mark as paid back"
          )
        : null
    )
  ]
}

/** By currency, never added up. */
const balanceText = ({ workspace }: SignedIn, { balance }: CreditPage): string => {
  const { money } = formatsOf(workspace.locale)
  const left = Object.entries(balance).filter(([, minor]) => minor > 0)
  return left.length === 0
    ? "Nothing is left of them."
    : `Left: ${left.map(([code, minor]) => money(minor, CurrencyCode.make(code))).join(", ")}.`
}

const listPage = (signedIn: SignedIn, page: BrowserRequest, credits: CreditPage) =>
  settingsPage("credits", signedIn, page, [
    h1("Credits"),
    p(
      { class: "quiet" },
      "Money that arrived for a void invoice, above the rest or in another currency."
    ),
    ...(credits.total === 0
      ? [p("There is no credit.")]
      : [
          p(balanceText(signedIn, credits)),
          table(
            "Credits",
            ["Client", "Amount", "Left", "Actions"],
            credits.items.map((credit) => creditRow(signedIn, credit))
          )
        ]),
    credits.next === null ? null : p(link(`${path}?after=${credits.next}`, "Older credits"))
  ])

const refundPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  credit: CreditView,
  given: string | null = null,
  wrong: Problems = []
) => {
  const { client, invoice, currency, remainingMinor } = credit
  const left = formatsOf(signedIn.workspace.locale).money(remainingMinor, currency)
  return settingsPage(
    "credits",
    signedIn,
    page,
    [
      h1("Mark as paid back?"),
      p(
        `${left} of what ${client.name} paid for ${invoice.number} is left. This only records that you paid it back: pay it first, at the processor or by transfer. It cannot be undone.`
      ),
      problems(wrong),
      form(`${path}/${credit.id}/refund`, page.cookies.csrf, [
        // The balance that the page showed: a form sent twice records one refund.
        input({ type: "hidden", name: "seen", value: String(remainingMinor) }),
        field({
          name: "amount",
          label: `Amount (${currency})`,
          value: given ?? formatMinor(remainingMinor, currency),
          hint: `At most ${left}.`,
          required: true,
          maxLength: 20,
          wrong
        }),
        div(
          { class: "row" },
          button("Mark as paid back", "danger"),
          link(path, "Cancel", "button second")
        )
      ])
    ],
    wrong.length === 0 ? 200 : 422
  )
}

export const layerCreditsPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, managersGet, settingsPost } = yield* makePages
    const credits = yield* Credits

    const requireCredit = ({ workspace }: SignedIn, page: BrowserRequest) =>
      Effect.mapError(credits.get(workspace, idOf(page)), () => pageNotFound)

    yield* settingsGet(path, (signedIn, page) => {
      const after = CreditId.parse(queryOf(page.request, "after") ?? "")
      return Effect.map(
        credits.list(signedIn.workspace, {
          limit: 50,
          after: after._tag === "Some" ? after.value : null
        }),
        (found) => listPage(signedIn, page, found)
      )
    })

    yield* managersGet(`${path}/:id/refund`, (signedIn, page) =>
      Effect.map(requireCredit(signedIn, page), (credit) =>
        credit.remainingMinor === 0 ? seeOther(path) : refundPage(signedIn, page, credit)
      )
    )

    yield* settingsPost(`${path}/:id/refund`, (signedIn, page) =>
      Effect.gen(function* () {
        const credit = yield* requireCredit(signedIn, page)
        // Something was taken of it in the meantime: what is left is shown.
        if (page.form.text("seen") !== String(credit.remainingMinor)) return seeOther(path)
        const given = page.form.text("amount").trim()
        const amountMinor = parseMinor(given, credit.currency)
        const again = (message: string) =>
          refundPage(signedIn, page, credit, given, [{ field: "amount", message }])
        if (amountMinor === null || amountMinor === 0) {
          return again("Amount must be a positive number without thousands separators")
        }
        if (amountMinor > credit.remainingMinor) return again("Amount is more than what is left")
        return yield* credits.refund(signedIn.workspace, credit.id, { amountMinor }).pipe(
          Effect.as(seeOther(`${path}?done=refunded`)),
          Effect.catchTags({
            CreditNotFound: () => Effect.fail(pageNotFound),
            CreditExceeded: () => Effect.succeed(seeOther(path)),
            // A form has no If-Match.
            PreconditionFailed: Effect.die,
            Invalid: ({ message }) => Effect.succeed(again(message))
          })
        )
      })
    )
  })
)
