/**
 * Numbers of invoices and credit notes as people type them: `142`, `inv142` and `INV 0142` mean
 * `INV-0142`. Letters' case, spaces, dashes and leading zeros do not matter.
 */

/** The two parts of a number; `prefix` is empty where only digits were typed. */
export interface NumberQuery {
  readonly prefix: string
  /** Without leading zeros. */
  readonly counter: string
}

/**
 * A prefix has at most 16 characters and ends with a dash or a letter; the counter of a workspace
 * never has 13 digits.
 */
const pattern = /^#?(?:([a-z0-9-]{0,16})-|([a-z0-9-]{0,15}[a-z])\s*-?\s*)?0*([1-9]\d{0,11})$/

const withoutDashes = (text: string): string => text.replaceAll("-", "")

export const numberQueryOf = (q: string): NumberQuery | null => {
  const [, dashed = "", lettered = "", counter] = pattern.exec(q.trim().toLowerCase()) ?? []
  return counter === undefined ? null : { prefix: withoutDashes(dashed + lettered), counter }
}

/** Whether the stored number is the one that the query means. */
export const isNumber = (number: string, query: NumberQuery): boolean => {
  const own = numberQueryOf(number)
  return own?.counter === query.counter && (query.prefix === "" || own.prefix === query.prefix)
}
