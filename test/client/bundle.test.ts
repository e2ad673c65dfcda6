/** What a browser loads of the client: nothing of Node, and little. */
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { rolldown } from "rolldown"
import { root } from "../support/snippets.ts"

interface Bundle {
  readonly gzipped: number
  /** Files below `src`, and `effect` for all of it. */
  readonly modules: ReadonlyArray<string>
  readonly outside: ReadonlyArray<string>
}

/** The bundle of a page that uses `names` of the entry; `sideEffects` of package.json lets the rest go. */
const bundleOf = async (entry: string, names: ReadonlyArray<string>): Promise<Bundle> => {
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

describe("a browser's bundle", () => {
  it("of the client without Effect is small and holds no Effect", async () => {
    const { gzipped, modules, outside } = await bundleOf("client.ts", [
      "createRetainer",
      "RetainerError"
    ])
    assert.deepStrictEqual(outside, [])
    assert.include(modules, "client/CreateRetainer.ts")
    assert.deepStrictEqual(
      modules.filter((id) => !id.startsWith("client/") && id !== "api/ErrorMessage.ts"),
      []
    )
    assert.isBelow(gzipped, 10_000)
  })

  it("of the Effect client holds nothing of Node and of the server", async () => {
    const { modules, outside } = await bundleOf("client.ts", ["makeClient", "verifyWebhook"])
    assert.deepStrictEqual(outside, [])
    assert.include(modules, "effect")
    assert.deepStrictEqual(
      modules.filter((id) => !/^(?:effect$|client|api\/|domain\/)/.test(id)),
      []
    )
  })
})
