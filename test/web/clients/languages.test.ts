/**
 * The pages of clients in their languages. Pay page and portal show an invoice in the language and
 * locale of its send, whatever the workspace's settings are now.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Language } from "../../../src/domain/text/Language.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { wordsIn } from "../../../src/words/Words.ts"
import { limitsComeBack, newAddress } from "../../support/owners.ts"
import { linkIn, setUp, signedIn, submit } from "../../support/pages.ts"
import type { Page } from "../../support/visitor.ts"

const locales = { en: "en-GB", de: "de-DE", fr: "fr-FR", es: "es-ES" } as const

/** The visible text of a page, line by line. */
const textsOf = (body: string): ReadonlyArray<string> =>
  body
    .replace(/^[\s\S]*<body>/, "")
    .replace(/<header[\s\S]*?<\/header>/, "")
    .replace(/<input[^>]*>/g, "")
    .split(/<[^>]+>/)
    .map((text) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').trim())
    .filter((text) => /\p{L}{2}/u.test(text))

const sharedTexts = (body: string, english: string, language: Language): ReadonlyArray<string> => {
  const known = new Set(textsOf(english))
  const allowed = [
    ...(language === "de" ? ["Name"] : []),
    "Ada",
    "Studio",
    "PDF",
    "Total",
    "Subtotal"
  ]
  // The address of the client is the same in every language.
  return textsOf(body).filter(
    (text) => known.has(text) && !allowed.includes(text) && !text.includes("@")
  )
}

const agency = Effect.gen(function* () {
  yield* limitsComeBack
  const setting = yield* signedIn
  const { visitor, call } = setting
  const setLocale = (locale: string) =>
    Effect.promise(async () => {
      const values = { name: "Studio", invoice_prefix: "INV", payment_terms: "14", locale }
      const saved = await submit(visitor, "/settings/workspace", {
        ...values,
        time_zone: "Europe/Berlin"
      })
      assert.include(saved.body, "note-good")
    })
  const { receive } = yield* Inbox
  const invite = Effect.fnUntraced(function* (id: string) {
    yield* call("POST", `/v1/clients/${id}/invite`)
    const isInvitation = ({ subject }: { readonly subject: string }) => subject === "Invitation"
    return linkIn((yield* Effect.repeat(receive, { until: isInvitation })).text)
  })
  const newClientWith = (language: Language | null) =>
    Effect.map(
      call("POST", "/v1/clients", { name: "Ada", email: newAddress(), language }),
      ({ body }) => body
    )
  const newClient = newClientWith(null)
  const newSent = Effect.fnUntraced(function* (client_id: string) {
    const { id } = (yield* call("POST", "/v1/invoices", {
      client_id,
      issue_date: "2026-01-01",
      due_date: "2100-01-15",
      tax_rate: 0.19,
      discount: 100,
      purchase_order: "PO 7",
      line_items: [{ description: "W", quantity: 1, unit_price: 231_933 }]
    })).body
    yield* call("POST", `/v1/invoices/${id}/send`)
    const { body } = yield* call("GET", `/v1/invoices/${id}`)
    return { id, path: new URL(body.processor_payment_url).pathname }
  })
  return { ...setting, setLocale, invite, newClient, newClientWith, newSent }
})

layer(layerRetainerMemory)("languages of clients' pages", (it) => {
  it.effect("an invoice stays in the language and locale of its send", () =>
    Effect.gen(function* () {
      const { call, anyone, setLocale, invite, newClient, newSent } = yield* agency
      yield* setLocale("de")
      const client = yield* newClient
      const sent = yield* newSent(client.id)
      const link = yield* invite(client.id)
      yield* setLocale("en-GB")
      const later = yield* newSent(client.id)
      yield* Effect.promise(async () => {
        const german = (await anyone().get(sent.path)).body
        assert.include(german, '<html lang="de">')
        for (const text of ["2.758,81", "Rechnung INV-0001", "bezahlen", "15. Januar 2100"]) {
          assert.include(german, text)
        }
        assert.notInclude(german, "2,758.81")
        const english = (await anyone().get(later.path)).body
        assert.include(english, '<html lang="en-GB">')
        for (const text of ["2,758.81", "Invoice INV-0002", "15 January 2100"]) {
          assert.include(english, text)
        }
        const ada = anyone()
        const home = (await submit(ada, link, {})).body
        assert.include(home, '<html lang="en-GB">')
        const rowOf = (number: string) => home.split("<tr>").find((row) => row.includes(number))
        for (const text of ["2.758,81", "Offen", "Bezahlen", "15.01.2100", 'lang="de"']) {
          assert.include(rowOf("INV-0001"), text)
        }
        for (const text of ["2,758.81", "Open", "15 Jan 2100"]) {
          assert.include(rowOf("INV-0002"), text)
        }
      })
      yield* call("POST", `/v1/invoices/${sent.id}/void`)
      const voided = yield* Effect.promise(() => anyone().get(sent.path))
      assert.include(voided.body, '<html lang="de">')
      assert.include(voided.body, wordsIn("de").pay.isVoid)
    })
  )

  it.effect(
    "a client's own language comes before the workspace's, with the figures of its country",
    () =>
      Effect.gen(function* () {
        const { call, anyone, setLocale, invite, newClientWith, newSent } = yield* agency
        yield* setLocale("de-CH")
        const french = yield* newClientWith("fr")
        const swiss = yield* newClientWith("de")
        const [toFrench, toSwiss] = [yield* newSent(french.id), yield* newSent(swiss.id)]
        const link = yield* invite(french.id)
        yield* call("PATCH", `/v1/clients/${french.id}`, { language: "es" })
        yield* Effect.promise(async () => {
          const page = (await anyone().get(toFrench.path)).body
          assert.include(page, '<html lang="fr-FR">')
          assert.include(page, "Facture INV-0001")
          assert.include(page, "2\u202f758,81")
          assert.include(page, "Bon de commande\u00a0: PO 7")
          // The workspace's own language keeps the workspace's own locale.
          const own = (await anyone().get(toSwiss.path)).body
          assert.include(own, '<html lang="de-CH">')
          assert.match(own, /2['’]758\.81/)
          const home = (await submit(anyone(), link, {})).body
          assert.include(home, '<html lang="es-ES">')
          assert.include(home, wordsIn("es").portal.yourInvoices)
          assert.include(home, 'lang="fr-FR"')
          assert.include(home, "À régler")
        })
      })
  )

  it.effect("no text of any page stays English", () =>
    Effect.gen(function* () {
      const { anyone, setLocale, invite, newClient, newSent } = yield* agency
      const pagesIn = Effect.fnUntraced(function* (language: Language) {
        yield* setLocale(locales[language])
        const client = yield* newClient
        const sent = yield* newSent(client.id)
        const replaced = yield* invite(client.id)
        const link = yield* invite(client.id)
        return yield* Effect.promise(async (): Promise<Readonly<Record<string, Page>>> => {
          const ada = anyone()
          const pay = await ada.get(sent.path)
          const card = await ada.get(`${sent.path}/checkout`)
          const welcome = await ada.get(link)
          const home = await submit(ada, link, {})
          const unusable = await anyone().get(replaced)
          const declined = await ada.submit(card, `${sent.path}/test`, { how: "decline" })
          const waiting = await ada.submit(card, `${sent.path}/test`, { how: "late" })
          const used = await anyone().get(link)
          return { pay, card, welcome, home, unusable, declined, waiting, used }
        })
      })
      const english = yield* pagesIn("en")
      for (const language of Language.literals) {
        const pages = yield* pagesIn(language)
        for (const [name, page] of Object.entries(pages)) {
          assert.include(page.body, `<html lang="${locales[language]}">`, name)
          if (language === "en") continue
          const shared = sharedTexts(page.body, english[name]?.body ?? "", language)
          assert.deepStrictEqual(shared, [], name)
        }
      }
    })
  )

  it.effect("a reader whose language is unknown gets the browser's", () =>
    Effect.gen(function* () {
      const { anyone } = yield* setUp
      yield* Effect.promise(async () => {
        for (const language of Language.literals) {
          const { pay, portal } = wordsIn(language)
          const get = async (path: string) => {
            const headers = { "accept-language": `pt, ${locales[language]};q=0.8` }
            return (await anyone().once("GET", path, { headers })).text()
          }
          for (const [path, title] of [
            ["/portal", portal.request.title],
            ["/check", pay.checked.title],
            ["/pay/unknown", pay.unknownLink.title],
            ["/portal/invitations/unknown", portal.notFound.title]
          ] as const) {
            const page = await get(path)
            assert.include(page, `<html lang="${language}">`, path)
            assert.include(page, `<h1>${title}</h1>`, path)
          }
        }
      })
    })
  )
})
