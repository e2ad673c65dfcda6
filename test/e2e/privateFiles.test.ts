/** What the service keeps in files is nobody else's: a directory that was there before, and the key of compose. */
import { execFileSync } from "node:child_process"
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { parseSecretKeys } from "../../src/infra/crypto/SecretKeys.ts"
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

describe("docker-compose.yml", () => {
  it("makes a key of its own at the first start, and keeps it", async () => {
    const compose = await readFile(new URL("../../docker-compose.yml", import.meta.url), "utf8")
    assert.notMatch(compose, /SECRET_KEY:/)
    assert.notMatch(compose, /[A-Za-z0-9+/]{43}=/)
    const script = / {6}- sh\n {6}- -ec\n {6}- \|\n((?: {8}.*\n)+)/.exec(compose)?.[1] ?? ""
    const keys = join(directory.path, "keys")
    await mkdir(keys)
    const start = async () => {
      // The image's user is not on every machine, and root is not who tests.
      const local = script.replaceAll("/keys", keys).replace(/chown \S+ \S+ \S+/, "true")
      execFileSync("sh", ["-ec", local])
      return await readFile(join(keys, "secret.key"), "utf8")
    }
    const first = await start()
    assert.isDefined(parseSecretKeys(first.trim()))
    assert.strictEqual(await start(), first)
    assert.deepStrictEqual(await openToOthers(keys), [])
    assert.deepStrictEqual(await readdir(keys), ["secret.key"])
  })
})
