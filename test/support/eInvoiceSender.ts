/** A workspace and a client with all that an e-invoice needs, and an invoice that was sent. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Mail } from "../../src/app/ports/mail/Mailer.ts"
import { Workspaces } from "../../src/app/workspaces/Workspaces.ts"
import { CountryCode } from "../../src/domain/address/Country.ts"
import { Inbox } from "../../src/testing/mail/MailerMemory.ts"
import { RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { sender } from "./requests.ts"

const address = {
  line1: "Hauptstraße 1",
  line2: null,
  city: "Berlin",
  state: "",
  postalCode: "10115",
  country: CountryCode.make("DE")
}

export const agency = {
  legalName: "Beispiel & Söhne GmbH",
  address,
  vatId: "DE123456788",
  contact: { name: "Erika", phone: "+49 30 1234567", email: "erika@agentur.example" },
  electronicAddress: { scheme: "9930", id: "DE123456788" },
  bankAccount: { holder: null, iban: "DE75512108001245126199", bic: null }
} as const

const buyer = {
  name: "Max Kunde",
  company: "Kunde SE",
  email: "max@kunde.example",
  address: {
    line1: "Nebenweg 2",
    city: "München",
    state: "",
    postal_code: "80331",
    country: "DE"
  }
}

/** With these changes of the client, and this data of the workspace. */
export const startEInvoices = (client: object, workspace: object = agency) =>
  Effect.gen(function* () {
    const app = yield* RetainerMemory
    const made = yield* app.workspace({ currency: "EUR" })
    yield* (yield* Workspaces).update(made.workspace.id, workspace)
    const call = sender(made.apiKey)
    const created = yield* call("POST", "/v1/clients", { ...buyer, ...client })
    assert.strictEqual(created.status, 201, JSON.stringify(created.body))
    const draft = (given: object = {}) =>
      call("POST", "/v1/invoices", {
        client_id: created.body.id,
        line_items: [{ description: "Design", quantity: 1.5, unit_price: 10_000, unit: "HUR" }],
        tax_rate: 0.19,
        delivery_date: "2026-10-31",
        ...given
      })
    const xml = (id: string, query: string) => call("GET", `/v1/invoices/${id}/xml${query}`)
    const sent = (given: object = {}) =>
      Effect.gen(function* () {
        const { id } = (yield* draft(given)).body
        const answer = yield* call("POST", `/v1/invoices/${id}/send`)
        assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
        const { receive } = yield* Inbox
        const isOfIt = ({ messageId }: Mail) => messageId.startsWith(`${id}.sent`)
        return { id, mail: yield* Effect.repeat(receive, { until: isOfIt }) }
      })
    return { ...made, call, draft, sent, xml, clientId: created.body.id }
  })

/** The files of a mail, by name. */
export const filesOf = (mail: { attachments: ReadonlyArray<{ filename: string }> }) =>
  mail.attachments.map(({ filename }) => filename)
export const textOf = (content: Uint8Array | undefined) => new TextDecoder().decode(content)
