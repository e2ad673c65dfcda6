/**
 * The rules every text from outside must meet before it is stored, printed or mailed:
 * no control characters, no lone surrogates, a length in code points, one e-mail address.
 */
import { Schema } from "effect"

const hasForbiddenControl = (text: string, multiline: boolean): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isLineOrTab = code === 0x0a || code === 0x09
    if ((code < 0x20 && !(multiline && isLineOrTab)) || (code >= 0x7f && code <= 0x9f)) return true
  }
  return false
}

const wellFormed = (multiline: boolean) =>
  Schema.makeFilter<string>((text) => {
    if (hasForbiddenControl(text, multiline)) return "must not contain control characters"
    return text.isWellFormed() ? undefined : "must not contain a lone surrogate"
  })

const atMost = (max: number) =>
  Schema.isMaxCodePoints(max, { message: `must be at most ${max} characters` })

const notBlank = Schema.makeFilter<string>((text) =>
  text.trim() === "" ? "must not be blank" : undefined
)

/** One line of text, at most `max` code points, never blank. */
export const line = (max: number) => Schema.String.check(atMost(max), wellFormed(false), notBlank)

/** One line of text, at most `max` code points, may be empty. */
export const optionalLine = (max: number) => Schema.String.check(atMost(max), wellFormed(false))

/** Text in which line feeds and tabs are allowed, at most `max` code points. */
export const prose = (max: number) => Schema.String.check(atMost(max), wellFormed(true))

/** Like `prose`, but never blank. */
export const requiredProse = (max: number) =>
  Schema.String.check(atMost(max), wellFormed(true), notBlank)

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
  Schema.makeFilter((text) => (emailPattern.test(text) ? undefined : "must be one e-mail address"))
)
