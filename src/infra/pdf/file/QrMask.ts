/**
 * Which of the eight masks a QR code is to have (ISO/IEC 18004 §7.8.3): the one that reads best by the standard's four
 * rules. Two masks differ by the same modules in every code of a size, so one code is made and the others follow; and
 * the rules look at 32 modules at a time. Counting module by module takes five times as long.
 */
import type { Bitmap2D } from "lean-qr"

export const masks = [0, 1, 2, 3, 4, 5, 6, 7] as const

/** Line by line, the modules of a line in words of 32. */
interface Modules {
  readonly rows: Uint32Array
  readonly columns: Uint32Array
}

const wordsFor = (size: number): number => (size + 31) >> 5

const modulesOf = (code: Bitmap2D): Modules => {
  const { size } = code
  const words = wordsFor(size)
  const rows = new Uint32Array(size * words)
  const columns = new Uint32Array(size * words)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!code.get(x, y)) continue
      const [row, column] = [y * words + (x >> 5), x * words + (y >> 5)]
      rows[row] = (rows[row] ?? 0) | (1 << (x & 31))
      columns[column] = (columns[column] ?? 0) | (1 << (y & 31))
    }
  }
  return { rows, columns }
}

const ones = (word: number): number => {
  if (word === 0) return 0
  let pairs = word - ((word >>> 1) & 0x55555555)
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Of the modules of a word those that the code has, but for the last so many. */
const inside = (size: number, word: number, without: number): number => {
  const left = size - without - word * 32
  return left >= 32 ? -1 : left <= 0 ? 0 : (1 << left) - 1
}

/** Rules 1 and 3, across the lines: five and more of one colour, and what looks like a corner of the code. */
const acrossPenalty = (lines: Uint32Array, size: number): number => {
  const words = wordsFor(size)
  let penalty = 0
  for (let word = 0; word < words; word++) {
    const all = inside(size, word, 0)
    const at = (line: number): number => lines[line * words + word] ?? 0
    let [same1, same2, same3, long] = [0, 0, 0, 0]
    for (let line = 1; line < size; line++) {
      const same = ~(at(line) ^ at(line - 1)) & all
      const longer = same & same1 & same2 & same3
      if (longer !== 0) penalty += ones(longer) + 2 * ones(longer & ~long)
      same3 = same2
      same2 = same1
      same1 = same
      long = longer
    }
    for (let line = 10; line < size; line++) {
      // Dark, light, three dark, light, dark; both patterns have it at 4 to 6 or 0 to 6 from their ends.
      const [a, b, c, d] = [at(line - 10), at(line - 9), at(line - 8), at(line - 7)]
      const middle = at(line - 6) & ~at(line - 5) & at(line - 4)
      if (middle === 0) continue
      const [h, i, j, k] = [at(line - 3), at(line - 2), at(line - 1), at(line)]
      const before = a & ~b & c & d & ~(h | i | j | k)
      const after = ~(a | b | c | d) & h & i & ~j & k
      penalty += 40 * ones(middle & (before | after) & all)
    }
  }
  return penalty
}

/** Rules 2 and 4: squares of one colour, and how far from half of it is dark. */
const areaPenalty = (rows: Uint32Array, size: number): number => {
  const words = wordsFor(size)
  let squares = 0
  let dark = 0
  for (let at = 0; at < rows.length; at++) {
    const word = at % words
    const here = rows[at] ?? 0
    dark += ones(here)
    if (at < words) continue
    const above = rows[at - words] ?? 0
    const hasNext = word + 1 < words
    const next = hasNext ? (rows[at + 1] ?? 0) : 0
    const same = ~(here ^ above)
    const sameNext = hasNext ? ~(next ^ (rows[at + 1 - words] ?? 0)) : 0
    const beside = (same >>> 1) | (sameNext << 31)
    const equal = ~(here ^ ((here >>> 1) | (next << 31)))
    squares += ones(same & beside & equal & inside(size, word, 1))
  }
  const share = Math.abs((2 * dark) / (size * size) - 1)
  return 3 * squares + 10 * Math.trunc(10 * share)
}

const differing = (a: Uint32Array, b: Uint32Array): Uint32Array =>
  a.map((word, index) => word ^ (b[index] ?? 0))

/** What each mask changes of a code that has the first one, by the size of the code. */
const changes = new Map<number, ReadonlyArray<Modules>>()

const changesOf = (size: number, make: (mask: number) => Bitmap2D): ReadonlyArray<Modules> => {
  let found = changes.get(size)
  if (found === undefined) {
    const [first, ...others] = masks.map((mask) => modulesOf(make(mask)))
    found = [first, ...others].map((one) => ({
      rows: differing(one?.rows ?? new Uint32Array(), first?.rows ?? new Uint32Array()),
      columns: differing(one?.columns ?? new Uint32Array(), first?.columns ?? new Uint32Array())
    }))
    changes.set(size, found)
  }
  return found
}

export interface MaskedCode {
  readonly size: number
  readonly mask: number
  readonly isDark: (x: number, y: number) => boolean
}

/** The code with the best of its masks; `make` gives the same code with each. */
export const bestMasked = (make: (mask: number) => Bitmap2D): MaskedCode => {
  const code = make(masks[0])
  const { size } = code
  const { rows, columns } = modulesOf(code)
  let best = { mask: 0, penalty: Number.POSITIVE_INFINITY, rows }
  for (const [mask, change] of changesOf(size, make).entries()) {
    const masked = differing(rows, change.rows)
    const penalty =
      acrossPenalty(masked, size) +
      acrossPenalty(differing(columns, change.columns), size) +
      areaPenalty(masked, size)
    if (penalty < best.penalty) best = { mask, penalty, rows: masked }
  }
  const words = wordsFor(size)
  return {
    size,
    mask: best.mask,
    isDark: (x, y) => (((best.rows[y * words + (x >> 5)] ?? 0) >>> (x & 31)) & 1) === 1
  }
}
