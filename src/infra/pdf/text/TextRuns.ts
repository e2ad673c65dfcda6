/**
 * Text runs: parts of one direction, script and font (itemisation), each shaped by its font.
 * Characters that no font has are collected, and drawn as boxes.
 */
import type { Face } from "../font/Face.ts"
import type { Fonts, Weight } from "../font/Fonts.ts"
import { isDrawn, type Script, scriptOf } from "../font/Scripts.ts"
import type { Cluster } from "../font/Shaper.ts"
import { type DirectedRun, isRightToLeftParagraph, visualRuns } from "./Bidi.ts"
import type { GlyphRun } from "./GlyphWriter.ts"

export interface Style {
  readonly weight: Weight
  /** Points */
  readonly size: number
  readonly colour: string
}

interface Run extends GlyphRun {
  /** The index of its first character in the line. */
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

interface Piece {
  readonly face: Face
  script: Script | null
  text: string
}

/** The soft hyphen: the first character that joins the text before it. */
const firstMark = "\u00ad"
const isMark = (char: string): boolean =>
  char >= firstMark && /^[\p{M}\p{Default_Ignorable_Code_Point}]$/u.test(char)

/** The plain font has all of it, and nothing in it belongs to another script than Latin. */
const ascii = /^[ -~]+$/
const letters = /[A-Za-z]/
const latin = scriptOf("a")

const sum = (clusters: ReadonlyArray<Cluster>): number =>
  clusters.reduce((total, { width }) => total + width, 0)

const shape = ({ face, script }: Piece, word: string, isRightToLeft: boolean) =>
  face.shaper().shape(word, script?.tag ?? "Zyyy", isRightToLeft)

/**
 * A space and a mark stay with the text before them: words are whole, and marks stand on letters.
 */
const joins = (char: string, { script, face }: Piece): boolean =>
  (char === " " && script?.tag !== "Zyyy") || (isMark(char) && face.has(char))

export interface TextRuns {
  readonly line: (text: string, style: Style, isRightToLeft: boolean) => Line
  /** Clusters of a word in reading order. */
  readonly clusters: (word: string, weight: Weight) => ReadonlyArray<Cluster>
}

export const makeTextRuns = (fonts: Fonts, missing: Set<string>): TextRuns => {
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
      if (last !== undefined && joins(char, last)) {
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

  const clusters: TextRuns["clusters"] = (word, weight) =>
    piecesOf(word, weight).flatMap((piece) => {
      const isRightToLeft = isRightToLeftParagraph(piece.text)
      const drawn = shape(piece, piece.text, isRightToLeft)
      return isRightToLeft ? [...drawn].reverse() : drawn
    })

  const line: TextRuns["line"] = (text, style, isRightToLeft) => {
    const runs = visualRuns(text, isRightToLeft ? "rtl" : "ltr").flatMap((run) =>
      runsOf(run, style.weight)
    )
    const width = runs.reduce((total, run) => total + run.width, 0)
    return { runs, width: (width * style.size) / 1000, isRightToLeft }
  }

  return { line, clusters }
}
