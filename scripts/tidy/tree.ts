/** A tree of TypeScript sources, read once: the text, the syntax and the comments of each file. */
import { dirname, join, normalize } from "node:path"
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

export const nameOf = (value: unknown): string | undefined =>
  isNode(value) && "name" in value && typeof value.name === "string" ? value.name : undefined

export const field = (node: Node, name: string): unknown =>
  Object.entries(node).find(([key]) => key === name)?.[1]

export const children = (node: Node, name: string): ReadonlyArray<Node> => {
  const value = field(node, name)
  return (Array.isArray(value) ? value : [value]).filter(isNode)
}

interface Imported {
  /** A relative path or a package, as the file names it. */
  readonly target: string
  /** `*` stands for all names. */
  readonly names: ReadonlyArray<string>
}

/** A literal, or a template without values. */
const textOf = (source: Node): unknown => {
  const [quasi] = children(source, "quasis")
  const value = field(quasi ?? source, "value")
  return typeof value === "object" && value !== null && "cooked" in value ? value.cooked : value
}

/** The imports of a file, types and dynamic ones included. */
export const importsOf = (file: SourceFile): ReadonlyArray<Imported> =>
  file.nodes.flatMap((node) => {
    const source = field(node, "source")
    const target = isNode(source) ? textOf(source) : undefined
    if (typeof target !== "string") return []
    const specifiers = children(node, "specifiers")
    const names = specifiers.map(
      (one) => nameOf(field(one, "imported")) ?? nameOf(field(one, "local")) ?? "*"
    )
    const isWhole =
      node.type === "ImportExpression" ||
      node.type === "TSImportType" ||
      specifiers.some(({ type }) => type === "ImportNamespaceSpecifier")
    return [{ target, names: isWhole ? ["*"] : names }]
  })

/** The path of an imported file of the tree; a package's name as it is. */
export const resolved = (from: string, target: string): string =>
  target.startsWith(".") ? normalize(join(dirname(from), target)) : target
