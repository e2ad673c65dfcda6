/**
 * Text layout: splits text into runs by direction, script and font, shapes them, and breaks lines
 * that fit. A word longer than a line is broken. Short results are cached per thread, because
 * labels, names and amounts repeat.
 */

import type { Face } from "../font/Face.ts"
import type { Fonts, Weight } from "../font/Fonts.ts"
import { isDrawn, type Script, scriptOf } from "../font/Scripts.ts"
import type { Cluster } from "../font/Shaper.ts"
import { memoize } from "../Memoize.ts"
import { type DirectedRun, isRightToLeftParagraph, visualRuns } from "./Bidi.ts"
import type { GlyphRun } from "./GlyphWriter.ts"
import { breakable } from "./LineBreaks.ts"

export interface Style {
  readonly weight: Weight
  /** Points */
  readonly size: number
  readonly colour: string
}

interface Run extends GlyphRun {
  /** Where it begins in the line. */
  readonly start: number
  /** Thousandths of the size. */
  readonly width: number
}

export interface Line {
  readonly runs: ReadonlyArray<Run>
  readonly width: number
  /** Such a line is aligned to the right edge of its column. */
  readonly isRightToLeft: boolean
}

interface Broken {
  readonly lines: ReadonlyArray<Line>
  /** Characters that no font has. */
  readonly missing: ReadonlySet<string>
}

type TextLines = (text: string, style: Style, width: number) => Broken

interface Piece {
  readonly face: Face
  script: Script | null
  text: string
}

/** The first that joins what stands before it: the soft hyphen. */
const firstMark = "\u00ad"
const isMark = (char: string): boolean =>
  char >= firstMark && /^[\p{M}\p{Default_Ignorable_Code_Point}]$/u.test(char)

/** The plain font has all of it, and nothing in it belongs to another script than Latin. */
const ascii = /^[ -~]+$/
const letters = /[A-Za-z]/
const latin = scriptOf("a")

const sum = (clusters: ReadonlyArray<Cluster>): number =>
  clusters.reduce((total, { width }) => total + width, 0)

/** Of all documents: some of them are a page long, and no two of those are the same. */
const textBounds = { maxEntries: 2000, maxKeyLength: 150 }

/** In characters. A longer text cannot fit in one line, so it is not shaped as one first. */
const longestLine = 300

const makeBreaking = (fonts: Fonts): TextLines => {
  let missing = new Set<string>()

  const faceFor = (char: string, weight: Weight): Face => {
    const found = fonts.faceFor(char, weight)
    if (found === null && isDrawn(char)) missing.add(char)
    return found ?? fonts.plain[weight]
  }

  /** Parts of one font and one script. */
  const piecesOf = (text: string, weight: Weight): ReadonlyArray<Piece> => {
    if (ascii.test(text)) {
      return [{ face: fonts.plain[weight], script: letters.test(text) ? latin : null, text }]
    }
    const pieces: Piece[] = []
    for (const char of text) {
      const last = pieces.at(-1)
      // A space and a mark stay with what they follow, so that words are whole and marks stand on letters.
      const stays =
        last !== undefined &&
        ((char === " " && last.script?.tag !== "Zyyy") || (isMark(char) && last.face.has(char)))
      if (stays) {
        last.text += char
        continue
      }
      const face = faceFor(char, weight)
      const script = scriptOf(char)
      const fits = last?.script === null || script === null || last?.script === script
      if (last !== undefined && last.face === face && fits) {
        last.text += char
        last.script ??= script
      } else pieces.push({ face, script, text: char })
    }
    return pieces
  }

  const shape = ({ face, script }: Piece, word: string, isRightToLeft: boolean) =>
    face.shaper().shape(word, script?.tag ?? "Zyyy", isRightToLeft)

  const runsOf = (run: DirectedRun, weight: Weight): ReadonlyArray<Run> => {
    const { isRightToLeft } = run
    let start = run.start
    const runs = piecesOf(run.text, weight).map((piece): Run => {
      const at = start
      start += piece.text.length
      const words = (piece.text.match(/ +|[^ ]+/g) ?? []).map((word) =>
        shape(piece, word, isRightToLeft)
      )
      const clusters = (isRightToLeft ? words.reverse() : words).flat()
      return { face: piece.face, start: at, isRightToLeft, clusters, width: sum(clusters) }
    })
    return isRightToLeft ? runs.reverse() : runs
  }

  const lineOf = (text: string, style: Style, isRightToLeft: boolean): Line => {
    const runs = visualRuns(text, isRightToLeft ? "rtl" : "ltr").flatMap((run) =>
      runsOf(run, style.weight)
    )
    const width = runs.reduce((total, run) => total + run.width, 0)
    return { runs, width: (width * style.size) / 1000, isRightToLeft }
  }

  /** Parts of a word too long for a line, each as long as fits, but a cluster at least. */
  const cut = (word: string, style: Style, width: number): ReadonlyArray<string> => {
    const clusters = piecesOf(word, style.weight).flatMap((piece) => {
      const isRightToLeft = isRightToLeftParagraph(piece.text)
      const drawn = shape(piece, piece.text, isRightToLeft)
      return isRightToLeft ? [...drawn].reverse() : drawn
    })
    const parts: string[] = []
    let part = ""
    let filled = 0
    for (const cluster of clusters) {
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

  const breakParagraph = (paragraph: string, style: Style, width: number): ReadonlyArray<Line> => {
    const isRightToLeft = isRightToLeftParagraph(paragraph)
    const measure = (text: string): number => lineOf(text, style, isRightToLeft).width
    if (paragraph.length <= longestLine) {
      const whole = lineOf(paragraph.trimEnd(), style, isRightToLeft)
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
        const cuts = cut(part, style, width)
        texts.push(...cuts.slice(0, -1))
        current = cuts.at(-1) ?? ""
        filled = measure(current)
      } else {
        current += part
        filled += measure(part)
      }
    }
    return [...texts, current].map((text) => lineOf(text.trimEnd(), style, isRightToLeft))
  }

  const broken = (text: string, style: Style, width: number): Broken => {
    missing = new Set()
    const lines = text
      .split(/[\n\u2028\u2029]/)
      .flatMap((p) => breakParagraph(p.replaceAll("\t", "    "), style, width))
    return { lines, missing }
  }
  const memoized = memoize(textBounds, (_, text: string, style: Style, width: number) =>
    broken(text, style, width)
  )
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
