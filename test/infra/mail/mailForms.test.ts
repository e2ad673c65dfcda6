/** The common frame of mails: one greeting, a readable button, and the sender at the end. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import {
  logoContentId,
  MailComposer,
  type MailContent
} from "../../../src/app/ports/mail/MailComposer.ts"
import { Mailer } from "../../../src/app/ports/mail/Mailer.ts"
import { MailFolder } from "../../../src/app/ports/mail/MailFolder.ts"
import { PaymentId } from "../../../src/domain/Ids.ts"
import { readableOn } from "../../../src/domain/workspaces/Contrast.ts"
import type { Seller } from "../../../src/domain/workspaces/Workspace.ts"
import { MailComposerPreact } from "../../../src/infra/mail/MailComposerPreact.ts"
import { MailerFiles } from "../../../src/infra/mail/MailerFiles.ts"
import { MailFolderFiles } from "../../../src/infra/mail/MailFolderFiles.ts"
import { sampleDocument } from "../../support/invoiceDocument.ts"
import { sellerWith } from "../../support/parties.ts"

const seller = sellerWith({
  name: "Büro <Nord> GmbH",
  addressText: "Hauptstraße 1\n10115 Berlin",
  vatId: "DE123456789",
  email: "hello@buero.example",
  colour: "#ffe14d",
  // English with German figures, as documents have that were sent before they had a language.
  language: "en",
  locale: "de",
  timeZone: "Europe/Berlin"
})

const { invoice } = sampleDocument()
const url = "https://retainer.example/x"
const payment = (restMinor: number) => ({
  id: PaymentId.fromUuid("0190f5fe-7c00-7a00-8abc-012345678901"),
  amountMinor: 12_345,
  // 23:30 UTC is the next day in Berlin.
  paidAt: DateTime.makeUnsafe("2026-03-08T23:30:00Z"),
  restMinor
})

const composed = (from: Seller, hasLogo = false): Promise<Record<string, MailContent>> =>
  Effect.gen(function* () {
    const composer = yield* MailComposer
    const brand = { seller: from, hasLogo }
    const ada = { ...invoice, client: { ...invoice.client, name: "Ada" } }
    return {
      invoice: composer.invoice({ ...brand, invoice: ada, paymentUrl: url, message: null }),
      reminder: composer.reminder({
        ...brand,
        invoice: ada,
        paymentUrl: url,
        message: "See you\nsoon"
      }),
      receipt: composer.receipt({ ...brand, invoice: ada, paymentUrl: url, payment: payment(0) }),
      partly: composer.receipt({ ...brand, invoice: ada, paymentUrl: url, payment: payment(500) }),
      notice: composer.payment_notice({
        ...brand,
        invoice: ada,
        readerName: "Ada",
        clientName: "Client & Co",
        payment: payment(0),
        invoiceUrl: url
      }),
      invitation: composer.invitation({
        ...brand,
        clientName: "Ada",
        invitationUrl: url,
        expiresAt: DateTime.makeUnsafe("2026-03-08T12:00:00Z"),
        message: null
      }),
      userLink: composer.user_link({
        ...brand,
        workspaceName: "Büro",
        userName: "Ada",
        purpose: "reset",
        url
      }),
      newKey: composer.notice({
        ...brand,
        workspaceName: "Büro",
        userName: "Ada",
        about: {
          type: "api_key_created",
          name: "<Books>",
          visiblePart: "rk_live_1a2b",
          createdBy: "Olga"
        },
        at: DateTime.makeUnsafe("2026-03-08T23:30:00Z"),
        address: "203.0.113.7",
        url
      })
    }
  }).pipe(Effect.provide(MailComposerPreact), Effect.runPromise)

describe("every mail", () => {
  it("greets alike and ends with legal name, address, VAT id and e-mail", async () => {
    for (const [kind, { text, html }] of Object.entries(await composed(seller))) {
      assert.match(text, /^Hello Ada,\n\n/, kind)
      assert.include(html, ">Hello Ada,<", kind)
      const footer = [
        "Büro <Nord> GmbH",
        "Hauptstraße 1",
        "10115 Berlin",
        "VAT ID: DE123456789",
        "hello@buero.example"
      ]
      assert.isTrue(text.endsWith(`\n\n${footer.join("\n")}\n`), text)
      const shown = footer.join("<br/>").replace("<Nord>", "&lt;Nord>")
      assert.include(html, shown, kind)
    }
  })

  it("has a preview that its text does not repeat, and shows nothing of it", async () => {
    for (const [kind, { subject, html }] of Object.entries(await composed(seller))) {
      const [, preview = ""] = /<body[^>]*><div style="display:none[^"]*">([^<]*)</.exec(html) ?? []
      const shown = preview.replace(/[\u2007\u200c]+$/, "")
      assert.isAbove(shown.length, 10, kind)
      assert.isAbove(preview.length, 100, kind)
      assert.notStrictEqual(shown, subject)
    }
  })

  it("says nothing of what the agency has not said", async () => {
    const bare = { ...seller, addressText: null, vatId: null, email: null, colour: null }
    for (const { text } of Object.values(await composed(bare))) {
      assert.isTrue(text.endsWith("\n\nBüro <Nord> GmbH\n"))
      assert.notInclude(text, "VAT")
    }
  })

  it("has a button that can be read on any colour", async () => {
    for (const [colour, ink] of [
      ["#ffe14d", "#000000"],
      ["#ffffff", "#000000"],
      ["#0b6b5a", "#ffffff"],
      ["#000000", "#ffffff"]
    ] as const) {
      assert.strictEqual(readableOn(colour), ink)
      for (const [kind, { html }] of Object.entries(await composed({ ...seller, colour }))) {
        assert.include(html, `background:${colour};color:${ink}`, kind)
      }
    }
  })
})

describe("a payment's mails", () => {
  it("a receipt says what was paid, when, and what is left", async () => {
    const { receipt, partly } = await composed(seller)
    assert.strictEqual(
      receipt?.subject,
      `Receipt from Büro <Nord> GmbH: 123,45 ${invoice.currency} for invoice ${invoice.number}`
    )
    assert.include(receipt?.text, `Invoice ${invoice.number} from Büro <Nord> GmbH is paid.`)
    assert.include(receipt?.text, "On:      09.03.2026")
    assert.notInclude(receipt?.text, "Balance due")
    assert.include(receipt?.text, `View the invoice:\n${url}`)
    assert.include(partly?.text, "We received a part of invoice")
    assert.include(partly?.text, `Balance due: 5,00 ${invoice.currency}`)
    assert.include(partly?.text, "View and pay the rest")
  })

  it("the agency reads who paid how much for what", async () => {
    const { notice } = await composed(seller)
    assert.strictEqual(
      notice?.subject,
      `You were paid: 123,45 ${invoice.currency} by Client & Co for invoice ${invoice.number}`
    )
    assert.include(notice?.text, `Client & Co has paid invoice ${invoice.number}.`)
    assert.include(notice?.text, `View the invoice:\n${url}`)
  })
})

describe("a notice", () => {
  it("says what happened, when in the workspace's zone, from where, and what to do", async () => {
    const { newKey } = await composed(seller)
    assert.strictEqual(newKey?.subject, "A new API key for Büro: <Books>")
    for (const fact of ["rk_live_1a2b…", "Olga", "203.0.113.7", "00:30"]) {
      assert.include(newKey?.text, fact)
      assert.include(newKey?.html, fact)
    }
    assert.include(newKey?.html, "&lt;Books>")
    assert.include(newKey?.text, "revoke it")
  })
})

describe("the mails that were written as files", () => {
  it("show the logo that they bring, fetch nothing, and end lines as mail does", async () => {
    const directory = await mkdtemp(join(tmpdir(), "retainer-mails-"))
    try {
      const { invoice: content } = await composed(seller, true)
      if (content === undefined) throw new Error("no mail")
      const logo = Buffer.from("89504e470d0a1a0a", "hex")
      const mail = {
        messageId: "x@retainer.test",
        follows: null,
        fromName: "Büro",
        replyTo: null,
        to: { name: "Ada", address: "ada@x.example" },
        ...content,
        attachments: [
          {
            filename: "logo.png",
            contentType: "image/png",
            content: logo,
            contentId: logoContentId
          }
        ]
      }
      const from = { name: "", address: "from@retainer.test" }
      const found = await Effect.gen(function* () {
        yield* (yield* Mailer).send(mail)
        const folder = yield* MailFolder
        const [listed] = yield* folder.list
        return yield* folder.find(listed?.name ?? "")
      }).pipe(
        Effect.provide([MailerFiles({ directory, from }), MailFolderFiles(directory)]),
        Effect.runPromise
      )
      const [file = ""] = await readdir(directory)
      const source = await readFile(join(directory, file), "latin1")
      // RFC 5322 §2.1: a line ends with CRLF, and neither stands alone.
      assert.notMatch(source, /(?<!\r)\n|\r(?!\n)/)
      assert.match(source, /^Auto-Submitted: auto-generated\r$/m)
      assert.include(found?.html, `src="data:image/png;base64,${logo.toString("base64")}"`)
      assert.notInclude(found?.html, "cid:")
    } finally {
      await rm(directory, { recursive: true })
    }
  })
})
