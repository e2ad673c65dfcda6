/**
 * No page has a text of its own, wherever it stands in the source: messages, titles and refusals
 * come from `words` as markup does. The test finds literals that look like text.
 */
import { globSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import {
  children,
  field,
  isNode,
  type Node,
  parseFile,
  type SourceFile
} from "../../scripts/tidy/tree.ts"

/** Pages for developers may be English; the script and the styles are no markup. */
const isEnglish = (path: string): boolean =>
  /^src\/web\/(?:docs|assets)\/|^src\/web\/mail\/DevMailPage\.ts$/.test(path)

/** The name of the product, a seal's purpose, a log line, a defect, commands, tags of locales. */
const noText =
  /^(?:Retainer|kept form|A client could not be led to the processor|no page at this path|retainer \w.*|[a-z]{2} [a-z]{2} ar-AE.*)$/s

const read = (path: string): string => readFileSync(path, "utf8")

const classes = new Set(
  globSync("src/web/assets/*Styles.ts").flatMap((path) =>
    [...read(path).matchAll(/\.([a-z][a-z0-9-]*)/g)].map(([, name = ""]) => name)
  )
)

/** A capitalised word, or two words beside each other that are no classes of the stylesheets. */
const isText = (text: string): boolean => {
  const words = text.replace(/^\s*·|·\s*$/g, "").trim()
  if (noText.test(words) || words.startsWith("<!")) return false
  return (
    /(?:^|[^\p{L}\d_./#-])\p{Lu}\p{Ll}+(?![\p{L}\d_/-])/u.test(words) ||
    (/^\p{L}{2,} \p{Ll}|\p{L} \p{Ll}{2,}/u.test(words) &&
      !words.split(" ").every((word) => classes.has(word.replace(/-$/, ""))))
  )
}

/** The text of a literal, with a gap where a template has a value. */
const textOf = (node: Node): string | undefined => {
  const value = field(node, "value")
  if (node.type === "Literal") return typeof value === "string" ? value : undefined
  if (node.type !== "TemplateElement" || typeof value !== "object" || value === null) return
  const cooked: unknown = Reflect.get(value, "cooked")
  return typeof cooked === "string" ? cooked : undefined
}

const isCallOf = (node: Node, name: RegExp): boolean => {
  const callee = field(node, "callee")
  if (node.type !== "CallExpression" || !isNode(callee)) return false
  const named = callee.type === "MemberExpression" ? field(callee, "property") : callee
  return isNode(named) && name.test(String(field(named, "name")))
}

/** Nodes whose literals select something: modules, types, keys, tags, and what is compared. */
const selectors = (node: Node): ReadonlyArray<Node> => {
  if (/^(?:Import|Export)/.test(node.type)) return children(node, "source")
  if (node.type === "MemberExpression") return children(node, "property")
  if (node.type === "BinaryExpression")
    return [node, ...children(node, "left"), ...children(node, "right")]
  if (isCallOf(node, /^(?:catchTag|die|isAllowed)$/)) return children(node, "arguments")
  return node.type === "TSLiteralType" ? children(node, "literal") : []
}

const textsIn = (file: SourceFile): ReadonlyArray<string> => {
  const skipped = new Set(file.nodes.flatMap(selectors))
  return file.nodes.flatMap((node) => {
    const text = skipped.has(node) ? undefined : textOf(node)
    return text !== undefined && isText(text)
      ? [`${file.path}:${file.lineAt(node.start)} ${text}`]
      : []
  })
}

const inSource = (source: string) => textsIn(parseFile("x.ts", source))

describe("the search for texts in markup", () => {
  it.each([
    'h1("Saved")',
    'p("it is saved")',
    "p(`Hello $" + "{name}`)",
    'field({ label: "Name" })',
    'note("plain", p("Nothing was saved yet."))'
  ])("finds that of %s", (source) => assert.lengthOf(inSource(source), 1))

  it.each([
    'import { a } from "./Parts.ts"',
    'div({ class: "quiet small" })',
    'link("/x", label, "button second")',
    'Effect.catchTag(x, "Invalid", f)',
    'type A = Users["Service"]',
    'if (a._tag === "Some") f()',
    "p(`$" + "{title} · Retainer`)"
  ])("finds none in %s", (source) => assert.deepStrictEqual(inSource(source), []))
})

it("no page has a text of its own", () => {
  const paths = globSync("src/web/**/*.ts").filter((path) => !isEnglish(path))
  assert.isAbove(paths.length, 100)
  assert.deepStrictEqual(
    paths.flatMap((path) => textsIn(parseFile(path, read(path)))),
    []
  )
})
