/**
 * Looks over the text of a JSON body before anything is built from it: one pass that stops at the first
 * part that is larger than it may be. It finds sizes and unknown keys, no other fault: whether the text
 * is JSON at all, and fits its schema, is for those who decode it.
 */
import { type Issue, maxIssues } from "../../domain/Invalid.ts"
import type { Bounds } from "./BodyBounds.ts"

/** Of values that no schema declares; each is refused in any case, by name if it is small. */
const undeclared = { items: 200, text: 10_000, depth: 16, scalar: 400, key: 1000 } as const
/** Of one body: several times what an invoice of 200 lines has. */
const maxValues = 5000
/** A character of a text takes at most this many of JSON: a pair of escapes. */
const charactersPerCodePoint = 12

export interface Scan {
  /** What is larger than it may be, and the unknown keys before it; empty where it may be decoded. */
  readonly issues: ReadonlyArray<Issue>
  readonly isMore: boolean
  readonly isEmpty: boolean
  /** How far the text was read. */
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

const anything: Bounds = {}

export const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((key, index) =>
      typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key).slice(0, 64)}`
    )
    .join("")

const pathOf = (frames: ReadonlyArray<Frame>): string =>
  pathText(frames.map(({ isList, count, key }) => (isList ? count - 1 : key)))

/** Where the text that begins after `from` ends: at its closing quote, or with everything. */
const endOfText = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at
    while (before > from && text.charCodeAt(before - 1) === 0x5c) before--
    if ((at - before) % 2 === 0) return at
  }
  return text.length
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

/** The scan of one body: what was opened, and what was found. */
class Scanner {
  readonly frames: Frame[] = []
  readonly issues: Issue[] = []
  values = 0
  isMore = false
  state: "reading" | "too large" | "no JSON" = "reading"
  private readonly root: Bounds
  /** Whether a value came since the last comma or opening. */
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

  private add(issue: Issue): void {
    if (this.issues.length < maxIssues) this.issues.push(issue)
    else {
      this.isMore = true
      this.state = "too large"
    }
  }

  /** A value begins: answers its bounds. */
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

  private key(raw: string, frame: Frame): void {
    frame.atKey = false
    frame.count += 1
    frame.key = raw.length > undeclared.key ? raw.slice(0, 64) : keyOf(raw)
    const { keys } = frame.bounds
    const most = keys === undefined ? undeclared.items : keys.size + maxIssues
    if (frame.count > most) {
      this.refuse(`must have at most ${most} fields`, this.frames.slice(0, -1))
    } else if (keys !== undefined && !keys.has(frame.key)) {
      this.add({ path: pathOf(this.frames), message: "is not known here" })
    }
  }

  text(raw: string): void {
    const frame = this.frames.at(-1)
    if (frame?.atKey === true) this.key(raw, frame)
    else this.value(raw)
  }

  private value(raw: string): void {
    const { text } = this.begin()
    const max = text?.max ?? undeclared.text
    if (this.state !== "reading" || raw.length <= max * charactersPerCodePoint) return
    this.refuse(text?.message ?? `must be at most ${undeclared.text} characters`)
  }

  scalar(raw: string): void {
    this.begin()
    if (!/^(?:true$|false$|null$|[-\d])/.test(raw)) this.state = "no JSON"
    else if (this.state === "reading" && raw.length > undeclared.scalar) this.refuse("is too long")
  }
}

/** The unknown keys found on the way are for the decoder to name, where it may see the body at all. */
export const scanJson = (text: string, bounds: Bounds): Scan => {
  const scanner = new Scanner(bounds)
  const blank = /[\s:]+/y
  const other = /[^\s:,"{}[\]]+/y
  let at = 0
  while (at < text.length && scanner.state === "reading") {
    const char = text[at]
    if (char === '"') {
      const end = endOfText(text, at + 1)
      scanner.text(text.slice(at + 1, end))
      at = end + 1
    } else if (char === "{" || char === "[") {
      scanner.open(char === "[")
      at += 1
    } else if (char === "}" || char === "]") {
      scanner.close()
      at += 1
    } else if (char === ",") {
      scanner.comma()
      at += 1
    } else {
      blank.lastIndex = at
      other.lastIndex = at
      if (blank.test(text)) at = blank.lastIndex
      else {
        other.test(text)
        scanner.scalar(text.slice(at, other.lastIndex))
        at = other.lastIndex
      }
    }
  }
  const { state, issues, isMore, values } = scanner
  return {
    issues: state === "too large" ? issues : [],
    isMore,
    isEmpty: values === 0 && state === "reading",
    read: at
  }
}
