/** Set-up before all other modules: a small retained buffer does not pin a large pool. */
import { execFileSync } from "node:child_process"
import { assert, it } from "@effect/vitest"

const prepare = new URL("../../src/process/Prepare.js", import.meta.url).href

it("small buffers share pieces of 8 KiB, and larger ones share none", () => {
  const held = execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `await import(${JSON.stringify(prepare)})
       // What is left of the piece that Node began with.
       for (let at = 0; at < 20; at++) Buffer.from("x".repeat(4000))
       const heldBy = (length) => Buffer.from("x".repeat(length)).buffer.byteLength
       console.log(JSON.stringify([200, 4000, 5000, 20_000].map(heldBy)))`
    ],
    { encoding: "utf8" }
  )
  assert.deepStrictEqual(JSON.parse(held), [8192, 8192, 5000, 20_000])
})
