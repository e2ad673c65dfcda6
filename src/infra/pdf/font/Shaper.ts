/**
 * Text shaping by HarfBuzz: the glyphs of a text, their positions, and the characters of each
 * cluster. A text has one script and one direction here. Distances are thousandths of the font
 * size.
 */
import { Blob, Buffer, BufferFlag, Direction, Face, Font, shape } from "harfbuzzjs"
import { memoize } from "../Memoize.ts"

export interface Glyph {
  readonly id: number
  /** The distance to the next glyph. */
  readonly advance: number
  /** Its offset from the pen. */
  readonly x: number
  readonly y: number
}

/** Characters that are drawn together: a letter with its marks, a ligature, a syllable. */
export interface Cluster {
  readonly text: string
  /** From left to right. */
  readonly glyphs: ReadonlyArray<Glyph>
  readonly width: number
}

export interface Shaper {
  /** A glyph that draws nothing and has no width, where the font has one. */
  readonly blank: number | null
  /** The glyph of a character by itself; 0 where the font has none. */
  readonly nominal: (char: string) => number
  /** SVG's path of a glyph, in units of the font. */
  readonly path: (glyph: number) => string
  /** Clusters from left to right. */
  readonly shape: (text: string, tag: string, isRightToLeft: boolean) => ReadonlyArray<Cluster>
}

/** Bounds per font: documents share most of their words. */
const wordBounds = { maxEntries: 2000, maxKeyLength: 40 }

// Zero-width space and joiners, word joiner, marks of direction, byte order mark, null. Fonts that
// draw one of them draw it as a line.
const invisible = [0x200b, 0x200c, 0x200d, 0x2060, 0x200e, 0x200f, 0xfeff, 0, 0x0d]

// Reused for each text: memory of many buffers would wait for the garbage collector.
const buffer = new Buffer()

/** Visible ASCII. */
const simpleWord = /^[!-~]+$/

/**
 * Shapes words pair by pair, for fonts in which a letter changes only with the next one. Each
 * letter is shaped once before each other letter. Null where a pair is more than its two letters
 * with kerning.
 */
const makePairs = (
  shapeAnew: (text: string, tag: string) => ReadonlyArray<Cluster>,
  nominal: (point: number) => number
) => {
  const byTag = new Map<string, (Cluster | null | undefined)[]>()

  /** The first of one or two letters. */
  const firstOf = (text: string, tag: string): Cluster | null => {
    const clusters = shapeAnew(text, tag)
    const areLetters =
      clusters.length === text.length &&
      clusters.every(({ glyphs }, at) => {
        const [only] = glyphs
        const isItself = only?.id === nominal(text.charCodeAt(at)) && only.x === 0 && only.y === 0
        return glyphs.length === 1 && isItself
      })
    if (!areLetters) return null
    const [, second] = clusters
    const alone = second === undefined ? null : firstOf(second.text, tag)
    return second?.width === alone?.width ? (clusters[0] ?? null) : null
  }

  return (word: string, tag: string): ReadonlyArray<Cluster> | null => {
    let pairs = byTag.get(tag)
    if (pairs === undefined) {
      pairs = []
      byTag.set(tag, pairs)
    }
    const clusters: Cluster[] = []
    for (let at = 0; at < word.length; at++) {
      const next = at + 1 < word.length ? word.charCodeAt(at + 1) : 0
      const pair = word.charCodeAt(at) * 128 + next
      let cluster = pairs[pair]
      if (cluster === undefined) {
        cluster = firstOf(word.slice(at, at + 2), tag)
        pairs[pair] = cluster
      }
      if (cluster === null) return null
      clusters.push(cluster)
    }
    return clusters
  }
}

/** `isPaired` of a font that never looks at more than two letters of plain words: see above. */
export const makeShaper = (file: Uint8Array, isPaired = false): Shaper => {
  const face = new Face(new Blob(file))
  const font = new Font(face)
  const scale = 1000 / face.upem
  const isBlank = (glyph: number): boolean =>
    glyph !== 0 && font.glyphHAdvance(glyph) === 0 && font.glyphToPath(glyph) === ""
  const nominal = (point: number): number => font.nominalGlyph(point) ?? 0
  const blank = invisible.map(nominal).find(isBlank) ?? null
  const shapeAnew = (text: string, tag: string, isRightToLeft: boolean) => {
    buffer.reset()
    buffer.addText(text)
    buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
    buffer.setScript(tag)
    // Neither the machine's language nor the workspace's is known to be that of a name.
    buffer.setLanguage("und")
    buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES)
    shape(font, buffer)
    const infos = buffer.getGlyphInfos()
    const positions = buffer.getGlyphPositions()
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
    // Characters without a glyph belong to the cluster before them.
    const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]))
    const clusters: { start: number; text: string; glyphs: Glyph[]; width: number }[] = []
    infos.forEach(({ codepoint, cluster }, index) => {
      const position = positions[index]
      if (position === undefined) return
      let last = clusters.at(-1)
      if (last?.start !== cluster) {
        last = {
          start: cluster,
          text: text.slice(cluster, ends.get(cluster)),
          glyphs: [],
          width: 0
        }
        clusters.push(last)
      }
      const advance = position.xAdvance * scale
      last.glyphs.push({
        id: codepoint,
        advance,
        x: position.xOffset * scale,
        y: position.yOffset * scale
      })
      last.width += advance
    })
    return clusters
  }
  const memoized = memoize(
    wordBounds,
    (_, text: string, tag: string, isRightToLeft: boolean): ReadonlyArray<Cluster> =>
      shapeAnew(text, tag, isRightToLeft)
  )
  const paired = isPaired
    ? makePairs((text, tag) => shapeAnew(text, tag, false), nominal)
    : () => null
  return {
    blank,
    nominal: (char) => nominal(char.codePointAt(0) ?? 0),
    path: (glyph) => font.glyphToPath(glyph),
    shape: (text, tag, isRightToLeft) =>
      (isRightToLeft || !simpleWord.test(text) ? null : paired(text, tag)) ??
      memoized(`${tag}${isRightToLeft ? "<" : ">"}${text}`, text, tag, isRightToLeft)
  }
}
