/**
 * The directions of imports (ARCHITECTURE.md), as a function from a tree of sources to sentences.
 * Paths are below src, such as "domain/money/Money.ts"; types and dynamic imports count.
 */
import { importsOf, parseFile, resolved, type Sources } from "./tidy/tree.ts"

/** The layers that each layer may import, besides itself. */
const layers = {
  domain: ["domain"],
  words: ["words", "domain"],
  api: ["api", "domain"],
  ports: ["ports", "domain"],
  app: ["app", "ports", "domain", "words"],
  http: ["http", "domain", "api", "app", "ports"],
  html: ["html"],
  web: ["web", "domain", "api", "app", "ports", "html", "words"],
  infra: ["infra", "domain", "app", "ports", "html", "words"],
  testing: ["testing", "domain", "app", "ports"],
  client: ["client", "domain", "api"]
} as const

type Layer = keyof typeof layers | "top"

/** The layers that import no other outside packages than Effect's own and these. */
const packages: Partial<Record<Layer, ReadonlyArray<string>>> = {
  domain: [],
  words: [],
  api: [],
  app: ["lru-cache"],
  ports: [],
  client: []
}

/** Composition roots: these files and folders import every layer. */
const composes =
  /^(?:[^/]+\.ts|(?:cli|config|dev|process)\/.*|testing\/(?:RetainerMemory|StartRetainer)\.ts)$/

/** The features, each a folder of this name inside the layers that have rooms. */
const rooms = [
  "invoices",
  "payments",
  "creditnotes",
  "projects",
  "clients",
  "people",
  "oauth",
  "mail",
  "events",
  "files",
  "workspaces",
  "analytics",
  // Use cases that combine features, and so stand above them.
  "access",
  "delivery",
  "home",
  "portal",
  "search"
]

/** The folders that hold rooms, and what else may stand in them. */
const roomFolders: Readonly<Record<string, ReadonlyArray<string>>> = {
  domain: ["access", "address", "einvoice", "money", "parties", "text", "time"],
  api: ["endpoint", "errors", "openapi"],
  app: ["ports"],
  "app/ports": [],
  http: ["body", "cache", "cells", "edge", "lists", "server"],
  web: ["account", "assets", "docs", "forms", "home", "reports", "settings"],
  "infra/sql": ["lists", "migrations", "schema"],
  testing: ["store"]
}

interface Import {
  readonly from: string
  /** A path below src, or a package. */
  readonly to: string
  readonly isOurs: boolean
}

/** Layers that the package's entries export; `Retainer.ts` and `testing.ts` export compositions. */
const entries: Readonly<Record<string, Layer>> = {
  "api.ts": "api",
  "client.ts": "client",
  "webhooks.ts": "client"
}

const layerOf = (file: string): Layer | undefined => {
  const entry = entries[file]
  if (entry !== undefined) return entry
  if (composes.test(file)) return "top"
  if (file.startsWith("app/ports/")) return "ports"
  const [folder = ""] = file.split("/")
  return Object.keys(layers).find((layer): layer is keyof typeof layers => layer === folder)
}

