/**
 * The visual order of a line (Unicode Bidirectional Algorithm, UAX #9): pieces from left to right.
 * Inside a right-to-left word the letters stay in their logical order, which is what shaping wants;
 * words are pieces of their own, because pdfkit sets the words of a text from left to right.
 */
import bidiModule from "bidi-js"

// Node gives the factory itself where the package's types promise a module around it.
const bidi = (typeof bidiModule === "function" ? bidiModule : bidiModule.default)()

// Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** Whether the text needs the algorithm at all. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

/** Whether the paragraph begins from the right: its first strong character says so. */
export const isRightToLeftParagraph = (text: string): boolean =>
  hasRightToLeft(text) &&
  (bidi.getEmbeddingLevels(text, "auto").paragraphs[0]?.level ?? 0) % 2 === 1

// Letters with their marks are shaped together; every other character stands alone.
const pieces =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u200c\u200d]+|[\ud800-\udbff][\udc00-\udfff]|[\s\S]/g

/** What a right-to-left run looks like from the left: its pieces turned, its brackets mirrored. */
const turned = (text: string): ReadonlyArray<string> =>
  (text.match(pieces) ?? [])
    .map((piece) => (hasRightToLeft(piece) ? piece : (bidi.getMirroredCharacter(piece) ?? piece)))
    .reverse()

/** The pieces of a line as they stand on paper. */
export const visualPieces = (line: string, base: "ltr" | "rtl"): ReadonlyArray<string> => {
  if (line === "") return []
  if (base === "ltr" && !hasRightToLeft(line)) return [line]
  const { levels } = bidi.getEmbeddingLevels(line, base)
  const runs: { text: string; level: number }[] = []
  for (let index = 0; index < line.length; index++) {
    const level = levels[index] ?? 0
    const last = runs.at(-1)
    if (last !== undefined && last.level === level) last.text += line[index]
    else runs.push({ text: line[index] ?? "", level })
  }
  // Rule L2: from the highest level down to the lowest odd one, turn every sequence at or above it.
  const highest = Math.max(...runs.map((run) => run.level))
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < runs.length; start++) {
      let end = start
      while ((runs[end]?.level ?? -1) >= level) end++
      if (end > start + 1) runs.splice(start, end - start, ...runs.slice(start, end).reverse())
      start = Math.max(start, end)
    }
  }
  return runs.flatMap(({ text, level }) => (level % 2 === 1 ? turned(text) : [text]))
}
