/** An invoice with everything that its printed form needs. */
import { DateTime } from "effect"
import type { InvoiceDocument } from "../../src/app/ports/invoices/PdfRenderer.ts"
import { CountryCode } from "../../src/domain/address/Country.ts"
import { ClientId, InvoiceId, ProjectId, WorkspaceId } from "../../src/domain/Ids.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../src/domain/time/CalendarDate.ts"
import { sellerOf, unset, Workspace } from "../../src/domain/workspaces/Workspace.ts"
import { recipientWith } from "./parties.ts"
import { lineOf, plainFields } from "./views.ts"

const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"
const now = DateTime.makeUnsafe("2026-03-01T12:00:00Z")

export const sampleWorkspace = new Workspace({
  id: WorkspaceId.fromUuid(uuid),
  name: "Agency",
  plan: "growth",
  currency: CurrencyCode.make("EUR"),
  timeZone: "UTC",
  invoicePrefix: "INV",
  locale: "en",
  paymentTermsDays: 14,
  reminderDays: [],
  ...unset,
  legalName: "Agency GmbH",
  addressText: "Weg 1\n10115 Berlin",
  vatId: "DE123456789",
  email: "billing@agency.example",
  createdAt: now,
  updatedAt: now
})

export const sampleDocument = (
  change: Partial<InvoiceDocument["invoice"]> = {}
): InvoiceDocument => ({
  logo: null,
  payments: [],
  corrects: null,
  workspace: sampleWorkspace,
  seller: sellerOf(sampleWorkspace),
  projectName: "Website",
  recipient: recipientWith({
    name: "Ada Byron",
    email: "ada@x.example",
    company: "Engines Ltd",
    address: {
      line1: "1 Way",
      line2: "Floor 2",
      city: "London",
      state: "",
      postalCode: "N1",
      country: CountryCode.make("GB")
    }
  }),
  invoice: {
    id: InvoiceId.fromUuid(uuid),
    number: "INV-0042",
    status: "sent",
    client: { id: ClientId.fromUuid(uuid), name: "Ada Byron", email: "ada@x.example" },
    project: { id: ProjectId.fromUuid(uuid), name: "Website" },
    issueDate: CalendarDate.make("2026-03-01"),
    dueDate: CalendarDate.make("2026-03-15"),
    currency: CurrencyCode.make("EUR"),
    lineItems: [lineOf("Design", 1.5, 10_000)],
    subtotalMinor: 15_000,
    ...plainFields,
    taxRate: 0.09975,
    taxCategory: "S",
    taxMinor: 1447,
    taxes: [
      { category: "S", rate: 0.09975, baseMinor: 14_500, taxMinor: 1447, exemptionReason: null }
    ],
    discountMinor: 500,
    totalMinor: 15_947,
    amountPaidMinor: 947,
    amountCreditedMinor: 0,
    notes: "Thank you",
    processorPaymentUrl: "https://retainer.example/pay/abc",
    paidAt: null,
    delivery: { status: "sent", attempts: 1, lastError: null },
    document: null,
    documentWarnings: [],
    eInvoiceProblems: [],
    createdAt: now,
    updatedAt: now,
    ...change
  }
})