const unknownSpecifier = /\bimport\s*\(\s*[^"'`\s]/

const importsIn = (file: string, text: string): ReadonlyArray<Import> =>
  importsOf(parseFile(file, text)).map(({ target }) => ({
    from: file,
    to: resolved(file, target),
    isOurs: target.startsWith(".")
  }))

const directionProblem = ({ from, to, isOurs }: Import): ReadonlyArray<string> => {
  const layer = layerOf(from)
  if (layer === undefined || layer === "top") return []
  if (!isOurs) {
    const allowed = packages[layer]
    return allowed === undefined ||
      to === "effect" ||
      to.startsWith("effect/") ||
      allowed.includes(to)
      ? []
      : [`${from} (${layer}) must not import ${to}`]
  }
  const other = layerOf(to)
  const allowed: ReadonlyArray<Layer | undefined> = layers[layer]
  return allowed.includes(other) ? [] : [`${from} (${layer}) must not import ${to} (${other})`]
}

/** Names that only some files may import. */
const reserved: Readonly<Record<string, RegExp>> = {
  // Handlers have `CurrentPrincipal`, unless their answers are cached for the whole workspace.
  AuthenticatedPrincipal: /^(?:api\/endpoint\/Middleware|http\/edge\/.*)\.ts$/,
  // `MailQueue` writes the record of each mail with its job.
  MailOutbox:
    /^(?:app\/(?:(?:delivery|mail)\/.*|people\/LinkRequests|ports\/mail\/.*)|infra\/sql\/.*|testing\/.*)\.ts$/,
  // Repositories change rows by the verbs of Write.ts.
  OpenTransaction: /^infra\/(?:postgres\/.*|sql\/UnitOfWorkSql)\.ts$/
}

const reservedProblems = (file: string, text: string): ReadonlyArray<string> =>
  Object.entries(reserved)
    .filter(([name, files]) => !files.test(file) && new RegExp(`\\b${name}\\b`).test(text))
    .map(([name]) => `${file} must not use ${name}`)

const roomOf = (file: string): { readonly folder: string; readonly room: string } | undefined =>
  Object.keys(roomFolders)
    .flatMap((folder) => rooms.map((room) => ({ folder, room })))
    .find(({ folder, room }) => file.startsWith(`${folder}/${room}/`))

/** Folders without a place in the order. */
const folderProblem = (file: string): ReadonlyArray<string> => {
  if (layerOf(file) === undefined) {
    return [`${file}: "${file.split("/")[0]}" is no layer; name it in scripts/importRules.ts`]
  }
  return Object.entries(roomFolders).flatMap(([folder, besides]) => {
    const [name = "", inside] = file.startsWith(`${folder}/`)
      ? file.slice(folder.length + 1).split("/")
      : []
    return inside === undefined || rooms.includes(name) || besides.includes(name)
      ? []
      : [`${file}: "${name}" is no room of ${folder}; name it in scripts/importRules.ts`]
  })
}

/** Rooms of one layer that import each other, over however many steps. */
const circleProblems = (imports: ReadonlyArray<Import>): ReadonlyArray<string> =>
  Object.keys(roomFolders).flatMap((folder) => {
    const ties = imports.flatMap(({ from, to }) => {
      const [a, b] = [roomOf(from), roomOf(to)]
      return a?.folder === folder && b?.folder === folder && a.room !== b.room
        ? [{ a: a.room, b: b.room, from, to }]
        : []
    })
    const reaches = (start: string, goal: string, seen: ReadonlyArray<string> = []): boolean =>
      start === goal ||
      (!seen.includes(start) &&
        ties.some(({ a, b }) => a === start && reaches(b, goal, [...seen, start])))
    return ties
      .filter(({ a, b }) => reaches(b, a))
      .map(({ a, b, from, to }) => `${from} imports ${to}, but ${folder}/${b} needs ${folder}/${a}`)
  })

/**
 * Groups of files that import each other, over however many steps; types count. Each group is a
 * strongly connected component of the import graph (Tarjan 1972).
 */
export const fileCircles = (sources: Sources): ReadonlyArray<ReadonlyArray<string>> => {
  const targets = new Map(
    Object.entries(sources).map(([file, text]) => [
      file,
      importsIn(file, text).flatMap(({ to }) => (to in sources ? [to] : []))
    ])
  )
  const order = new Map<string, number>()
  const stack: Array<string> = []
  const circles: Array<ReadonlyArray<string>> = []
  const visit = (file: string): number => {
    const own = order.size
    order.set(file, own)
    stack.push(file)
    let low = own
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low)
    }
    if (low === own) {
      const circle = stack.splice(stack.indexOf(file))
      if (circle.length > 1) circles.push(circle)
    }
    return low
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return circles
}

/** Everything that is wrong with the sources, one sentence each. */
export const importProblems = (sources: Sources): ReadonlyArray<string> => {
  const files = Object.entries(sources)
  const imports = files.flatMap(([file, text]) => importsIn(file, text))
  return [
    ...files.flatMap(([file, text]) => [
      ...folderProblem(file),
      ...reservedProblems(file, text),
      ...(/^export default/m.test(text) ? [`${file}: a default export`] : []),
      ...(/^export \* from/m.test(text) ? [`${file}: a barrel`] : []),
      ...(unknownSpecifier.test(text) ? [`${file}: an import of what is no literal`] : [])
    ]),
    ...imports.flatMap(directionProblem),
    ...circleProblems(imports),
    ...fileCircles(sources).map((circle) => `these files import each other: ${circle.join(", ")}`)
  ]
}
