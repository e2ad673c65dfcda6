/** Names for sample data, in several scripts, and legal data of several countries. */
import { CountryCode } from "../../domain/address/Country.ts"

export const companies = [
  "Alder & Co",
  "Bright Dental",
  "Café Łódź",
  "Delta Yachts",
  "Ευρώπη Travel"
]
export const clientNames = [
  "Ada Byron",
  "Björn Åkesson",
  "Chloé Martin",
  "Дмитрий Орлов",
  "Nguyễn Thị Hoa"
]
export const projectNames = [
  "Brand identity",
  "Website relaunch",
  "Online shop",
  "Newsletter",
  "Photo series"
]

export const taskTitles = [
  "Draft the sitemap",
  "Collect pictures",
  "Write the texts",
  "Check on phones",
  "Hand over"
]

/** Cycles through the list. */
export const pick = <T>(list: ReadonlyArray<T>, index: number): T => {
  const item = list[index % list.length]
  if (item === undefined) throw new Error("an empty list of samples")
  return item
}

/** The e-mail address of the sample client with this number. */
export const sampleEmail = (index: number): string => `client${index + 1}@example.com`

const country = CountryCode.make

/** Addresses and legal data of sample clients; the street gets a number. */
export const sampleParties = [
  {
    address: {
      ...{ line1: "Torstraße", city: "Berlin", state: "", postalCode: "10119" },
      country: country("DE")
    },
    language: "de",
    vatId: "DE136695976",
    buyerReference: "04011000-1234512345-06"
  },
  {
    address: {
      ...{ line1: "Rue de Rivoli", city: "Paris", state: "", postalCode: "75004" },
      country: country("FR")
    },
    language: "fr",
    vatId: "FR44732829320",
    registration: { scheme: "0002", id: "732829320" }
  },
  {
    address: {
      ...{ line1: "Calle Mayor", city: "Madrid", state: "Madrid", postalCode: "28013" },
      country: country("ES")
    },
    language: "es",
    vatId: "ESB58378431"
  },
  {
    address: {
      ...{ line1: "Rue de la Loi", city: "Bruxelles", state: "", postalCode: "1000" },
      country: country("BE")
    },
    vatId: "BE0202239951",
    electronicAddress: { scheme: "0208", id: "0202239951" }
  },
  {
    address: {
      ...{ line1: "King Street", city: "London", state: "", postalCode: "SW1Y 6QY" },
      country: country("GB")
    },
    vatId: "GB123456789"
  }
] as const

/** Legal data of the agency itself. */
export const sampleAgency = {
  address: {
    ...{ line1: "Oranienstraße 12", line2: "Hinterhaus", city: "Berlin", state: "" },
    postalCode: "10999",
    country: country("DE")
  },
  vatId: "DE811907980",
  taxNumber: "30/123/45678",
  registration: { scheme: null, id: "HRB 123456 B" },
  legalInformation: "Amtsgericht Charlottenburg\nGeschäftsführung: Olga Owner",
  contact: { name: "Olga Owner", phone: "+49 30 1234567", email: "billing@agency.example" },
  electronicAddress: { scheme: "9930", id: "DE811907980" },
  bankAccount: { iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
  paymentNote: "Please transfer the amount with the invoice number as reference."
} as const
