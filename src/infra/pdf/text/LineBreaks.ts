/**
 * Line breaking (UAX #14): after spaces and hyphens, and between Chinese and Japanese characters
 * but not before their punctuation. Scripts without spaces break between words.
 */
import LineBreaker from "linebreak"

const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const words = new Intl.Segmenter("und", { granularity: "word" })

/** Punctuation stays with the word before it. */
const wordsOf = (text: string): ReadonlyArray<string> => {
  const parts: string[] = []
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = parts.at(-1)
    if (last !== undefined && isWordLike !== true) parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
}

/** The parts of a paragraph between which a line may end, each with the spaces that follow it. */
export const breakable = (paragraph: string): ReadonlyArray<string> => {
  const parts: string[] = []
  const breaker = new LineBreaker(paragraph)
  let start = 0
  for (let found = breaker.nextBreak(); found !== null; found = breaker.nextBreak()) {
    const part = paragraph.slice(start, found.position)
    if (unspaced.test(part)) parts.push(...wordsOf(part))
    else parts.push(part)
    start = found.position
  }
  return parts
}
