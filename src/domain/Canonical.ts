/** One text for one JSON value, whatever the order of its keys: for comparing and hashing. */
import { Predicate } from "effect"

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)])
  )
}

export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value))
