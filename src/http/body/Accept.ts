/** What a request would rather have: a table or JSON (RFC 9110 §12.5.1), and how much it wants anything. */

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

/** By the first of the names that a range has: how much it is wanted, and how exactly it was named. */
const wish = (ranges: ReadonlyArray<Range>, names: ReadonlyArray<string>) => {
  for (const [step, name] of names.entries()) {
    const found = ranges.find((range) => range.type === name)
    if (found !== undefined) return { quality: found.quality, exactness: names.length - step }
  }
  return undefined
}

/** How much the first of the names is wanted that the header has; undefined where it has none of them. */
export const qualityOf = (header: string, names: ReadonlyArray<string>): number | undefined =>
  wish(header.split(",").map(rangeOf), names)?.quality

const typeWish = (ranges: ReadonlyArray<Range>, type: string) =>
  wish(ranges, [type, `${type.split("/")[0]}/*`, "*/*"]) ?? { quality: 0, exactness: 0 }

/** JSON is what is answered where nothing is said, and where both are wanted alike. */
export const prefersCsv = (accept: string | undefined): boolean => {
  if (accept === undefined) return false
  const ranges = accept.split(",").map(rangeOf)
  const csv = typeWish(ranges, "text/csv")
  const json = typeWish(ranges, "application/json")
  if (csv.quality !== json.quality) return csv.quality > json.quality
  return csv.quality > 0 && csv.exactness > json.exactness
}
