/** Other users cannot read the service's files, even in a directory that existed before. */
import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import {
  eventually,
  firstKey,
  startServer,
  stopServer,
  temporaryDirectory
} from "../support/process.ts"

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  directory = await temporaryDirectory()
})
afterAll(() => directory.remove())

/** Below the directory, what others may read, write or enter. */
const openToOthers = async (path: string): Promise<ReadonlyArray<string>> => {
  const found: string[] = []
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    const one = join(entry.parentPath, entry.name)
    if (((await stat(one)).mode & 0o077) !== 0) found.push(one)
  }
  return found
}

describe("DATA_DIR", () => {
  it("that existed and was open to everyone gets private files all the same", async () => {
    const path = join(directory.path, "data")
    for (const name of ["mail", "files"]) await mkdir(join(path, name), { recursive: true })
    await writeFile(join(path, "mail", "old.eml"), "Subject: old\r\n\r\n")
    await writeFile(join(path, "secret.key"), Buffer.alloc(32, 7).toString("base64"))
    await writeFile(join(path, "not-ours"), "")
    for (const name of ["", "mail", "files"]) await chmod(join(path, name), 0o755)
    for (const name of ["mail/old.eml", "secret.key", "not-ours"]) {
      await chmod(join(path, name), 0o644)
    }
    const server = await startServer({ DATA_DIR: path })
    const call = (url: string, body: object) =>
      fetch(`${server.url}${url}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${firstKey(server)}`,
          "content-type": "application/json"
        },
        body: JSON.stringify(body)
      })
    const client = await (await call("/v1/clients", { name: "A", email: "a@x.example" })).json()
    await call(`/v1/clients/${client.id}/invite`, {})
    await eventually(async () =>
      (await readdir(join(path, "mail"))).length > 1 ? true : undefined
    )
    await stopServer(server)
    assert.isAbove((await readdir(join(path, "db"), { recursive: true })).length, 100)
    assert.deepStrictEqual(await openToOthers(path), [join(path, "not-ours")])
  })
})
