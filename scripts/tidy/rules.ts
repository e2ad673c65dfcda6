/** The measures of `npm run tidy`, each a function of the tree. */
import { basename, dirname } from "node:path"
import { homonyms, longFunctions, tables, unimported } from "./allowed.ts"
import { children, field, importsOf, isNode, nameOf, resolved, type SourceFile } from "./tree.ts"

/** One place that counts against a limit. */
export interface Offence {
  readonly path: string
  readonly what: string
  /** The larger, the worse. */
  readonly size?: number
}

export interface Rule {
  readonly name: string
  readonly limit: number
  readonly find: (files: ReadonlyArray<SourceFile>) => ReadonlyArray<Offence>
}

/** An applied migration does not change, so it is neither merged nor moved. */
const isMigration = (path: string): boolean => path.includes("/migrations/")

const folders: Rule = {
  name: "folders above 16 files",
  limit: 0,
  find: (files) =>
    [...Map.groupBy(files, ({ path }) => dirname(path))]
      .filter(([folder, inside]) => inside.length > 16 && !isMigration(`${folder}/`))
      .map(([path, { length }]) => ({ path, what: `${length} files`, size: length }))
}

const files: Rule = {
  name: "source files",
  limit: 1_245,
  find: (all) => all.map(({ path }) => ({ path, what: "" }))
}

const lines: Rule = {
  name: "source lines",
  limit: 119_000,
  find: (all) =>
    all.flatMap((file) =>
      file.lines.map(() => ({ path: file.path, what: `${file.lines.length} lines` }))
    )
}

/** `measure` gives the paths of the files; it needs a server. */
export const executedFiles = (measure: () => ReadonlyArray<string>): Rule => ({
  name: "source files that POST /v1/invoices executes",
  limit: 70,
  find: () => measure().map((path) => ({ path, what: "" }))
})

const shortFiles: Rule = {
  name: "files of at most 20 lines",
  limit: 45,
  find: (all) =>
    all
      .filter(({ path }) => !isMigration(path))
      .filter((file) => file.lines.length <= 20)
      .map((file) => ({ path: file.path, what: `${file.lines.length} lines` }))
}

const functionTypes = /^(?:Arrow)?Function(?:Expression|Declaration)$/

const functions: Rule = {
  name: "functions above 70 lines",
  limit: 0,
  find: (all) =>
    all
      .filter(({ path }) => !(path in longFunctions))
      .flatMap((file) => {
        const long = file.nodes
          .filter(({ type }) => functionTypes.test(type))
          .map(({ start, end }) => ({ from: file.lineAt(start), to: file.lineAt(end) }))
          .filter(({ from, to }) => to - from + 1 > 70)
        // A function that contains another long one is long by that alone.
        return long
          .filter((one) => !long.some((other) => other !== one && isInside(other, one)))
          .map(({ from, to }) => ({
            path: file.path,
            what: `line ${from}: ${to - from + 1} lines`,
            size: to - from + 1
          }))
      })
}

const isInside = (
  inner: { readonly from: number; readonly to: number },
  outer: { readonly from: number; readonly to: number }
): boolean => inner.from >= outer.from && inner.to <= outer.to

/** Lines with a literal above 60 columns: a text stays in one piece, so that a search finds it. */
const linesOfLiterals = (file: SourceFile): ReadonlySet<number> =>
  new Set(
    file.nodes
      .filter(({ type }) => /^(?:Literal|TemplateLiteral|TSTemplateLiteralType)$/.test(type))
      .filter(({ start, end }) => end - start > 60 && file.lineAt(start) === file.lineAt(end))
      .map(({ start }) => file.lineAt(start))
  )

const longLines: Rule = {
  name: "lines above 100 columns",
  limit: 0,
  find: (all) =>
    all
      .filter(({ path }) => !tables.some((table) => path.startsWith(table)))
      .flatMap((file) => {
        const literals = linesOfLiterals(file)
        return file.lines.flatMap((line, index) =>
          line.length > 100 && !literals.has(index + 1)
            ? [{ path: file.path, what: `line ${index + 1}: ${line.trim().slice(0, 60)}` }]
            : []
        )
      })
}

/** The names that a file exports, types included. */
export const exportsOf = (file: SourceFile): ReadonlyArray<string> => [
  ...new Set(
    file.nodes
      .filter(({ type }) => type === "ExportNamedDeclaration")
      .filter((node) => !isNode(field(node, "source")))
      .flatMap((node) => [
        ...children(node, "specifiers").map((one) => nameOf(field(one, "exported"))),
        ...children(node, "declaration").flatMap((declaration) => [
          nameOf(field(declaration, "id")),
          ...children(declaration, "declarations").map((one) => nameOf(field(one, "id")))
        ])
      ])
      .filter((name) => name !== undefined)
  )
]

