/** A statement of account with every kind of movement, in two currencies, for tests of documents. */
import { DateTime } from "effect"
import type { StatementDocument } from "../../src/app/ports/invoices/PdfRenderer.ts"
import { make, newSums, viewOf } from "../../src/domain/clients/Client.ts"
import { type Movement, movementKinds, statementsOf } from "../../src/domain/clients/Statement.ts"
import { ClientId, WorkspaceId } from "../../src/domain/Ids.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import type { Language } from "../../src/domain/text/Language.ts"
import { CalendarDate } from "../../src/domain/time/CalendarDate.ts"
import { agency } from "./records.ts"

const date = CalendarDate.make
const uuid = "0190f5fe-7c00-7a00-8abc-0123456789ff"
const currencies = [CurrencyCode.make("EUR"), CurrencyCode.make("USD")]

interface Change {
  readonly language?: Language
  /** Of each currency. */
  readonly movements?: number
  readonly reference?: string
}

export const statementDocument = ({
  language = "en",
  movements = movementKinds.length,
  reference = "Bank 17"
}: Change = {}): StatementDocument => {
  const workspace = agency(WorkspaceId.fromUuid(uuid))
  const input = { name: "Ada Byron", company: "Engines", email: "ada@x.example", language }
  const now = DateTime.makeUnsafe("2026-03-10T12:00:00Z")
  const client = make(ClientId.fromUuid(uuid), workspace.id, input, now)
  const all = currencies.flatMap((currency) =>
    Array.from({ length: movements }, (_, at): Movement => {
      const kind = movementKinds[at % movementKinds.length] ?? "invoice"
      const amountMinor = kind === "invoice" || kind === "refund" ? 120_000 : -10_050
      const number = `INV-${String(at).padStart(4, "0")}`
      return { day: date("2026-03-01"), kind, currency, amountMinor, number, reference }
    })
  )
  const [currency = CurrencyCode.make("EUR")] = currencies
  const open = [{ currency, dueDate: date("2025-12-01"), restMinor: 500_000 }]
  return {
    workspace,
    logo: null,
    statement: {
      client: viewOf(client, newSums),
      ...{ from: date("2026-01-01"), to: date("2026-03-10"), issuedOn: date("2026-03-10") },
      currencies: statementsOf(
        { opening: [], movements: all, open: movements === 0 ? [] : open },
        date("2026-03-10")
      )
    }
  }
}
