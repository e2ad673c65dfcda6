/**
 * The mails as text and HTML: the workspace's forms and branding, and nothing of a name is markup.
 */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { MailComposer } from "../../../src/app/ports/mail/MailComposer.ts"
import { ClientId, InvoiceId, PaymentId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import { sellerOf, unset, Workspace } from "../../../src/domain/workspaces/Workspace.ts"
import { MailComposerPreact } from "../../../src/infra/mail/MailComposerPreact.ts"
import { invoiceView } from "../../support/views.ts"

const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"
const now = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const hostile = "<img src=x onerror=alert(1)> \"&' Ada"

const workspace = new Workspace({
  id: WorkspaceId.fromUuid(uuid),
  name: "Agency",
  plan: "growth",
  currency: CurrencyCode.make("EUR"),
  timeZone: "Europe/Berlin",
  invoicePrefix: "INV",
  locale: "de",
  paymentTermsDays: 14,
  reminderDays: [],
  ...unset,
  legalName: "Büro GmbH",
  colour: "#0b6b5a",
  createdAt: now,
  updatedAt: now
})

const seller = { ...sellerOf(workspace), language: "en" } as const

const invoice = {
  ...invoiceView,
  id: InvoiceId.fromUuid(uuid),
  number: "INV-0042",
  client: { id: ClientId.fromUuid(uuid), name: hostile, email: "ada@x.example" },
  issueDate: CalendarDate.make("2026-03-01"),
  dueDate: CalendarDate.make("2026-03-15"),
  subtotalMinor: 0,
  totalMinor: 1_234_567,
  createdAt: now,
  updatedAt: now
} as const

const paymentUrl = "https://retainer.example/pay/abc"

layer(MailComposerPreact)("mails", (it) => {
  it.effect("an invoice: number and amount in the subject, the same facts in both parts", () =>
    Effect.gen(function* () {
      const composer = yield* MailComposer
      const message = "Vielen Dank\n<b>bis bald</b>"
      const mail = composer.invoice({ seller, invoice, paymentUrl, message, hasLogo: true })
      assert.strictEqual(mail.subject, "Invoice INV-0042 from Büro GmbH: 12.345,67 EUR")
      for (const fact of ["12.345,67 EUR", "01.03.2026", "15.03.2026", paymentUrl, "Vielen Dank"]) {
        assert.include(mail.text, fact)
        assert.include(mail.html, fact)
      }
      assert.include(mail.text, hostile)
      assert.include(mail.html, 'src="cid:logo@retainer"')
      assert.include(mail.html, "background:#0b6b5a")
      assert.include(mail.html, "Vielen Dank<br/>&lt;b>bis bald")
      assert.notMatch(mail.html, /<(img src=x|script|b>)/)
      assert.notMatch(mail.html, /src="https?:/)
      const plain = composer.invoice({
        seller,
        invoice,
        paymentUrl,
        message: null,
        hasLogo: false
      })
      assert.notInclude(plain.html, "<img")
    })
  )

  it.effect("amount and due day come first, then the button, then the message", () =>
    Effect.gen(function* () {
      const composer = yield* MailComposer
      const message = "All of the work of March.\nThank you"
      const about = { seller, invoice, paymentUrl, message, hasLogo: false }
      for (const { text, html } of [
        composer.invoice(about),
        composer.reminder({ ...about, invoice: { ...invoice, status: "overdue" } })
      ]) {
        for (const part of [text, html.slice(html.indexOf("Hello"))]) {
          const places = [
            "12.345,67 EUR",
            "15.03.2026",
            paymentUrl,
            "All of the work of March."
          ].map((what) => part.indexOf(what))
          assert.isAbove(places[0] ?? -1, 0)
          assert.deepStrictEqual(
            places,
            [...places].sort((a, b) => a - b)
          )
        }
      }
    })
  )

  it.effect("a mail greets once: by itself, or by the message of a person", () =>
    Effect.gen(function* () {
      const composer = yield* MailComposer
      const ada = { ...invoice, client: { ...invoice.client, name: "Ada" } }
      const mailWith = (message: string | null) =>
        composer.invoice({ seller, invoice: ada, paymentUrl, message, hasLogo: false })
      for (const message of [
        "Hello Ada, here it is",
        "hi ada",
        "Dear Ada\nhere it is",
        "Liebe Frau Byron,\nanbei",
        "Guten Tag",
        "Chère Ada, voici",
        "¡Hola Ada!\nAquí",
        "Estimada Ada:",
        "Ada,\nhere it is"
      ]) {
        const { text, html } = mailWith(message)
        assert.notInclude(text, "Hello Ada,\n", message)
        assert.notInclude(html, ">Hello Ada,</p>", message)
      }
      for (const message of [
        null,
        "Here it is, as agreed.\nBye",
        "Hi-fi set of March",
        "Thanks!"
      ]) {
        const { text, html } = mailWith(message)
        assert.match(text, /^Hello Ada,\n/, message ?? "")
        assert.include(html, ">Hello Ada,</p>", message ?? "")
      }
    })
  )

  it.effect("a receipt of a credit that was set off does not speak of money that came in", () =>
    Effect.gen(function* () {
      const composer = yield* MailComposer
      const receipt = (restMinor: number, byCredit: boolean) =>
        composer.receipt({
          seller,
          hasLogo: false,
          invoice,
          paymentUrl,
          payment: {
            id: PaymentId.fromUuid(uuid),
            amountMinor: 5_000,
            paidAt: now,
            restMinor,
            byCredit
          }
        })
      const { subject, text, html } = receipt(700, true)
      assert.strictEqual(
        subject,
        "Receipt from Büro GmbH: 50,00 EUR of credit for invoice INV-0042"
      )
      for (const part of [text, html]) {
        assert.include(part, "A credit of yours was set off against invoice INV-0042")
        assert.include(part, "7,00 EUR")
        assert.notMatch(part, /Thank you|received|Paid/)
      }
      assert.include(receipt(0, true).text, "It is paid by this.")
      assert.include(receipt(0, false).text, "Thank you.")
    })
  )

  it.effect("an invitation: its link, and until when it holds", () =>
    Effect.gen(function* () {
      const { subject, text, html } = (yield* MailComposer).invitation({
        seller,
        hasLogo: false,
        clientName: hostile,
        invitationUrl: "https://portal.example/invitations/x",
        // 23:30 UTC is the next day in Berlin.
        expiresAt: DateTime.makeUnsafe("2026-03-08T23:30:00Z"),
        message: null
      })
      assert.strictEqual(subject, "Büro GmbH invites you to the client portal")
      for (const part of [text, html]) {
        assert.include(part, "https://portal.example/invitations/x")
        assert.include(part, "09.03.2026")
      }
      assert.notMatch(html, /<img/)
    })
  )
})
