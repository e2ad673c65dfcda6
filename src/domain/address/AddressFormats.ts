/**
 * The order of a postal address's parts in each country, from Google's libaddressinput by way of
 * localized-address-format (MIT). It is our own data because everything from domain to browser
 * reads it. A test compares the two. Our formats preserve every city and postal code, even where
 * the post omits them.
 */

/**
 * Lines by `|`: %A the street's lines, %C city, %S state, %Z postal code, %N the names where they
 * come after it.
 */
const formats = {
  "%A|%Z %C":
    "AD AT BA BE BG BL CY CZ DE DK DO DZ EH ET FR GE GF GL GN GP GR GW IS KG KW LA " +
    "LR MA ME MF MG MK MQ NC NE NL NO PL PM PT PY RE RS SJ SK SM SN TJ TM TN TZ VA WF YT ZM",
  "%A|%C|%Z": "AF AI FK GB GG GI GS IM IO JE KE LK NA PN SD SH SZ TC VG ZA",
  "%A|%C %Z": "BF BH BM BN BT CI GU IL JO KH LB LS MT MV MW NP NZ SA SG VC",
  "%A|%C %S %Z": "AS AU CA CC CX FM HM MH MP NF PW UM VI",
  "%A|%C %Z|%S": "AE IN JM NG NR PA PE SC SR TV",
  "%A|%Z %C %S": "EE ES IT MZ PF UY",
  "%A|%Z %C|%S": "AR CL CV MY UZ",
  "%A|%C|%S %Z": "ID KY MN TH VN",
  "%A|%Z|%C": "AL EC MU OM",
  "%A|%C|%S|%Z": "EG IE RU UA",
  "%A|%C, %S %Z": "BB SO US",
  "%A|%C %Z, %S": "BS KN VE",
  "%Z|%S%C|%A|%N": "CN TW",
  "%A|%C, %S|%Z": "HN IQ",
  "%Z|%S|%C|%A|%N": "KP KZ",
  "%A|%Z|%C|%S": "AM",
  "%A|AX-%Z %C": "AX",
  "%A|AZ %Z %C": "AZ",
  "%A|%C - %Z": "BD",
  "%A|%C-%S|%Z": "BR",
  "%A|%Z, %C|%S": "BY",
  "%A|CH-%Z %C": "CH",
  "%A|%C, %S, %Z": "CO",
  "%A|%S, %C|%Z": "CR",
  "%A|%C %S|%Z": "CU",
  "%A|FI-%Z %C": "FI",
  "%A|FO%Z %C": "FO",
  "%A|%Z- %C": "GT",
  "%S|%C %Z|%A|%N": "HK",
  "%A|HR-%Z %C": "HR",
  "%A|HT%Z %C": "HT",
  "%C|%A|%Z": "HU",
  "%S|%C|%A|%Z": "IR",
  "〒%Z|%S%C|%A|%N": "JP",
  "%A|%S|%C %Z": "KI",
  "%S %C|%A|%N|%Z": "KR",
  "%A|FL-%Z %C": "LI",
  "%A|LT-%Z %C %S": "LT",
  "%A|L-%Z %C": "LU",
  "%A|%S|%C, %Z": "LV",
  "%A|MC-%Z %C": "MC",
  "%A|MD-%Z %C": "MD",
  "%A|%C, %Z": "MM",
  "%C %Z|%A|%N": "MO",
  "%A|%Z %C, %S": "MX",
  "%A|%Z|%C, %S": "NI",
  "%A|%C %Z %S": "PG",
  "%A|%C|%Z %S": "PH",
  "%A|%C-%Z": "PK",
  "%A|%C PR %Z": "PR",
  "%A|%Z %S %C": "RO",
  "%A|SE-%Z %C": "SE",
  "%A|SI-%Z %C": "SI",
  "%A|%Z-%C|%S": "SV",
  "%A|%Z %C/%S": "TR"
}

/** The same where letters are Latin, in the countries that turn the order around. */
const latinFormats = {
  "%A|%C|%S, %Z": "CN KP",
  "%A|%C, %S %Z": "JP TW",
  "%A|%C %Z|%S": "HK",
  "%A|%C|%S|%Z": "KR",
  "%A|%C %Z": "MO"
}

const byCountry = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([format, countries]) =>
      countries.split(" ").map((country) => [country, format])
    )
  )

const written = byCountry(formats)
const inLatin = byCountry(latinFormats)

/** The format of an unknown country. */
const usual = "%A|%C %Z|%S"

export const addressFormat = (country: string, isLatin: boolean): string =>
  (isLatin ? inLatin.get(country) : undefined) ?? written.get(country) ?? usual
