/**
 * The visual order of a line (Unicode Bidirectional Algorithm, UAX #9): runs of one direction from
 * left to right. Characters of a run stay in logical order: shaping reverses and mirrors
 * right-to-left runs.
 */
import bidiModule from "bidi-js"

// Node imports the factory itself; the package's types have a module around it.
const bidi = (typeof bidiModule === "function" ? bidiModule : bidiModule.default)()

// Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms, and the marks of direction.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u200f\u202b\u202e\u2067]/

/** Whether the text needs the algorithm at all. */
const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

/** Whether the paragraph begins from the right: its first strong character says so. */
export const isRightToLeftParagraph = (text: string): boolean =>
  hasRightToLeft(text) &&
  (bidi.getEmbeddingLevels(text, "auto").paragraphs[0]?.level ?? 0) % 2 === 1

export interface DirectedRun {
  readonly text: string
  /** The index of its first character in the line. */
  readonly start: number
  readonly isRightToLeft: boolean
}

/** The runs of a line as they stand on paper. */
export const visualRuns = (line: string, base: "ltr" | "rtl"): ReadonlyArray<DirectedRun> => {
  if (line === "") return []
  if (base === "ltr" && !hasRightToLeft(line))
    return [{ text: line, start: 0, isRightToLeft: false }]
  const { levels } = bidi.getEmbeddingLevels(line, base)
  const runs: { text: string; start: number; level: number }[] = []
  for (let index = 0; index < line.length; index++) {
    const level = levels[index] ?? 0
    const last = runs.at(-1)
    if (last !== undefined && last.level === level) last.text += line[index]
    else runs.push({ text: line[index] ?? "", start: index, level })
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
  return runs.map(({ text, start, level }) => ({ text, start, isRightToLeft: level % 2 === 1 }))
}
