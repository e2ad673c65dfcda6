/** The image starts the server as `npm start` does, from files that are there. */
import { access, readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }

const root = new URL("../../", import.meta.url)
const lines = (await readFile(new URL("Dockerfile", root), "utf8")).split("\n")
const argumentsOf = (instruction: string): ReadonlyArray<string> =>
  lines
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1))

describe("the image", () => {
  it("runs the command of npm start, in the same environment", () => {
    const started = /^exec env MALLOC_ARENA_MAX=\$\{MALLOC_ARENA_MAX:-(\d+)\} (node .+)$/.exec(
      manifest.scripts.start
    )
    const command: ReadonlyArray<string> = JSON.parse(argumentsOf("CMD").at(-1) ?? "[]")
    assert.strictEqual(command.join(" "), started?.[2])
    assert.include(argumentsOf("ENV").join(" ").split(" "), `MALLOC_ARENA_MAX=${started?.[1]}`)
    // The image's compile cache covers this command.
    assert.isTrue(argumentsOf("RUN").some((line) => line.includes(` ${command.join(" ")};`)))
  })

  it("copies what the repository has", async () => {
    const copied = argumentsOf("COPY").filter((line) => !line.startsWith("--from="))
    assert.isAbove(copied.length, 1)
    for (const source of copied.flatMap((line) => line.split(/\s+/).slice(0, -1))) {
      await access(new URL(source, root))
    }
  })
})
