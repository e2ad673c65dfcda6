/**
 * Scanner of JSON bodies: one pass over the bytes before anything is built from them, which stops
 * at the first part beyond its bound. It finds sizes, unknown keys and inexact numbers only. The
 * decoder finds invalid JSON and breaches of the schema.
 */
import { type FieldProblem, maxProblems, pathText } from "../../domain/Invalid.ts"
import type { Bounds } from "./BodyBounds.ts"

/** A double represents any decimal of 15 digits. */
const shortNumber = /^-?[\d.]{1,15}$/
const numberForm = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

const zero = 0x30

/**
 * The significant digits and the power of ten of the last one; undefined if the text is no number.
 */
const decimalOf = (
  text: string
): { readonly digits: string; readonly power: number } | undefined => {
  const match = numberForm.exec(text)
  if (match === null) return undefined
  const [, whole = "", fraction = "", exponent = "0"] = match
  const all = whole + fraction
  let from = 0
  let to = all.length
  while (from < to && all.charCodeAt(from) === zero) from += 1
  while (to > from && all.charCodeAt(to - 1) === zero) to -= 1
  if (from === to) return { digits: "", power: 0 }
  return {
    digits: all.slice(from, to),
    power: Number(exponent) - fraction.length + all.length - to
  }
}

const shown = (text: string): string => (text.length <= 40 ? text : `${text.slice(0, 40)}…`)

/**
 * The problem of a number that a double cannot represent; undefined if it is exact, or no number at
 * all. `9007199254740993` would silently become another amount, `1e400` infinite; `0.1` and `1.50`
 * pass. The time is linear in the length of the text.
 */
export const inexactness = (text: string): string | undefined => {
  if (shortNumber.test(text)) return undefined
  const given = decimalOf(text)
  if (given === undefined) return undefined
  const value = Number(text)
  // JSON writes a double in its shortest form.
  const read = decimalOf(String(value))
  return read !== undefined && read.digits === given.digits && read.power === given.power
    ? undefined
    : `must be a number that JSON carries exactly: ${shown(text)} would be read as ${value}`
}

/** Bounds of undeclared values. The decoder refuses each of them by name if it is within them. */
const undeclared = { items: 200, text: 10_000, depth: 16, scalar: 400, key: 1000 } as const
/** Several times the values of an invoice of 200 lines. */
const maxValues = 5000
/** A code point takes at most this many in JSON: a pair of escapes. */
const bytesPerCodePoint = 12

interface Scan {
  /**
   * The part beyond its bound, and the unknown keys before it; empty if the body may be decoded.
   */
  readonly issues: ReadonlyArray<FieldProblem>
  readonly isMore: boolean
  /** Numbers that a double cannot represent. */
  readonly inexact: ReadonlyArray<FieldProblem>
  readonly isEmpty: boolean
  /** The number of scanned bytes. */
  readonly read: number
}

interface Frame {
  readonly isList: boolean
  readonly bounds: Bounds
  count: number
  key: string
  /** In an object: whether the next text is a key. */
  atKey: boolean
}

const quote = 0x22
const backslash = 0x5c

/** Kinds of bytes. A colon counts as a blank, because only the parser checks it. */
const ByteKind = {
  other: 0,
  blank: 1,
  quote: 2,
  openObject: 3,
  openList: 4,
  close: 5,
  comma: 6
} as const
const kinds = new Uint8Array(256)
for (const [bytes, kind] of [
  [" \t\n\r:", ByteKind.blank],
  ['"', ByteKind.quote],
  ["{", ByteKind.openObject],
  ["[", ByteKind.openList],
  ["}]", ByteKind.close],
  [",", ByteKind.comma]
] as const) {
  for (const byte of Buffer.from(bytes)) kinds[byte] = kind
}

const anything: Bounds = {}
const anyText = { max: undeclared.text, message: `must be at most ${undeclared.text} characters` }

const pathOf = (frames: ReadonlyArray<Frame>): string =>
  pathText(frames.map(({ isList, count, key }) => (isList ? count - 1 : key)))

/**
 * The position of the closing quote of the text that begins at `from`, or one beyond `most`; -1 if
 * there is none.
 */
const endOfText = (body: Buffer, from: number, most: number): number => {
  const last = from + most
  for (let at = body.indexOf(quote, from); at >= 0; at = body.indexOf(quote, at + 1)) {
    let before = at
    while (before > from && body[before - 1] === backslash) before--
    if ((at - before) % 2 === 0 || at > last) return at
  }
  return -1
}

const keyOf = (raw: string): string => {
  if (!raw.includes("\\")) return raw
  try {
    const key: unknown = JSON.parse(`"${raw}"`)
    return String(key)
  } catch {
    return raw
  }
}

/** State of one scan. */
class Scanner {
  readonly frames: Frame[] = []
  readonly issues: FieldProblem[] = []
  readonly inexact: FieldProblem[] = []
  values = 0
  isMore = false
  state: "reading" | "too large" | "no JSON" = "reading"
  private readonly root: Bounds
  /** Whether there was a value since the last comma or opening bracket. */
  private hasValue = false

