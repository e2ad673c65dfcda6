/**
 * Seller and recipient of a sent invoice as JSON of its row. Fields that the row lacks are null;
 * the key `address` of a seller is the free text of earlier versions.
 */
import type { Recipient, RecipientDetails } from "../../../domain/invoices/Invoice.ts"
import { shape } from "../../../domain/Resource.ts"
import { languageBefore } from "../../../domain/text/Language.ts"
import { Seller } from "../../../domain/workspaces/Workspace.ts"

const { address, addressText, ...same } = Seller.fields

/** The previous release reads `address` as a text. */
export const SellerStored = shape({ ...same, address: addressText, postalAddress: address })
type SellerStored = typeof SellerStored.Type

export const storedSeller = ({ address, addressText, ...seller }: Seller): SellerStored => ({
  ...seller,
  address: addressText,
  postalAddress: address
})

/** Documents of earlier versions, whose rows have no language, are in English. */
export const sellerFrom = ({
  address: addressText,
  postalAddress: address,
  ...stored
}: SellerStored): Seller => ({
  ...stored,
  language: stored.language ?? languageBefore,
  address,
  addressText
})

type Details = typeof RecipientDetails.Type

/** The details of invoices that were sent before these were stored. */
export const unknownDetails: Details = {
  phone: null,
  language: null,
  vatId: null,
  registration: null,
  electronicAddress: null,
  eInvoice: null
}

export const detailsOf = (recipient: Recipient): Details => ({
  phone: recipient.phone,
  language: recipient.language,
  vatId: recipient.vatId,
  registration: recipient.registration,
  electronicAddress: recipient.electronicAddress,
  eInvoice: recipient.eInvoice
})
