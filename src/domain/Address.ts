/** A postal address (SPEC §2.3). */
import type { CountryCode } from "./Country.ts"

export interface Address {
  readonly line1: string
  readonly line2: string | null
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly country: CountryCode
}

/** An address as a caller gives it: its second line may be left out. */
export type AddressInput = Omit<Address, "line2"> & { readonly line2?: string | null }

export const wholeAddress = (input: AddressInput): Address => ({
  ...input,
  line2: input.line2 ?? null
})

/** As lines on an envelope; the country's code is the last. */
export const addressLines = (address: Address): ReadonlyArray<string> =>
  [
    address.line1,
    address.line2 ?? "",
    [address.postalCode, address.city, address.state].filter((part) => part !== "").join(" "),
    address.country
  ].filter((part) => part !== "")
