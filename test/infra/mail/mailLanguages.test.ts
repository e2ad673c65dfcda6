/** Each mail in each language: declared, translated line by line, with the figures of the locale. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import {
  MailComposer,
  type MailContent,
  type NoticeContent
} from "../../../src/app/ports/mail/MailComposer.ts"
import { CreditId, CreditNoteId, PaymentId } from "../../../src/domain/Ids.ts"
import { Language } from "../../../src/domain/text/Language.ts"
import type { Seller } from "../../../src/domain/workspaces/Workspace.ts"
import { MailComposerPreact } from "../../../src/infra/mail/MailComposerPreact.ts"
import { sampleDocument } from "../../support/invoiceDocument.ts"

const locales = { en: "en-GB", de: "de-DE", fr: "fr-FR", es: "es-ES" } as const
const url = "https://retainer.example/x"
const at = DateTime.makeUnsafe("2026-03-08T23:30:00Z")
const payment = (restMinor: number, byCredit: boolean) => ({
  id: PaymentId.fromUuid("0190f5fe-7c00-7a00-8abc-012345678901"),
  amountMinor: 1_234_567,
  paidAt: at,
  restMinor,
  byCredit
})
const notices: ReadonlyArray<NoticeContent> = [
  { type: "webhook_endpoint_disabled", endpointUrl: url },
  { type: "password_changed" },
  { type: "api_key_created", name: "1", visiblePart: "2", createdBy: "3" },
  { type: "new_device" }
]

const mailsOf = (seller: Seller): Readonly<Record<string, MailContent>> =>
  Effect.gen(function* () {
    const composer = yield* MailComposer
    const brand = { seller, hasLogo: false }
    const { invoice } = sampleDocument({ totalMinor: 1_234_567, amountPaidMinor: 0 })
    const bill = { ...brand, invoice, paymentUrl: url, message: null }
    const receipt = (restMinor: number, byCredit: boolean) =>
      composer.receipt({ ...bill, payment: payment(restMinor, byCredit) })
    const notice = (restMinor: number) =>
      composer.payment_notice({
        ...brand,
        invoice,
        readerName: "1",
        clientName: "2",
        payment: payment(restMinor, false),
        invoiceUrl: url
      })
    const note = {
      id: CreditNoteId.fromUuid("0190f5fe-7c00-7a00-8abc-012345678902"),
      number: "CN-0007",
      status: "issued",
      invoice: { id: invoice.id, number: invoice.number },
      client: invoice.client,
      lineItems: [],
      issueDate: invoice.issueDate,
      currency: invoice.currency,
      subtotalMinor: 1_234_567,
      discountMinor: 0,
      taxMinor: 0,
      totalMinor: 1_234_567,
      reason: "5",
      taxes: [],
      credit: { id: CreditId.fromUuid("0190f5fe-7c00-7a00-8abc-012345678903"), amountMinor: 500 },
      delivery: { status: "queued", attempts: 0, lastError: null },
      document: null,
      createdAt: at,
      updatedAt: at
    } as const
    const user = { ...brand, workspaceName: "1", userName: "2", url }
    return {
      invoice: composer.invoice(bill),
      paidInvoice: composer.invoice({ ...bill, invoice: { ...invoice, status: "paid" } }),
      creditNote: composer.credit_note({ ...brand, note, message: null }),
      voidNotice: composer.void_notice({ ...brand, invoice }),
      reminder: composer.reminder(bill),
      lateReminder: composer.reminder({ ...bill, invoice: { ...invoice, status: "overdue" } }),
      receipt: receipt(0, false),
      partReceipt: receipt(500, false),
      creditReceipt: receipt(0, true),
      partCreditReceipt: receipt(500, true),
      paymentNotice: notice(0),
      partPaymentNotice: notice(500),
      invitation: composer.invitation({
        ...brand,
        clientName: "1",
        invitationUrl: url,
        expiresAt: at,
        message: null
      }),
      invite: composer.user_link({ ...user, purpose: "invite" }),
      reset: composer.user_link({ ...user, purpose: "reset" }),
      ...Object.fromEntries(
        notices.map((about) => [
          about.type,
          composer.notice({ ...user, about, at, address: "203.0.113.7" })
        ])
      )
    }
  }).pipe(Effect.provide(MailComposerPreact), Effect.runSync)

const inLanguage = (language: Language) =>
  mailsOf({ ...sampleDocument().seller, language, locale: locales[language] })

/** The lines that have words: no figures, addresses, names or links alone. */
const linesOf = ({ subject, text }: MailContent): ReadonlyArray<string> =>
  [subject, ...text.split("\n")].filter(
    (line) =>
      line.trim() !== "" &&
      !["Agency GmbH", "Weg 1", "10115 Berlin", "billing@agency.example", url].includes(line)
  )

const english = inLanguage("en")

describe.each(Language.literals.filter((language) => language !== "en"))("in %s", (language) => {
  it("no line of any mail is English, and the mail declares its language", () => {
    for (const [kind, mail] of Object.entries(inLanguage(language))) {
      const inEnglish = english[kind]
      if (inEnglish === undefined) throw new Error(kind)
      const shared = new Set(linesOf(inEnglish))
      assert.deepStrictEqual(
        linesOf(mail).filter((line) => shared.has(line)),
        [],
        kind
      )
      assert.strictEqual(linesOf(mail).length, linesOf(inEnglish).length, kind)
      assert.include(mail.html, `<html lang="${locales[language]}"`)
    }
  })

  it("figures and dates are those of the locale", () => {
    const { invoice, partReceipt } = inLanguage(language)
    const format = new Intl.NumberFormat(locales[language], { minimumFractionDigits: 2 })
    const day = new Intl.DateTimeFormat(locales[language], { dateStyle: "medium", timeZone: "UTC" })
    assert.include(invoice?.text, `${format.format(12_345.67)} EUR`)
    assert.include(invoice?.text, day.format(new Date("2026-03-15T00:00:00Z")))
    assert.include(partReceipt?.text, `${format.format(5)} EUR`)
  })
})
