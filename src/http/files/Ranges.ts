/** The byte range of a download (RFC 9110 §14.2): one range, or the whole file. */
import type { ByteRange } from "../../app/ports/files/FileStorage.ts"

const pattern = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Undefined is everything, which is also the answer to what is no single range; null has no byte in
 * it.
 */
export const parseRange = (
  header: string | undefined,
  size: number
): ByteRange | null | undefined => {
  const [, from = "", to = ""] = pattern.exec(header ?? "") ?? []
  if (from === "" && to === "") return undefined
  const last = size - 1
  if (from === "") return to === "0" ? null : { first: Math.max(0, size - Number(to)), last }
  const first = Number(from)
  if (to !== "" && Number(to) < first) return undefined
  return first > last ? null : { first, last: to === "" ? last : Math.min(Number(to), last) }
}
