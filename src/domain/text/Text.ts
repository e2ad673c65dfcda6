/**
 * The rules every text from outside must meet before it is stored, printed or mailed: no control
 * characters, no lone surrogates, a length in code points, one e-mail address. Also the canonical
 * text of a JSON value.
 */
import { Schema } from "effect"
import { documented } from "../Documented.ts"

const hasForbiddenControl = (text: string, multiline: boolean): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isLineOrTab = code === 0x0a || code === 0x09
    if ((code < 0x20 && !(multiline && isLineOrTab)) || (code >= 0x7f && code <= 0x9f)) return true
  }
  return false
}

// The same as patterns, in what all implementations of regular expressions read alike.
const controls = (multiline: boolean) =>
  multiline ? "\\x00-\\x08\\x0B-\\x1F\\x7F-\\x9F" : "\\x00-\\x1F\\x7F-\\x9F"
const blanks =
  "\\x09\\x0A\\x20\\xA0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF"

/** Matches texts with a character that is neither blank nor one of these signs. */
export const patternHaving = (multiline: boolean, signs = ""): string => {
  const any = `[^${controls(multiline)}]*`
  return `^${any}[^${controls(multiline)}${blanks}${signs}]${any}$`
}

/**
 * Whether PostgreSQL can store and compare the text: it contains neither NUL nor a lone surrogate.
 */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** The reason why storage or print rejects one line of text; undefined if it is valid. */
export const lineProblem = (text: string): string | undefined => textProblem(text, false)

const textProblem = (text: string, multiline: boolean): string | undefined => {
  if (hasForbiddenControl(text, multiline)) return "must not contain control characters"
  return text.isWellFormed() ? undefined : "must not contain a lone surrogate"
}

const wellFormed = (multiline: boolean) =>
  Schema.makeFilter<string>(
    (text) => textProblem(text, multiline),
    documented({ pattern: `^[^${controls(multiline)}]*$` })
  )

const atMost = (max: number) =>
  Schema.isMaxCodePoints(max, { message: `must be at most ${max} characters` })

const notBlank = (multiline: boolean) =>
  Schema.makeFilter<string>(
    (text) => (text.trim() === "" ? "must not be blank" : undefined),
    documented({ minLength: 1, pattern: patternHaving(multiline) })
  )

/** One line of text, at most `max` code points, never blank. */
export const line = (max: number) =>
  Schema.String.check(atMost(max), wellFormed(false), notBlank(false))

/** One line of text, at most `max` code points, may be empty. */
export const optionalLine = (max: number) => Schema.String.check(atMost(max), wellFormed(false))

/** Text in which line feeds and tabs are allowed, at most `max` code points. */
export const prose = (max: number) => Schema.String.check(atMost(max), wellFormed(true))

/** Like `prose`, but never blank. */
export const requiredProse = (max: number) =>
  Schema.String.check(atMost(max), wellFormed(true), notBlank(true))

// One address and nothing else: what the mailer puts in a header or an envelope cannot be steered.
// The local part is a dot-atom (RFC 5321 §4.1.2, without quoted strings); the domain may be
// internationalised, the mailer turns it into its ASCII form.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?"
const emailPattern = new RegExp(
  `^(?=.{1,64}@)${atom}(?:\\.${atom})*@${label}(?:\\.${label})+$`,
  "u"
)

/** One e-mail address of at most 254 characters. */
export const EmailAddress = Schema.String.check(
  atMost(254),
  wellFormed(false),
  Schema.makeFilter(
    (text) => (emailPattern.test(text) ? undefined : "must be one e-mail address"),
    documented({ format: "email", minLength: 5 })
  )
)

/**
 * One text for one JSON value, whatever the order of its keys (RFC 8785): for comparing and
 * hashing. Keys are sorted by their UTF-16 code units, numbers and texts are written as
 * JSON.stringify does.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  let text = ""
  for (const key of Object.keys(value).sort()) {
    const item: unknown = Reflect.get(value, key)
    // As JSON.stringify: what is undefined is not there.
    if (item === undefined) continue
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return `{${text}}`
}

/** A BCP 47 tag that this runtime has data for, such as `en` or `de-CH`. */
export const Locale = Schema.String.check(
  Schema.makeFilter((tag) => {
    try {
      return Intl.NumberFormat.supportedLocalesOf(tag).length === 1
        ? undefined
        : "must be a locale such as en or de-CH"
    } catch {
      return "must be a locale such as en or de-CH"
    }
  })
)
