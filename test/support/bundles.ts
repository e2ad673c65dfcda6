/** Bundles as a browser would load them, by the bundler that comes with the test runner. */
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { root } from "./snippets.ts"

interface Bundle {
  readonly gzipped: number
  /** Files below `src`, and `effect` for all of it. */
  readonly modules: ReadonlyArray<string>
  readonly outside: ReadonlyArray<string>
}

/**
 * The bundle of a page that uses `names` of the entry; `sideEffects` of package.json lets the rest
 * go.
 */
export const bundleOf = async (entry: string, names: ReadonlyArray<string>): Promise<Bundle> => {
  const page = "\0page.js"
  const use = `import { ${names.join(", ")} } from "${root}src/${entry}"; console.log(${names.join(", ")})`
  const bundle = await rolldown({
    input: page,
    platform: "browser",
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === page ? { id, moduleSideEffects: true } : null),
        load: (id) => (id === page ? use : null)
      }
    ]
  })
  const { output } = await bundle.generate({ minify: true })
  await bundle.close()
  const chunks = output.filter((one) => one.type === "chunk")
  return {
    gzipped: gzipSync(chunks.map(({ code }) => code).join("\n")).length,
    modules: chunks
      .flatMap(({ moduleIds }) => moduleIds)
      .filter((id) => id !== page)
      .map((id) =>
        id.replace(`${root}src/`, "").replace(/^.*\/node_modules\/effect\/.*$/, "effect")
      ),
    outside: chunks.flatMap(({ imports }) => imports)
  }
}
