/** A tree of TypeScript sources, read once: the text, the syntax and the comments of each file. */
import { parseSync } from "rolldown/utils"

/** Sources by path, such as "src/domain/money/Money.ts". */
export type Sources = Readonly<Record<string, string>>

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

export interface SourceFile {
  readonly path: string
  readonly lines: ReadonlyArray<string>
  /** Every node of the syntax tree, parents before their children. */
  readonly nodes: ReadonlyArray<Node>
  /** The sentences of its comments, without markup. */
  readonly sentences: ReadonlyArray<Sentence>
  readonly lineAt: (offset: number) => number
}

export interface Sentence {
  readonly line: number
  readonly text: string
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value

const nodesOf = (root: Node): ReadonlyArray<Node> => {
  const found: Array<Node> = []
  const open: Array<Node> = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node)
    open.push(...Object.values(node).flat().filter(isNode).toReversed())
  }
  return found
}

/** Line comments that follow each other are one text, as a block comment is. */
const sentencesOf = (
  comments: ReadonlyArray<{ readonly value: string; readonly start: number }>,
  lineAt: (offset: number) => number
): ReadonlyArray<Sentence> => {
  const texts: Array<{ line: number; last: number; text: string }> = []
  for (const { value, start } of comments) {
    const line = lineAt(start)
    const text = value.replace(/^\s*\*+ ?/gm, "").trim()
    const previous = texts.at(-1)
    if (previous !== undefined && previous.last === line - 1) {
      previous.text += ` ${text}`
      previous.last = line
    } else texts.push({ line, last: line + value.split("\n").length - 1, text })
  }
  return texts.flatMap(({ line, text }) =>
    text
      .replaceAll(/\s+/g, " ")
      .split(/(?<=[.!?:])["')]? (?=[A-Z`"'(])/)
      .filter((sentence) => sentence !== "")
      .map((sentence) => ({ line, text: sentence }))
  )
}

export const parseFile = (path: string, text: string): SourceFile => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineAt = (offset: number): number => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
  const { program, comments } = parseSync(path, text)
  return {
    path,
    lines: text.replace(/\n$/, "").split("\n"),
    nodes: nodesOf(program),
    sentences: sentencesOf(comments, lineAt),
    lineAt
  }
}

export const parseTree = (sources: Sources): ReadonlyArray<SourceFile> =>
  Object.entries(sources)
    .filter(([path]) => /\.(?:ts|js)$/.test(path))
    .map(([path, text]) => parseFile(path, text))
