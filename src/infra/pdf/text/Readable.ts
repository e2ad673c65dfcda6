/**
 * Splits a cluster into text and outlines, so that readers extract the characters as they were
 * written. Readers order characters by the places of glyphs, so marks over letters, reordered
 * vowels and separate dots confuse them. Only glyphs that move the pen are text, with the
 * characters in order. Further characters get blanks without width. The other glyphs are drawn as
 * outlines.
 */
import type { Cluster, Glyph } from "../font/Shaper.ts"

interface TextItem {
  /** Null is a blank. */
  readonly glyph: Glyph | null
  readonly text: string
}

interface Readable {
  /** From left to right. */
  readonly items: ReadonlyArray<TextItem>
  readonly outlines: ReadonlySet<Glyph>
}

/** A glyph has to stand for something; readers leave this out (WORD JOINER). */
const nothing = "\u2060"

const isAccent = (char: string): boolean => /^\p{Mn}$/u.test(char)

const noOutlines: ReadonlySet<Glyph> = new Set()

/** The characters of each wide glyph, first to last. */
const spread = (chars: ReadonlyArray<string>, wide: ReadonlyArray<Glyph>): string[][] => {
  const letters = chars.filter((char) => !isAccent(char)).length
  const texts: string[][] = wide.map(() => [])
  let at = -1
  for (const char of chars) {
    // Accents stay with their letters, unless there are fewer letters than glyphs.
    if (at < 0 || (at < wide.length - 1 && (letters < wide.length || !isAccent(char)))) at += 1
    texts[at]?.push(char)
  }
  return texts.map((own) => (own.length === 0 ? [nothing] : own))
}

/**
 * The characters that a glyph and the blanks after it stand for. Some readers reverse right-to-left
 * text letter by letter, so a part has one letter. A repeated letter stays in one part, because
 * readers take two for bold print. Some readers take a glyph whose text has an accent for one
 * without width.
 */
const partsOf = (chars: ReadonlyArray<string>, isRightToLeft: boolean): ReadonlyArray<string> => {
  const parts: string[] = []
  for (const char of chars) {
    const last = parts.at(-1)
    const joins = isRightToLeft
      ? last?.endsWith(char) === true
      : parts.length > 1 || !isAccent(char)
    if (last !== undefined && joins) parts[parts.length - 1] = last + char
    else parts.push(char)
  }
  return parts
}

export const readable = (
  { text, glyphs }: Cluster,
  isRightToLeft: boolean,
  hasBlank: boolean
): Readable => {
  const [only] = glyphs
  if (only !== undefined && glyphs.length === 1 && (text.length === 1 || !hasBlank)) {
    return {
      items: [{ glyph: only, text }],
      outlines: noOutlines
    }
  }
  const moving = glyphs.filter(({ advance }) => advance > 0)
  const logical = isRightToLeft ? moving.reverse() : moving
  // A mark on its own, or a font without blanks: what is drawn is text, all in its first glyph.
  const [first] = logical.length === 0 ? glyphs : logical
  if (first === undefined) return { items: [], outlines: noOutlines }
  const wide = logical.length === 0 || !hasBlank ? [first] : logical
  let chars = [...text]
  if (chars.length < wide.length) chars = [...text.normalize("NFD")]
  const items = spread(chars, wide).flatMap((own, index): ReadonlyArray<TextItem> => {
    const parts = hasBlank ? partsOf(own, isRightToLeft) : [own.join("")]
    return parts.map((part, at) => ({ glyph: at === 0 ? (wide[index] ?? null) : null, text: part }))
  })
  return {
    items: isRightToLeft ? items.reverse() : items,
    outlines: new Set(glyphs.filter((glyph) => !wide.includes(glyph)))
  }
}
