/** The parties, references and the delivery of an e-invoice in CII. */
import { type AddressedParty, schemeOf, type WritableEInvoice } from "./EInvoice.ts"
import { sellerIdOf } from "./Problems.ts"
import { value, type XmlElement } from "./Xml.ts"

export const date = (name: string, day: string | null | undefined, prefix = "udt"): XmlElement => [
  name,
  [value(`${prefix}:DateTimeString`, day?.replaceAll("-", ""), { format: "102" })]
]

const party = (
  name: string,
  { registration, contact, address, ...of }: AddressedParty,
  id: string | null
): XmlElement => [
  name,
  [
    value("ram:ID", id),
    value("ram:Name", of.name),
    value("ram:Description", of.legalInformation),
    [
      "ram:SpecifiedLegalOrganization",
      [
        value("ram:ID", registration?.id, schemeOf(registration)),
        value("ram:TradingBusinessName", of.tradingName)
      ]
    ],
    [
      "ram:DefinedTradeContact",
      [
        value("ram:PersonName", contact?.name),
        ["ram:TelephoneUniversalCommunication", [value("ram:CompleteNumber", contact?.phone)]],
        ["ram:EmailURIUniversalCommunication", [value("ram:URIID", contact?.email)]]
      ]
    ],
    [
      "ram:PostalTradeAddress",
      [
        value("ram:PostcodeCode", address.postalCode),
        value("ram:LineOne", address.line1),
        value("ram:LineTwo", address.line2),
        value("ram:CityName", address.city),
        value("ram:CountryID", address.country),
        value("ram:CountrySubDivisionName", address.state)
      ]
    ],
    [
      "ram:URIUniversalCommunication",
      [value("ram:URIID", of.electronicAddress?.id, schemeOf(of.electronicAddress))]
    ],
    ["ram:SpecifiedTaxRegistration", [value("ram:ID", of.taxNumber, { schemeID: "FC" })]],
    ["ram:SpecifiedTaxRegistration", [value("ram:ID", of.vatId, { schemeID: "VA" })]]
  ]
]

const reference = (name: string, id: string | null): XmlElement => [
  name,
  [value("ram:IssuerAssignedID", id)]
]

export const agreement = (invoice: WritableEInvoice): XmlElement => {
  const { seller, buyer, projectName } = invoice
  return [
    "ram:ApplicableHeaderTradeAgreement",
    [
      value("ram:BuyerReference", invoice.buyerReference),
      party("ram:SellerTradeParty", seller, sellerIdOf(invoice)),
      party("ram:BuyerTradeParty", buyer, null),
      reference("ram:BuyerOrderReferencedDocument", invoice.purchaseOrder),
      reference("ram:ContractReferencedDocument", invoice.contractReference),
      [
        "ram:SpecifiedProcuringProject",
        [value("ram:ID", projectName), value("ram:Name", projectName)]
      ]
    ]
  ]
}

/** The element is required, also without content. */
export const ciiDelivery = ({ buyer, deliveryDate, taxes }: WritableEInvoice): XmlElement => {
  const { postalCode, city, country } = buyer.address
  const place: XmlElement = [
    "ram:ShipToTradeParty",
    [
      [
        "ram:PostalTradeAddress",
        [
          value("ram:PostcodeCode", postalCode),
          value("ram:CityName", city),
          value("ram:CountryID", country)
        ]
      ]
    ]
  ]
  const isIntraCommunity = taxes.some(({ category }) => category === "K")
  const parts: ReadonlyArray<XmlElement> = [
    isIntraCommunity ? place : null,
    deliveryDate === null
      ? null
      : ["ram:ActualDeliverySupplyChainEvent", [date("ram:OccurrenceDateTime", deliveryDate)]]
  ]
  return ["ram:ApplicableHeaderTradeDelivery", parts.every((part) => part === null) ? "" : parts]
}
