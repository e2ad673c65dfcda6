/**
 * Cuts a page at its bound of bytes. A page of short texts is recognised by its characters alone;
 * only a page that may be too long is encoded to measure it.
 */
import { DateTime } from "effect"
import { fittingCount, maxPageBytes } from "../../domain/Page.ts"

/** Reserved for `meta`, and for names that are longer on the wire than in the entry. */
const roomBytes = 16 * 1024

/** The longest form of a character in JSON: an escape of six bytes. */
const bytesOfCharacter = 6

/** A bound for a number, an instant, a quoted name, or the punctuation around a value. */
const bytesOfRest = 40

/**
 * An upper bound of the length of an object or list as JSON; the loop calls itself for objects
 * alone.
 */
const mostBytes = (value: object): number => {
  let bytes = bytesOfRest
  for (const part of Object.values(value)) {
    if (typeof part === "string") bytes += part.length * bytesOfCharacter + 2 * bytesOfRest
    else if (typeof part !== "object" || part === null || DateTime.isDateTime(part)) {
      bytes += 2 * bytesOfRest
    } else bytes += bytesOfRest + mostBytes(part)
  }
  return bytes
}

const bytesOf = (item: unknown): number => Buffer.byteLength(JSON.stringify(item)) + 1

export const countOnPage = (items: ReadonlyArray<unknown>): number =>
  mostBytes(items) <= maxPageBytes - roomBytes
    ? items.length
    : fittingCount(items, bytesOf, maxPageBytes - roomBytes)
