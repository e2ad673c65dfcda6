/**
 * Modules are found as Node finds them, with less work. A start loads a thousand, most of them ours and Effect's, and for
 * every import Node looks at the file, at its real path and at the package.json above it. Here the imports
 * of these packages, which name a file, are taken at their word: one that is missing fails when it is read. A
 * package is looked for once from each of them. Everything else, and CommonJS, is left to Node.
 *
 * And `node:http` does not load Node's client of the web, of which it has three names that nobody here asks for.
 */
import { registerHooks } from "node:module"

const ours = new URL("../", import.meta.url).href
const effects = /^.*\/node_modules\/(?:effect|@effect\/[^/]+)\//

/** Where the package of that module is, if it is one whose modules are all of the same kind. */
const packageOf = (url) => (url.startsWith(ours) ? ours : effects.exec(url)?.[0])

const formats = { ".ts": "module-typescript", ".js": "module" }
/** @type {Map<string, import("node:module").ResolveFnOutput>} */
const found = new Map()

registerHooks({
  resolve: (specifier, context, next) => {
    const { conditions, parentURL } = context
    const from = parentURL === undefined ? undefined : packageOf(parentURL)
    if (from === undefined || !conditions.includes("import")) return next(specifier, context)
    if (specifier.startsWith(".")) {
      const format = formats[specifier.slice(-3)]
      if (format === undefined) return next(specifier, context)
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
    }
    const key = `${from} ${specifier}`
    const known = found.get(key) ?? { ...next(specifier, context), shortCircuit: true }
    found.set(key, known)
    return known
  }
})

// An import of a module of Node reads all of its names.
const http = process.getBuiltinModule("node:http")
const lazy = ["WebSocket", "CloseEvent", "MessageEvent"].flatMap((name) => {
  const descriptor = Object.getOwnPropertyDescriptor(http, name)
  return descriptor?.get !== undefined && descriptor.configurable ? [[name, descriptor]] : []
})
for (const [name] of lazy)
  Object.defineProperty(http, name, { value: undefined, configurable: true })
await import("node:http")
for (const [name, descriptor] of lazy) Object.defineProperty(http, name, descriptor)
