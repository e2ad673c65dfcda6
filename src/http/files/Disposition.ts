/**
 * The file name of a download (RFC 6266): for every browser by `filename*` (RFC 8187), for the rest
 * in ASCII.
 */

/** Characters that `encodeURIComponent` leaves and RFC 8187 §3.2.1 does not allow. */
const notAllowed = /['()*]/g

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`

export const attachment = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_")
  const encoded = encodeURIComponent(name.toWellFormed()).replace(notAllowed, percent)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
