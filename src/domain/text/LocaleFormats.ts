/**
 * Formats of Intl by locale and options, each made once: making one takes as long as formatting a
 * hundred amounts. Imports nothing, because threads that draw load it.
 */

/** Each holds some kilobytes; locales are few, time zones are not. */
const most = 300

const once = <Options extends object, Format>(
  make: (locale: string, options: Options) => Format
) => {
  const made = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = made.get(key)
    if (known !== undefined) return known
    if (made.size >= most) made.clear()
    const format = make(locale, options)
    made.set(key, format)
    return format
  }
}

const numbers = once(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)
)

export const numberFormat = (
  locale: string,
  options: Intl.NumberFormatOptions = {}
): Intl.NumberFormat => numbers(locale, options)

/** The options name the time zone. */
export const dateFormat = once(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
)

const plurals = once(
  (locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options)
)

export const pluralRules = (locale: string): Intl.PluralRules => plurals(locale, {})
