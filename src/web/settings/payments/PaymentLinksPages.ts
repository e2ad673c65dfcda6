/** Payment links: an invoice is found by its number, and its link replaced where it went astray. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { LinkReplacements } from "../../../app/payments/links/LinkReplacements.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { InvoiceView } from "../../../domain/invoices/InvoiceResource.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { type Child, form as getForm, h1, h2, p, span } from "../../../html/Elements.ts"
import { type BrowserRequest, idOf } from "../../BrowserRequests.ts"
import type { Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { button, field, form, link, problems, secretBox } from "../../Parts.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"

const { path } = sections.links

const findForm = (number: string, wrong: Problems) =>
  getForm(
    { method: "get", action: path },
    field({
      name: "invoice",
      label: "Invoice number",
      value: number,
      hint: "As on the document, for example INV-0001.",
      required: true,
      maxLength: 64,
      wrong
    }),
    button("Find")
  )

const replaceForm = (invoice: InvoiceView, url: string, csrf: string): Child[] => [
  secretBox("payment-link", "Current link", url),
  p(
    "Anyone with the link can see the invoice. A new link replaces it at once: the current one, also in mails already sent, stops working, and the client gets the new one from you or with the next reminder."
  ),
  form(`${path}/${invoice.id}`, csrf, [button("Replace the link", "danger")])
]

const found = ({ user, workspace }: SignedIn, invoice: InvoiceView, csrf: string) => {
  const { money } = formatsOf(workspace.locale)
  const url = invoice.processorPaymentUrl
  return [
    h2(`Invoice ${invoice.number}`),
    p(
      `${invoice.client.name}, ${money(invoice.totalMinor, invoice.currency)} `,
      span({ class: `badge state-${invoice.status}` }, invoice.status)
    ),
    p(link(`${sections.mails.path}?object=${invoice.id}`, "Its mails")),
    ...(url === null
      ? [p("It has no payment link: drafts and void invoices have none.")]
      : mayManage(user)
        ? replaceForm(invoice, url, csrf)
        : [])
  ]
}

export const layerPaymentLinksPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, settingsPost } = yield* makePages
    const links = yield* LinkReplacements

    const show = (
      signedIn: SignedIn,
      page: BrowserRequest,
      number: string,
      children: ReadonlyArray<Child>,
      wrong: Problems = []
    ) =>
      settingsPage(
        "links",
        signedIn,
        page,
        [
          h1("Payment links"),
          p({ class: "quiet" }, "Where clients see an invoice and pay it, without signing in."),
          problems(wrong),
          findForm(number, wrong),
          ...children
        ],
        wrong.length === 0 ? 200 : 404
      )

    yield* settingsGet(path, (signedIn, page) => {
      const number = (queryOf(page.request, "invoice") ?? "").trim().slice(0, 64)
      if (number === "") return Effect.succeed(show(signedIn, page, "", []))
      return links.find(signedIn.workspace, number).pipe(
        Effect.map((invoice) =>
          show(signedIn, page, number, found(signedIn, invoice, page.cookies.csrf))
        ),
        Effect.catchTag("InvoiceNotFound", () =>
          Effect.succeed(
            show(
              signedIn,
              page,
              number,
              [],
              [{ field: "invoice", message: `There is no invoice ${number}` }]
            )
          )
        )
      )
    })

    yield* settingsPost(`${path}/:id`, (signedIn, page) =>
      links.replace(signedIn.workspace, idOf(page)).pipe(
        Effect.map(({ number }) =>
          seeOther(`${path}?invoice=${encodeURIComponent(number)}&done=replaced`)
        ),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(pageNotFound),
          // Voided in the meantime: the page shows it.
          InvoiceHasNoPaymentLink: ({ number }) =>
            Effect.succeed(seeOther(`${path}?invoice=${encodeURIComponent(number)}`))
        })
      )
    )
  })
)
