/**
 * Whether a number of a JSON text is still the same once it is read. JSON puts no limit on digits, readers do:
 * `9007199254740993` becomes another amount without a word, `1e400` becomes infinite. What would change is found
 * here by its text, in time that is linear in it; `0.1` and `1.50` are what they say and pass.
 */

/** Any decimal of 15 digits is carried by a double, whatever they are. */
const shortNumber = /^-?[\d.]{1,15}$/
const numberForm = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

const zero = 0x30

/** Its significant digits, and the power of ten of the last one; undefined for what is no number. */
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

/** What is wrong with it; undefined where it is kept, and for what is no number at all. */
export const inexactness = (text: string): string | undefined => {
  if (shortNumber.test(text)) return undefined
  const given = decimalOf(text)
  if (given === undefined) return undefined
  const value = Number(text)
  // The shortest form of a double stands for it, as everywhere in JSON.
  const read = decimalOf(String(value))
  return read !== undefined && read.digits === given.digits && read.power === given.power
    ? undefined
    : `must be a number that JSON carries exactly: ${shown(text)} would be read as ${value}`
}
