/**
 * Exact numbers: finds numbers of a JSON text that a double cannot represent. `9007199254740993`
 * would silently become another amount, `1e400` infinite; `0.1` and `1.50` pass. The time is linear
 * in the length of the text.
 */

/** A double represents any decimal of 15 digits. */
const shortNumber = /^-?[\d.]{1,15}$/
const numberForm = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

const zero = 0x30

/**
 * The significant digits and the power of ten of the last one; undefined if the text is no number.
 */
const decimalOf = (
  text: string
): { readonly digits: string; readonly power: number } | undefined => {
  const match = numberForm.exec(text)
  if (match === null) return undefined
  const [, whole = "", fraction = "", exponent = "0"] = match
  const all = whole + fraction
  let from = 0
  let to = all.length
  while (from < to && all.charCodeAt(from) === zero) from += 1
  while (to > from && all.charCodeAt(to - 1) === zero) to -= 1
  if (from === to) return { digits: "", power: 0 }
  return {
    digits: all.slice(from, to),
    power: Number(exponent) - fraction.length + all.length - to
  }
}

const shown = (text: string): string => (text.length <= 40 ? text : `${text.slice(0, 40)}…`)

/** The problem of the number; undefined if it is exact, or no number at all. */
export const inexactness = (text: string): string | undefined => {
  if (shortNumber.test(text)) return undefined
  const given = decimalOf(text)
  if (given === undefined) return undefined
  const value = Number(text)
  // JSON writes a double in its shortest form.
  const read = decimalOf(String(value))
  return read !== undefined && read.digits === given.digits && read.power === given.power
    ? undefined
    : `must be a number that JSON carries exactly: ${shown(text)} would be read as ${value}`
}
