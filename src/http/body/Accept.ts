/** Content negotiation by `Accept` and its quality values (RFC 9110 §12.5.1). */

interface Range {
  readonly type: string
  readonly quality: number
}

const rangeOf = (text: string): Range => {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
  const quality = weight === undefined ? 1 : Number(weight.replace(/^q\s*=\s*/, ""))
  return { type, quality: Number.isFinite(quality) ? quality : 0 }
}

/**
 * The quality of the first of these names that has a range; `names` begin with the most exact one.
 */
const preferenceOf = (ranges: ReadonlyArray<Range>, names: ReadonlyArray<string>) => {
  for (const [step, name] of names.entries()) {
    const found = ranges.find((range) => range.type === name)
    if (found !== undefined) return { quality: found.quality, exactness: names.length - step }
  }
  return undefined
}

/** The quality of the first of these names in the header; undefined if it has none of them. */
export const qualityOf = (header: string, names: ReadonlyArray<string>): number | undefined =>
  preferenceOf(header.split(",").map(rangeOf), names)?.quality

const typePreference = (ranges: ReadonlyArray<Range>, type: string) =>
  preferenceOf(ranges, [type, `${type.split("/")[0]}/*`, "*/*"]) ?? { quality: 0, exactness: 0 }

/** JSON is the default, and wins a tie. */
export const prefersCsv = (accept: string | undefined): boolean => {
  if (accept === undefined) return false
  const ranges = accept.split(",").map(rangeOf)
  const csv = typePreference(ranges, "text/csv")
  const json = typePreference(ranges, "application/json")
  if (csv.quality !== json.quality) return csv.quality > json.quality
  return csv.quality > 0 && csv.exactness > json.exactness
}
