/**
 * Line breaking of text: the lines of a paragraph that fit a width. A word longer than a line is
 * broken. Short results are cached per thread, because labels, names and amounts repeat.
 */
import type { Fonts } from "../font/Fonts.ts"
import { memoize } from "../Memoize.ts"
import { isRightToLeftParagraph } from "./Bidi.ts"
import { breakable } from "./LineBreaks.ts"
import { type Line, makeTextRuns, type Style, type TextRuns } from "./TextRuns.ts"

interface Broken {
  readonly lines: ReadonlyArray<Line>
  /** Characters that no font has. */
  readonly missing: ReadonlySet<string>
}

type TextLines = (text: string, style: Style, width: number) => Broken

/** Shared by all documents. Longer texts hardly repeat. */
const textBounds = { maxEntries: 2000, maxKeyLength: 150 }

/** In characters. A longer text cannot fit in one line, so it is not shaped as one first. */
const longestLine = 300

/** Parts of a word too long for a line, each as long as fits, but a cluster at least. */
const cut = (runs: TextRuns, word: string, style: Style, width: number): ReadonlyArray<string> => {
  const parts: string[] = []
  let part = ""
  let filled = 0
  for (const cluster of runs.clusters(word, style.weight)) {
    const added = (cluster.width * style.size) / 1000
    if (part !== "" && filled + added > width) {
      parts.push(part)
      part = ""
      filled = 0
    }
    part += cluster.text
    filled += added
  }
  return [...parts, part]
}

const breakParagraph = (
  runs: TextRuns,
  paragraph: string,
  style: Style,
  width: number
): ReadonlyArray<Line> => {
  const isRightToLeft = isRightToLeftParagraph(paragraph)
  const measure = (text: string): number => runs.line(text, style, isRightToLeft).width
  if (paragraph.length <= longestLine) {
    const whole = runs.line(paragraph.trimEnd(), style, isRightToLeft)
    if (whole.width <= width) return [whole]
  }
  const texts: string[] = []
  let current = ""
  let filled = 0
  for (const part of breakable(paragraph)) {
    const bare = measure(part.trimEnd())
    if (current !== "" && filled + bare > width) {
      texts.push(current)
      current = ""
      filled = 0
    }
    if (bare > width) {
      const cuts = cut(runs, part, style, width)
      texts.push(...cuts.slice(0, -1))
      current = cuts.at(-1) ?? ""
      filled = measure(current)
    } else {
      current += part
      filled += measure(part)
    }
  }
  return [...texts, current].map((text) => runs.line(text.trimEnd(), style, isRightToLeft))
}

const makeBreaking = (fonts: Fonts): TextLines => {
  const memoized = memoize(textBounds, (_, text: string, style: Style, width: number): Broken => {
    const missing = new Set<string>()
    const runs = makeTextRuns(fonts, missing)
    const lines = text
      .split(/[\n\u2028\u2029]/)
      .flatMap((one) => breakParagraph(runs, one.replaceAll("\t", "    "), style, width))
    return { lines, missing }
  })
  return (text, style, width) =>
    memoized(`${style.weight} ${style.size} ${width} ${text}`, text, style, width)
}

const byFonts = new WeakMap<Fonts, TextLines>()

export const textLinesOf = (fonts: Fonts): TextLines => {
  let made = byFonts.get(fonts)
  if (made === undefined) {
    made = makeBreaking(fonts)
    byFonts.set(fonts, made)
  }
  return made
}