  constructor(root: Bounds) {
    this.root = root
  }

  private refuse(message: string, frames: ReadonlyArray<Frame> = this.frames): void {
    const isList = this.frames[0]?.isList === true
    const path = isList ? "" : pathOf(frames)
    const about = isList ? "must be a JSON object" : message
    this.add({ path, message: path === "" ? `the body ${about}` : about })
    this.state = "too large"
  }

  private add(issue: FieldProblem): void {
    if (this.issues.length < maxProblems) this.issues.push(issue)
    else {
      this.isMore = true
      this.state = "too large"
    }
  }

  /** Begins a value and returns its bounds. */
  private begin(): Bounds {
    this.values += 1
    this.hasValue = true
    if (this.values > maxValues) this.refuse(`must have at most ${maxValues} values`, [])
    const frame = this.frames.at(-1)
    if (frame === undefined) return this.root
    if (!frame.isList) return frame.bounds.keys?.get(frame.key) ?? anything
    const { items } = frame.bounds
    frame.count += 1
    if (frame.count > (items?.max ?? undeclared.items)) {
      const message = items?.message ?? `must have at most ${undeclared.items} items`
      this.refuse(message, this.frames.slice(0, -1))
    }
    return items?.each ?? anything
  }

  open(isList: boolean): void {
    const bounds = this.begin()
    if (this.state !== "reading") return
    if (this.frames.length === undeclared.depth) {
      this.refuse("is nested too deeply", this.frames.slice(0, 3))
    } else this.frames.push({ isList, bounds, count: 0, key: "", atKey: !isList })
    this.hasValue = false
  }

  close(): void {
    if (this.frames.pop() === undefined) this.state = "no JSON"
    this.hasValue = true
  }

  comma(): void {
    const frame = this.frames.at(-1)
    if (frame === undefined || !this.hasValue) this.state = "no JSON"
    else frame.atKey = !frame.isList
    this.hasValue = false
  }

  private key(raw: Buffer, frame: Frame): void {
    frame.atKey = false
    frame.count += 1
    frame.key = keyOf(raw.subarray(0, undeclared.key).toString())
    const { keys } = frame.bounds
    const most = keys === undefined ? undeclared.items : keys.size + maxProblems
    if (frame.count > most) {
      this.refuse(`must have at most ${most} fields`, this.frames.slice(0, -1))
    } else if (raw.length > undeclared.key) this.refuse("is not known here")
    else if (keys !== undefined && !keys.has(frame.key)) {
      this.add({ path: pathOf(this.frames), message: "is not known here" })
    }
  }

  /** Reads the key or text that begins at `from`, and returns its end. */
  text(body: Buffer, from: number): number {
    const frame = this.frames.at(-1)
    const text = frame?.atKey === true ? undefined : (this.begin().text ?? anyText)
    const most = text === undefined ? undeclared.key : text.max * bytesPerCodePoint
    const end = endOfText(body, from, most)
    if (end < 0) this.state = "no JSON"
    else if (text === undefined && frame !== undefined) this.key(body.subarray(from, end), frame)
    else if (text !== undefined && this.state === "reading" && end - from > most) {
      this.refuse(text.message)
    }
    return end < 0 ? body.length : end
  }

  scalar(body: Buffer, from: number, to: number): void {
    this.begin()
    const scalar = body.toString("latin1", from, Math.min(to, from + undeclared.scalar))
    if (!/^(?:true$|false$|null$|[-\d])/.test(scalar)) this.state = "no JSON"
    else if (this.state !== "reading") return
    else if (to - from > undeclared.scalar) this.refuse("is too long")
    else {
      const message = inexactness(scalar)
      if (message === undefined) return
      // One more than the shown ones, to say that there are more.
      if (this.inexact.length <= maxProblems) {
        this.inexact.push({ path: pathOf(this.frames), message })
      }
    }
  }
}

/** Reports unknown keys only with a part beyond its bound; otherwise the decoder names them. */
export const scanJson = (body: Buffer, bounds: Bounds): Scan => {
  const scanner = new Scanner(bounds)
  let at = 0
  while (at < body.length && scanner.state === "reading") {
    const kind = kinds[body[at] ?? 0]
    if (kind === ByteKind.quote) at = scanner.text(body, at + 1) + 1
    else if (kind === ByteKind.other) {
      const from = at
      while (at < body.length && kinds[body[at] ?? 0] === ByteKind.other) at += 1
      scanner.scalar(body, from, at)
    } else {
      if (kind === ByteKind.openObject || kind === ByteKind.openList)
        scanner.open(kind === ByteKind.openList)
      else if (kind === ByteKind.close) scanner.close()
      else if (kind === ByteKind.comma) scanner.comma()
      at += 1
      while (kinds[body[at] ?? quote] === ByteKind.blank) at += 1
    }
  }
  const { state, issues, isMore, values, inexact } = scanner
  return {
    issues: state === "too large" ? issues : [],
    isMore,
    inexact: state === "reading" ? inexact : [],
    isEmpty: values === 0 && state === "reading",
    read: at
  }
}
