/**
 * A bank account for transfers (BT-84 to BT-86): an IBAN by ISO 13616 with its length by country
 * (SWIFT's IBAN registry, release 99) and its check digits by ISO 7064 mod 97-10, and a BIC by
 * ISO 9362.
 */
import { Schema, SchemaTransformation } from "effect"
import { documented } from "../Documented.ts"
import { shape } from "../Resource.ts"
import { line } from "../text/Text.ts"
import { mod97 } from "./CheckDigits.ts"

const lengths: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18
   DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23
   IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27
   MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19
   SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))])
)

const normalised = (text: string): string => text.replace(/\s/g, "").toUpperCase()

const ibanProblem = (iban: string): string | undefined => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{4,30}$/.test(iban)) {
    return "must be an IBAN, as DE89 3704 0044 0532 0130 00"
  }
  const country = iban.slice(0, 2)
  const length = lengths.get(country)
  if (length === undefined) return `must be an IBAN; ${country} has none`
  if (iban.length !== length) return `must have ${length} characters, as an IBAN of ${country} has`
  // The first four characters come last.
  return mod97(`${iban.slice(4)}${iban.slice(0, 4)}`) === 1
    ? undefined
    : "must be an IBAN with valid check digits"
}

const toUpperCase = SchemaTransformation.transform({
  decode: normalised,
  encode: (text: string) => text
})

const Iban = Schema.String.check(
  Schema.isMaxLength(64, { message: "must be at most 64 characters" }),
  Schema.makeFilter<string>(
    (text) => ibanProblem(normalised(text)),
    documented({ pattern: "^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9 ]{4,60}$" })
  )
).pipe(Schema.decodeTo(Schema.String, toUpperCase))

const Bic = Schema.String.check(
  Schema.isMaxLength(64, { message: "must be at most 64 characters" }),
  Schema.makeFilter<string>(
    (text) =>
      /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(normalised(text))
        ? undefined
        : "must be a BIC of 8 or 11 characters, as COBADEFFXXX",
    documented({ pattern: "^[A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?$" })
  )
).pipe(Schema.decodeTo(Schema.String, toUpperCase))

export const BankAccount = shape(
  {
    holder: Schema.NullOr(Schema.String).annotate({
      description: "Null is the legal name of the workspace"
    }),
    iban: Schema.String,
    bic: Schema.NullOr(Schema.String)
  },
  "BankAccount"
)
export type BankAccount = typeof BankAccount.Type

/** Its holder and its BIC may be left out. */
export const BankAccountInput = shape(
  {
    holder: Schema.optionalKey(Schema.NullOr(line(70))),
    iban: Iban,
    bic: Schema.optionalKey(Schema.NullOr(Bic))
  },
  "BankAccountInput"
)
export type BankAccountInput = typeof BankAccountInput.Type

export const wholeBankAccount = ({ holder, iban, bic }: BankAccountInput): BankAccount => ({
  holder: holder ?? null,
  iban,
  bic: bic ?? null
})

/** In groups of four, as on documents. */
export const spacedIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ")
