/** Sellers and recipients with nothing but what a test gives them. */
import type { Recipient } from "../../src/domain/invoices/Invoice.ts"
import { type Seller, unset } from "../../src/domain/workspaces/Workspace.ts"

export const recipientWith = (given: Partial<Recipient>): Recipient => ({
  name: "Ada",
  email: "ada@x.example",
  company: null,
  address: null,
  phone: null,
  language: null,
  vatId: null,
  registration: null,
  electronicAddress: null,
  eInvoice: "auto",
  ...given
})

const { legalName, defaultTaxCategory, defaultTaxRate, smallBusiness, ...unsetSeller } = unset

export const sellerWith = (given: Partial<Seller>): Seller => ({
  ...unsetSeller,
  name: "Agency",
  tradingName: "Agency",
  language: "en",
  locale: "en",
  timeZone: "UTC",
  ...given
})
