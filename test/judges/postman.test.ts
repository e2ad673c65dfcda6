/** The collection does what it says: newman runs all of it against the running server. */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import {
  firstKey,
  type Server,
  startServer,
  stopServer,
  temporaryDirectory
} from "../support/process.ts"
import { root } from "../support/snippets.ts"

const newman = `${root}test/generators/node_modules/.bin/newman`
const collection = `${root}docs/retainer.postman_collection.json`

describe.skipIf(!existsSync(newman))("the collection", () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let server: Server
  beforeAll(async () => {
    directory = await temporaryDirectory()
    server = await startServer({ DATA_DIR: directory.path, RATE_LIMIT: "off" })
  })
  afterAll(async () => {
    await stopServer(server)
    await directory.remove()
  })

  it("does the main job, and no request is answered otherwise than the document says", async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        newman,
        "run",
        collection,
        ...["--env-var", `base_url=${server.url}`, "--env-var", `api_key=${firstKey(server)}`],
        ...["--reporters", "cli", "--color", "off", "--disable-unicode"]
      ],
      { maxBuffer: 16 * 1024 * 1024 }
    ).catch((failed: { readonly stdout: string }) => {
      throw new Error(failed.stdout)
    })
    assert.match(stdout, /assertions +\| +\d{2,} +\| +0 /)
  })
})
