/** The parties and the delivery of an e-invoice in UBL. */
import { type AddressedParty, schemeOf, type WritableEInvoice } from "./EInvoice.ts"
import { sellerIdOf } from "./Problems.ts"
import { value, type XmlElement } from "./Xml.ts"

const country = (code: string): XmlElement => [
  "cac:Country",
  [value("cbc:IdentificationCode", code)]
]

const taxScheme = (companyId: string | null, scheme: string): XmlElement =>
  companyId === null
    ? null
    : [
        "cac:PartyTaxScheme",
        [value("cbc:CompanyID", companyId), ["cac:TaxScheme", [["cbc:ID", scheme]]]]
      ]

const party = (
  name: string,
  { address, registration, contact, ...of }: AddressedParty,
  id: string | null
): XmlElement => [
  name,
  [
    [
      "cac:Party",
      [
        value("cbc:EndpointID", of.electronicAddress?.id, schemeOf(of.electronicAddress)),
        ["cac:PartyIdentification", [value("cbc:ID", id)]],
        ["cac:PartyName", [value("cbc:Name", of.tradingName)]],
        [
          "cac:PostalAddress",
          [
            value("cbc:StreetName", address.line1),
            value("cbc:AdditionalStreetName", address.line2),
            value("cbc:CityName", address.city),
            value("cbc:PostalZone", address.postalCode),
            value("cbc:CountrySubentity", address.state),
            country(address.country)
          ]
        ],
        taxScheme(of.vatId, "VAT"),
        taxScheme(of.taxNumber, "FC"),
        [
          "cac:PartyLegalEntity",
          [
            value("cbc:RegistrationName", of.name),
            value("cbc:CompanyID", registration?.id, schemeOf(registration)),
            value("cbc:CompanyLegalForm", of.legalInformation)
          ]
        ],
        [
          "cac:Contact",
          [
            value("cbc:Name", contact?.name),
            value("cbc:Telephone", contact?.phone),
            value("cbc:ElectronicMail", contact?.email)
          ]
        ]
      ]
    ]
  ]
]

export const parties = (invoice: WritableEInvoice): ReadonlyArray<XmlElement> => {
  const { seller, buyer } = invoice
  return [
    party("cac:AccountingSupplierParty", seller, sellerIdOf(invoice)),
    party("cac:AccountingCustomerParty", buyer, null)
  ]
}

export const ublDelivery = ({ deliveryDate, buyer, taxes }: WritableEInvoice): XmlElement => {
  const { city, postalCode, country: code } = buyer.address
  const place: XmlElement = [
    "cac:DeliveryLocation",
    [
      [
        "cac:Address",
        [value("cbc:CityName", city), value("cbc:PostalZone", postalCode), country(code)]
      ]
    ]
  ]
  return [
    "cac:Delivery",
    [
      value("cbc:ActualDeliveryDate", deliveryDate),
      taxes.some(({ category }) => category === "K") ? place : null
    ]
  ]
}
