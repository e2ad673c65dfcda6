/**
 * Cell labels. A cell is one installation of several behind one host name, and its label stands in
 * every credential and link that may arrive alone, so that a router finds the cell without a table.
 * This file alone knows where a label stands: `rk_eu1_…` in a credential, `eu1.…` in a link.
 */

/** A label without anchors, for other patterns: no credential or link ends where it may end. */
export const labelPattern = "[a-z][a-z0-9]{1,7}"

const whole = new RegExp(`^${labelPattern}$`)
const inCredential = new RegExp(`^[a-z]{2,3}_(${labelPattern})_`)
const inLink = new RegExp(`^(${labelPattern})\\.`)

export const isCellLabel = (text: string): boolean => whole.test(text)

/** The beginning of a credential: its kind and the label, each with an underscore. */
export const credentialHead = (kind: string, label: string | null): string =>
  label === null ? `${kind}_` : `${kind}_${label}_`

/**
 * The label of a key, token, code, session or client id; null without one. The random part of a
 * credential has no underscore.
 */
export const labelOfCredential = (text: string): string | null =>
  inCredential.exec(text)?.[1] ?? null

/** The label, and none: what was made before the cell had its label stays valid. */
export const labelsSoFar = (label: string | null): ReadonlyArray<string | null> =>
  label === null ? [null] : [label, null]

/** A text of a link, with the label before it. A dot is in no base64url, base62 or base32. */
export const labelledLink = (label: string | null, text: string): string =>
  label === null ? text : `${label}.${text}`

/** The label of a link's text, and the text without it. */
export const splitLink = (
  text: string
): { readonly label: string | null; readonly rest: string } => {
  const label = inLink.exec(text)?.[1]
  return label === undefined
    ? { label: null, rest: text }
    : { label, rest: text.slice(label.length + 1) }
}
