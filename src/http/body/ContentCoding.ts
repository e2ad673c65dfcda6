/** Negotiation of the content coding (RFC 9110 §12.5.3), and ETags per coding. */
import { qualityOf } from "./Accept.ts"

/** In the order of preference for equal qualities: the smaller result comes first. */
const codings = ["br", "gzip"] as const
export type Coding = (typeof codings)[number]

const choose = (accept: string): Coding | undefined => {
  const plain = qualityOf(accept, ["identity"])
  const [best] = codings
    .map((coding) => ({ coding, quality: qualityOf(accept, [coding, "*"]) ?? 0 }))
    .filter(({ quality }) => quality > 0 && quality >= (plain ?? 0))
    .sort((a, b) => b.quality - a.quality)
  return best?.coding
}

/** Memoizes the choice by header; clients send a handful of different ones. */
const chosen = new Map<string, Coding | undefined>()
const maxChosen = 100

/** Undefined for an uncompressed answer, which is the default. */
export const codingOf = (accept: string | undefined): Coding | undefined => {
  if (accept === undefined) return undefined
  if (chosen.has(accept)) return chosen.get(accept)
  const coding = choose(accept)
  if (chosen.size < maxChosen && accept.length <= 100) chosen.set(accept, coding)
  return coding
}

const ofCoding = new RegExp(`-(${codings.join("|")})"$`)

/** The strong tag of a representation in this coding (§8.8.3.3). */
export const tagIn = (tag: string, coding: Coding): string => `${tag.slice(0, -1)}-${coding}"`

/** The tag without its coding. */
export const plainTag = (tag: string): string => tag.replace(ofCoding, '"')

/** Whether the client accepts the coding of the tag; without the header it accepts any. */
export const canRead = (accept: string | undefined, tag: string): boolean => {
  const coding = ofCoding.exec(tag)?.[1]
  return coding === undefined || accept === undefined || (qualityOf(accept, [coding, "*"]) ?? 0) > 0
}
