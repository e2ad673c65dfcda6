/** Which content coding a request would have its answer in (RFC 9110 §12.5.3), and ETags per coding. */
import { qualityOf } from "./Accept.ts"

/** As they are preferred where a request wants several alike: what is smaller comes first. */
export const codings = ["br", "gzip"] as const
export type Coding = (typeof codings)[number]

const choose = (accept: string): Coding | undefined => {
  const plain = qualityOf(accept, ["identity"])
  const [best] = codings
    .map((coding) => ({ coding, quality: qualityOf(accept, [coding, "*"]) ?? 0 }))
    .filter(({ quality }) => quality > 0 && quality >= (plain ?? 0))
    .sort((a, b) => b.quality - a.quality)
  return best?.coding
}

/** Programs send a handful of these headers: each is read once. */
const chosen = new Map<string, Coding | undefined>()
const mostChosen = 100

/** Undefined for an answer as it is: what asks for nothing gets that. */
export const codingOf = (accept: string | undefined): Coding | undefined => {
  if (accept === undefined) return undefined
  if (chosen.has(accept)) return chosen.get(accept)
  const coding = choose(accept)
  if (chosen.size < mostChosen && accept.length <= 100) chosen.set(accept, coding)
  return coding
}

const ofCoding = new RegExp(`-(${codings.join("|")})"$`)

/** Bytes of another coding are another representation: they have a strong tag of their own (§8.8.3.3). */
export const tagIn = (tag: string, coding: Coding): string => `${tag.slice(0, -1)}-${coding}"`

/** The tag of what was coded. */
export const plainTag = (tag: string): string => tag.replace(ofCoding, '"')

/** Whether who sends this can read what has the tag; whoever names no coding can read any. */
export const canRead = (accept: string | undefined, tag: string): boolean => {
  const coding = ofCoding.exec(tag)?.[1]
  return coding === undefined || accept === undefined || (qualityOf(accept, [coding, "*"]) ?? 0) > 0
}
