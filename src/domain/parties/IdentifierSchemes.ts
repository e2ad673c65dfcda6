/**
 * Schemes of identifiers: the code lists EAS (electronic addresses) and ISO 6523 (registers) as the
 * validation artefacts of EN 16931, version 1.3.16, have them; and the form of the identifiers of
 * those schemes whose form Peppol BIS Billing 3 demands (PEPPOL-COMMON-R040 to R053).
 */
import { Schema } from "effect"
import { EmailAddress } from "../text/Text.ts"
import { hasGs1Digit, hasLuhnDigit, weighted } from "./CheckDigits.ts"

const eas = new Set(
  `0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183
   0184 0188 0190 0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209
   0210 0211 0212 0213 0215 0216 0217 0218 0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246
   0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932
   9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951
   9952 9953 9957 9959 AN AQ AS AU EM`.split(/\s+/)
)

/** The codes from 0002 to 0248 that ISO 6523 has not assigned. */
const unassigned = new Set([92, 103, 181, 182])

export const isEas = (scheme: string): boolean => eas.has(scheme)

export const isIso6523 = (scheme: string): boolean => {
  const number = Number(scheme)
  return /^\d{4}$/.test(scheme) && number >= 2 && number <= 248 && !unassigned.has(number)
}

const isNorwegian = (digits: string): boolean => {
  const rest = weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11
  return (rest === 0 ? 0 : 11 - rest) === Number(digits[8])
}

const isBelgian = (digits: string): boolean =>
  97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8))

/** The Australian Business Number: its first digit counts one less. */
const isAustralian = (digits: string): boolean =>
  (weighted(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0

interface Form {
  readonly pattern: RegExp
  readonly hasCheckDigits?: (id: string) => boolean
  readonly words: string
}

const isEmail = Schema.is(EmailAddress)

const forms: Readonly<Record<string, Form>> = {
  "0002": { pattern: /^\d{9}$/, hasCheckDigits: hasLuhnDigit, words: "a SIREN of 9 digits" },
  "0007": {
    pattern: /^\d{10}$/,
    hasCheckDigits: hasLuhnDigit,
    words: "a Swedish organisation number of 10 digits"
  },
  "0009": {
    pattern: /^\d{14}$/,
    // The post of France numbers its offices otherwise.
    hasCheckDigits: (id) => id.startsWith("356000000") || hasLuhnDigit(id),
    words: "a SIRET of 14 digits"
  },
  "0088": { pattern: /^\d{13}$/, hasCheckDigits: hasGs1Digit, words: "a GLN of 13 digits" },
  "0096": { pattern: /^\d{10}$/, words: "a Danish P number of 10 digits" },
  "0151": {
    pattern: /^\d{11}$/,
    hasCheckDigits: isAustralian,
    words: "an Australian business number of 11 digits"
  },
  "0184": { pattern: /^(DK)?\d{8}$/, words: "a Danish CVR number of 8 digits" },
  "0192": {
    pattern: /^\d{9}$/,
    hasCheckDigits: isNorwegian,
    words: "a Norwegian organisation number of 9 digits"
  },
  "0198": { pattern: /^DK\d{8}$/, words: "a Danish SE number, DK and 8 digits" },
  "0208": {
    pattern: /^[01]\d{9}$/,
    hasCheckDigits: isBelgian,
    words: "a Belgian enterprise number of 10 digits"
  },
  "9930": { pattern: /^DE\d{9}$/, words: "a German VAT id, as DE123456789" }
}

/** The reason to refuse an identifier of a scheme; undefined if it is right or its form unknown. */
export const identifierProblem = (scheme: string, id: string): string | undefined => {
  if (scheme === "EM") return isEmail(id) ? undefined : "must be one e-mail address"
  const form = forms[scheme]
  if (form === undefined) return undefined
  if (!form.pattern.test(id)) return `must be ${form.words}, because the scheme is ${scheme}`
  return form.hasCheckDigits?.(id) === false
    ? `must be ${form.words} with valid check digits, because the scheme is ${scheme}`
    : undefined
}
