/**
 * No letters of a language stand in markup outside `src/words`: a text among the children of an
 * element, or in an attribute that is read aloud, comes from the words of the reader's language.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { children, field, isNode, type Node, nameOf, parseFile } from "../../scripts/tidy/tree.ts"

const root = join(import.meta.dirname, "../..")

/** Rooms whose readers are developers, in English: the API's reference, and tools of development. */
const inEnglish = ["src/web/docs/", "src/web/mail/", "src/web/assets/"]

/** Elements whose children are code: names of fields, commands, keys. */
const ofCode = new Set(["code", "kbd", "pre", "script", "style"])

/** The names that a file imports from a module, without those of code. */
const imported = (source: string, module: RegExp): ReadonlySet<string> => {
  const names = [...source.matchAll(/import \{([^}]*)\} from "([^"]*)"/g)].flatMap(
    ([, list = "", from = ""]) =>
      module.test(from)
        ? list.split(",").map((name) =>
            name
              .trim()
              .replace(/^.* as /, "")
              .replace(/^type /, "")
          )
        : []
  )
  return new Set(names.filter((name) => name !== "" && !ofCode.has(name)))
}

/** Two letters in a row, outside of an address, a code or the name of a product. */
const isText = (text: string): boolean =>
  /\p{L}{2}/u.test(text.replace(/Retainer|\.?pdf|CSV|XML|\bms\b|\w+[_:]\w+|\/\S*/gi, ""))

/** Literals that stand for themselves among the children: not in a call, a member or an object. */
const literalsIn = (node: Node): ReadonlyArray<string> => {
  const value = field(node, "value")
  if (node.type === "Literal") return typeof value === "string" ? [value] : []
  if (node.type === "TemplateLiteral") {
    return children(node, "quasis").map((quasi) => {
      const text = field(quasi, "value")
      return typeof text === "object" && text !== null ? String(Reflect.get(text, "cooked")) : ""
    })
  }
  if (node.type === "ConditionalExpression") {
    return [...children(node, "consequent"), ...children(node, "alternate")].flatMap(literalsIn)
  }
  if (node.type === "LogicalExpression") return children(node, "right").flatMap(literalsIn)
  return node.type === "ArrayExpression" ? children(node, "elements").flatMap(literalsIn) : []
}

/** Attributes and options that are read. */
const readAloud = new Set(["aria-label", "alt", "title", "placeholder", "label", "hint", "legend"])

const attributesIn = (node: Node): ReadonlyArray<string> =>
  node.type !== "ObjectExpression"
    ? []
    : children(node, "properties").flatMap((property) => {
        const key = field(property, "key")
        const name = nameOf(key) ?? (isNode(key) ? String(field(key, "value")) : "")
        return readAloud.has(name) ? children(property, "value").flatMap(literalsIn) : []
      })

/** The arguments of our parts of pages that are texts; of others all are. */
const textsOfPart: Readonly<Record<string, ReadonlyArray<number>>> = {
  link: [1],
  button: [0, 4],
  badge: [0],
  note: [1, 2, 3],
  select: [1],
  checks: [1],
  secretBox: [1],
  table: [0],
  form: [],
  problems: [],
  strengthMeter: []
}

const lettersIn = (path: string, source: string): ReadonlyArray<string> => {
  const elements = imported(source, /html\/Elements\.ts$/)
  const parts = imported(source, /\/Parts\.ts$/)
  const file = parseFile(path, source)
  return file.nodes.flatMap((call) => {
    const callee = nameOf(field(call, "callee")) ?? ""
    if (call.type !== "CallExpression" || !(elements.has(callee) || parts.has(callee))) return []
    const positions = parts.has(callee) ? textsOfPart[callee] : undefined
    const given = children(call, "arguments")
    const texts = [
      ...given.filter((_, at) => positions?.includes(at) ?? true).flatMap(literalsIn),
      ...given.flatMap(attributesIn)
    ]
    return texts.filter(isText).map((text) => `${path}:${file.lineAt(call.start)}: ${text}`)
  })
}

const sources = readdirSync(join(root, "src/web"), { recursive: true })
  .map((name) => `src/web/${name}`)
  .filter((path) => path.endsWith(".ts") && !inEnglish.some((room) => path.startsWith(room)))

it("there are none", () => {
  const found = sources.flatMap((path) => lettersIn(path, readFileSync(join(root, path), "utf8")))
  assert.deepStrictEqual(found, [])
})

it("are found among children, in attributes, in templates and in choices", () => {
  const source = (text: string) =>
    `import { a, p, td } from "../../html/Elements.ts"\nexport const one = ${text}`
  for (const text of [
    'p("Saved.")',
    'p({ class: "quiet" }, "by ", name)',
    `td(\`by \${name}\`)`,
    `a({ href: "/x", "aria-label": \`Open \${name}\` }, name)`,
    'p(isNew ? "New" : null)',
    'p(isNew && ["New"])'
  ]) {
    assert.lengthOf(lettersIn("x.ts", source(text)), 1, text)
  }
  for (const text of ['p({ class: "quiet" }, words.saved)', 'td(" – ", name)', 'other("Saved.")']) {
    assert.lengthOf(lettersIn("x.ts", source(text)), 0, text)
  }
})
