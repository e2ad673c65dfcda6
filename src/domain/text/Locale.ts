/** The language whose forms of numbers and dates a workspace's documents have. */
import { Schema } from "effect"

/** A BCP 47 tag that this runtime has data for, such as `en` or `de-CH`. */
export const Locale = Schema.String.check(
  Schema.makeFilter((tag) => {
    try {
      return Intl.NumberFormat.supportedLocalesOf(tag).length === 1
        ? undefined
        : "must be a locale such as en or de-CH"
    } catch {
      return "must be a locale such as en or de-CH"
    }
  })
)
