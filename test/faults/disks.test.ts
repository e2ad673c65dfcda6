/**
 * A full disk under the embedded database, its files, mails and a backup, on a small file system of
 * its own: what was acknowledged is there, and the server recovers when there is room again.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, open, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { within } from "../support/keyedWriters.ts"
import {
  eventually,
  firstKey,
  runCli,
  type Server,
  startServer,
  stopServer
} from "../support/process.ts"

const recoveryMillis = 5000
const mebibyte = 1_048_576

/** Mounting needs the rights of root, and a container that grants them. */
const canMount = (() => {
  const place = join(tmpdir(), `retainer-mount-${process.pid}`)
  spawnSync("mkdir", [place])
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", place]).status === 0
  if (mounted) spawnSync("umount", [place])
  spawnSync("rmdir", [place])
  return mounted
})()

describe.skipIf(!canMount)("a disk that is full", () => {
  let place: string
  let server: Server
  let key: string
  let environment: Record<string, string>
  const acknowledged: Array<string> = []
  const uploaded: Array<string> = []
  const filler = () => join(place, "filler")

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), "retainer-disk-"))
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=300m", "tmpfs", place])
    await mkdir(join(place, "data"))
    environment = { DATA_DIR: join(place, "data"), RATE_LIMIT: "off", LOG_LEVEL: "none" }
    server = await startServer(environment)
    key = firstKey(server)
  })
  afterAll(async () => {
    server.signal("SIGKILL")
    await server.ended
    execFileSync("umount", [place])
    await rm(place, { recursive: true, force: true })
  })

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, body: await response.json() }
  }
  const createClient = async (): Promise<number> => {
    const { status, body } = await call("POST", "/v1/clients", { name: "A", email: "a@x.example" })
    if (status === 201) acknowledged.push(body.id)
    else assert.hasAllKeys(body.error, ["code", "message", "status"])
    return status
  }
  /** A file of a mebibyte, beside nothing. */
  const upload = async (): Promise<number> => {
    const form = new FormData()
    form.append("client_id", acknowledged[0] ?? "")
    form.append("file", new File([Buffer.alloc(mebibyte, "x")], "x.txt", { type: "text/plain" }))
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${server.url}/v1/files`, { method: "POST", headers, body: form })
    const body = await response.json()
    if (response.status === 201) uploaded.push(body.id)
    else assert.hasAllKeys(body.error, ["code", "message", "status"])
    return response.status
  }
  const fill = async (): Promise<void> => {
    const file = await open(filler(), "w")
    const block = Buffer.alloc(mebibyte / 4)
    try {
      for (;;) await file.write(block)
    } catch (error) {
      assert.include(String(error), "ENOSPC")
    } finally {
      await file.close()
    }
  }
  const readyIs = (status: number) =>
    eventually(async () =>
      (await fetch(`${server.url}/readyz`)).status === status ? true : undefined
    )
  const requireAll = async (): Promise<void> => {
    for (const id of acknowledged) {
      assert.strictEqual((await call("GET", `/v1/clients/${id}`)).status, 200, id)
    }
    for (const id of uploaded) {
      const { body } = await call("GET", `/v1/files/${id}`)
      const { pathname, search } = new URL(body.download_url)
      const stored = await fetch(`${server.url}${pathname}${search}`)
      assert.lengthOf(await stored.text(), mebibyte, id)
    }
  }
  const made = () => eventually(async () => ((await createClient()) === 201 ? true : undefined))

  it("refuses changes or stores them, and recovers when there is room", async () => {
    for (let count = 0; count < 20; count++) await createClient()
    const [client_id] = acknowledged
    const line_items = [{ description: "x", quantity: 1, unit_price: 1 }]
    const { body: invoice } = await call("POST", "/v1/invoices", { client_id, line_items })
    assert.strictEqual(await upload(), 201)
    await fill()
    await readyIs(503)
    assert.notStrictEqual(await upload(), 201)
    assert.strictEqual((await fetch(`${server.url}/healthz`)).status, 200)
    // More than the free part of a segment of the log holds.
    for (let count = 0; count < 300; count++) await createClient()
    const sent = await call("POST", `/v1/invoices/${invoice.id}/send`, {})

    await rm(filler())
    await within(recoveryMillis, performance.now(), made())
    await readyIs(200)
    assert.strictEqual(await upload(), 201)
    await requireAll()
    if (sent.status !== 200) await call("POST", `/v1/invoices/${invoice.id}/send`, {})
    await eventually(async () => {
      const { body } = await call("GET", `/v1/invoices/${invoice.id}`)
      return body.delivery.status === "sent" ? true : undefined
    })
    const mails = await readdir(join(place, "data", "mail"))
    assert.lengthOf(
      mails.filter((name) => name.endsWith(".eml")),
      1
    )
  })

  it("leaves no part of a backup that did not fit", async () => {
    await fill()
    const { code, stderr } = await runCli(["backup", join(place, "x.backup")], environment)
    assert.notStrictEqual(code, 0)
    assert.isAtMost(stderr.trim().split("\n").length, 2, stderr)
    assert.isFalse(existsSync(join(place, "x.backup")))
    assert.deepStrictEqual((await readdir(place)).sort(), ["data", "filler"])
    await rm(filler())
    await within(recoveryMillis, performance.now(), made())
  })

  it("has all of it after another start, and its log is whole", async () => {
    assert.strictEqual((await stopServer(server)).code, 0)
    server = await startServer(environment)
    await requireAll()
    const verified = await runCli(["verify", "--json"], environment)
    assert.deepInclude(JSON.parse(verified.stdout), { ok: true }, verified.stderr)
    const checked = await runCli(["doctor", "--totals", "--json"], environment)
    assert.strictEqual(checked.code, 0, checked.stdout)
  })
})
