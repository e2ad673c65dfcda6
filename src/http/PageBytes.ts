/**
 * How many entries of a page fit in its bound of bytes. A page of short texts is recognised by its characters
 * alone; only one that may be too long is measured.
 */
import { DateTime } from "effect"
import { fittingCount, maxPageBytes } from "../domain/Page.ts"

/** For `meta`, and for names that are longer on the wire than here. */
const roomBytes = 16 * 1024

/** The most that a character takes in JSON: an escape of six. */
const bytesOfCharacter = 6

/** Of a number, an instant, a quoted name or the punctuation around a value. */
const bytesOfRest = 40

/** At least what the value takes as JSON. */
const mostBytes = (value: unknown): number => {
  if (typeof value === "string") return value.length * bytesOfCharacter + bytesOfRest
  if (typeof value !== "object" || value === null || DateTime.isDateTime(value)) return bytesOfRest
  let bytes = bytesOfRest
  for (const part of Object.values(value)) bytes += bytesOfRest + mostBytes(part)
  return bytes
}

const bytesOf = (item: unknown): number => Buffer.byteLength(JSON.stringify(item)) + 1

export const countOnPage = (items: ReadonlyArray<unknown>): number =>
  mostBytes(items) <= maxPageBytes - roomBytes
    ? items.length
    : fittingCount(items, bytesOf, maxPageBytes - roomBytes)