const sharedNames: Rule = {
  name: "exported names with two meanings",
  limit: 0,
  find: (all) =>
    [
      ...Map.groupBy(
        all.flatMap((file) => exportsOf(file).map((name) => ({ name, path: file.path }))),
        ({ name }) => name
      )
    ]
      .filter(([name, places]) => places.length > 1 && !(name in homonyms))
      .map(([name, places]) => ({
        path: places[0]?.path ?? "",
        what: `${name}: ${places.map(({ path }) => path).join(", ")}`,
        size: places.length
      }))
}

/** Entries of the package are imported from outside. */
const isEntry = (path: string): boolean => /^src\/[^/]+$/.test(path)

const deadExports: Rule = {
  name: "exports that no file imports",
  limit: 0,
  find: (all) => {
    const used = new Set(
      all.flatMap((file) =>
        importsOf(file).flatMap(({ target, names }) =>
          names.map((name) => `${resolved(file.path, target)} ${name}`)
        )
      )
    )
    return all
      .filter(({ path }) => path.startsWith("src/") && !isEntry(path))
      .filter(({ path }) => !used.has(`${path} *`))
      .flatMap((file) =>
        exportsOf(file)
          .filter((name) => !used.has(`${file.path} ${name}`))
          .filter((name) => !(`${file.path} ${name}` in unimported))
          .map((what) => ({ path: file.path, what }))
      )
  }
}

const sentencesWith = (pattern: RegExp) => (all: ReadonlyArray<SourceFile>) =>
  all.flatMap(({ path, sentences }) =>
    sentences
      .filter(({ text }) => pattern.test(text))
      .map(({ line, text }) => ({ path, what: `line ${line}: ${text.slice(0, 80)}` }))
  )

const clauses: Rule = {
  name: "comment sentences that open with a clause",
  limit: 60,
  find: sentencesWith(/^["'`(]?(?:What|Who|Whoever|Whose|Of|Where|How)\b/)
}

const words = (name: string, pattern: RegExp): Rule => ({
  name: `comments with ${name}`,
  limit: 15,
  find: sentencesWith(pattern)
})

const poor = "Kept|Keep|Keeps|Keeping|Tell|Tells|Telling|Told|Ask|Asks|Asked|Again|Seen"
const poorPart = new RegExp(`(?:^|[a-z0-9])(?:${poor})(?=[A-Z0-9]|$)`)
const poorStart = new RegExp(`^(?:${poor.toLowerCase()})(?=[A-Z0-9])`)
/** Names of the specification, of libraries and of stored mail jobs (`isAgain`). */
const given = /^(?:.*KeepAlive.*|keepAlive.*|portalLastSeen.*|last_?[sS]een.*|isAgain)$/

const isPoor = (name: string): boolean =>
  !given.test(name) && (poorPart.test(name) || poorStart.test(name))

const names: Rule = {
  name: "identifiers with a private word",
  limit: 0,
  find: (all) =>
    all.flatMap((file) =>
      [
        ...new Set([
          basename(file.path).replace(/\..*$/, ""),
          ...file.nodes.flatMap((node) => nameOf(node) ?? [])
        ])
      ]
        .filter(isPoor)
        .map((what) => ({ path: file.path, what }))
    )
}

const engineVerbs: Rule = {
  name: "verbs of the write engine that repositories import",
  limit: 2,
  find: (all) => {
    const verbs = all
      .filter(({ path }) => path.startsWith("src/infra/sql/"))
      .flatMap((file) =>
        file.nodes
          .filter(({ type }) => type === "ImportDeclaration")
          .filter((node) => {
            const source = field(node, "source")
            return isNode(source) && String(field(source, "value")).endsWith("postgres/Write.ts")
          })
          .filter((node) => field(node, "importKind") !== "type")
          .flatMap((node) => children(node, "specifiers"))
          .filter((one) => field(one, "importKind") !== "type")
          .flatMap((one) => nameOf(field(one, "imported")) ?? [])
      )
    return [...new Set(verbs)].map((what) => ({ path: "src/infra/sql", what }))
  }
}

/** The measures of src alone; `deadExports` also reads the tests and scripts. */
export const sourceRules: ReadonlyArray<Rule> = [
  folders,
  files,
  lines,
  shortFiles,
  functions,
  longLines,
  sharedNames,
  clauses,
  words("tell or told", /\b(?:tell|tells|told|telling)\b/i),
  words("keep or kept", /\b(?:keep|keeps|kept|keeping)\b/i),
  words("nobody or somebody", /\b(?:nobody|somebody|whoever)\b/i),
  names,
  engineVerbs
]

export const treeRules: ReadonlyArray<Rule> = [deadExports]
