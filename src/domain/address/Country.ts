/** Countries by ISO 3166-1 alpha-2, officially assigned codes only, in upper case. */
import { Schema } from "effect"
import { documented } from "../Documented.ts"

const codes = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
   BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
   EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
   HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
   LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
   NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
   SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
   TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/)
)

export const countryCodes: ReadonlyArray<string> = [...codes]

export const CountryCode = Schema.String.check(
  Schema.makeFilter(
    (code) =>
      codes.has(code) ? undefined : "must be an ISO 3166-1 alpha-2 country code in upper case",
    documented({ pattern: "^[A-Z]{2}$" })
  )
).pipe(Schema.brand("CountryCode"))
export type CountryCode = typeof CountryCode.Type

/** Cached by language, because creating one takes longer than the rest of an address. */
const namesIn = new Map<string, Intl.DisplayNames>()
const maxLanguages = 100

const nameIn = (language: string, code: CountryCode): string | undefined => {
  let names = namesIn.get(language)
  if (names === undefined) {
    names = new Intl.DisplayNames([language], { type: "region", fallback: "none" })
    const [oldest] = namesIn.keys()
    if (oldest !== undefined && namesIn.size >= maxLanguages) namesIn.delete(oldest)
    namesIn.set(language, names)
  }
  return names.of(code)
}

/** The country in the language of the locale, in English where that has no name for it. */
export const countryName = (code: CountryCode, locale: string): string =>
  nameIn(locale, code) ?? nameIn("en", code) ?? code
