/** Whether a request would rather have a table than JSON (RFC 9110 §12.5.1). */

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

/** By the most specific range that names it: how much it is wanted, and how exactly it was named. */
const wish = (ranges: ReadonlyArray<Range>, type: string) => {
  const names = [type, `${type.split("/")[0]}/*`, "*/*"]
  for (const [step, name] of names.entries()) {
    const found = ranges.find((range) => range.type === name)
    if (found !== undefined) return { quality: found.quality, exactness: names.length - step }
  }
  return { quality: 0, exactness: 0 }
}

/** JSON is what is answered where nothing is said, and where both are wanted alike. */
export const prefersCsv = (accept: string | undefined): boolean => {
  if (accept === undefined) return false
  const ranges = accept.split(",").map(rangeOf)
  const csv = wish(ranges, "text/csv")
  const json = wish(ranges, "application/json")
  if (csv.quality !== json.quality) return csv.quality > json.quality
  return csv.quality > 0 && csv.exactness > json.exactness
}
