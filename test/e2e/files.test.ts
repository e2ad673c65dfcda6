/**
 * Files on a real server and a real disk: an upload as large as may be without its bytes in memory,
 * and what is left when a sender goes away or the process is killed in the middle.
 */
import { createHash } from "node:crypto"
import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { beforeAll } from "vitest"
import { eventually, runCli, stopServer } from "../support/process.ts"
import { useServer } from "../support/server.ts"

const service = useServer(() => ({ RATE_LIMIT: "off", LOG_LEVEL: "info" }))
let client: string

const api = async (method: string, path: string, body?: object) =>
  (
    await fetch(`${service.server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  ).json()

beforeAll(async () => {
  client = (await api("POST", "/v1/clients", { name: "A", email: "a@x.example" })).id
})

const stored = async (): Promise<ReadonlyArray<string>> => {
  const folder = join(service.path, "files")
  const paths = await readdir(folder, { recursive: true }).catch(() => [])
  const kinds = await Promise.all(
    paths.map(async (path) => {
      // A part may be removed between the two looks.
      const found = await stat(join(folder, path)).catch(() => undefined)
      return [path, found?.isFile() === true] as const
    })
  )
  return kinds.flatMap(([path, isFile]) => (isFile ? [path] : []))
}

const mebibyte = 1_048_576
const block = Buffer.alloc(mebibyte, "0123456789abcdef")
const head = () =>
  `--b\r\nContent-Disposition: form-data; name="client_id"\r\n\r\n${client}\r\n` +
  `--b\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n` +
  "Content-Type: application/x-large\r\n\r\n"
const tail = "\r\n--b--\r\n"

/** Sends so many MiB as fast as they are taken; `whole` ends the form. */
const upload = (mebibytes: number, whole: boolean) => {
  const sent = request(`${service.server.url}/v1/files`, {
    // A connection of its own: after an upload that was refused the server closes.
    agent: false,
    method: "POST",
    headers: {
      authorization: `Bearer ${service.key}`,
      "content-type": "multipart/form-data; boundary=b"
    }
  })
  const answer = new Promise<{ status: number; body: string }>((resolve) => {
    sent.on("error", () => resolve({ status: 0, body: "" }))
    sent.on("response", (response) => {
      let body = ""
      response.on("data", (chunk: Buffer) => {
        body += chunk.toString()
      })
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }))
    })
  })
  sent.write(head())
  const write = (left: number): void => {
    if (left === 0) {
      if (whole) sent.end(tail)
    } else if (sent.write(block)) write(left - 1)
    else sent.once("drain", () => write(left - 1))
  }
  write(mebibytes)
  return { answer, abort: () => sent.destroy() }
}

/** The most memory that the process had at a time, in MiB. */
const peak = async (): Promise<number> => {
  const status = await readFile(`/proc/${Number(service.server.ready["pid"])}/status`, "utf8")
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

describe("files of a server", () => {
  it("of 100 MiB are taken and given out without being held in memory", async () => {
    // The first one brings what every upload needs.
    assert.strictEqual((await upload(1, true).answer).status, 201)
    const before = await peak()
    const { status, body } = await upload(100, true).answer
    assert.strictEqual(status, 201, body)
    const hash = createHash("sha256")
    for (let i = 0; i < 100; i++) hash.update(block)
    const file = JSON.parse(body)
    assert.deepStrictEqual(
      [file.size, file.sha256, file.content_type],
      [100 * mebibyte, hash.digest("hex"), "text/plain"]
    )
    const answer = await fetch(file.download_url)
    let size = 0
    const received = createHash("sha256")
    for await (const chunk of answer.body ?? []) {
      size += chunk.length
      received.update(chunk)
    }
    assert.deepStrictEqual([size, received.digest("hex")], [file.size, file.sha256])
    assert.isBelow((await peak()) - before, 60)
    assert.strictEqual((await upload(101, true).answer).status, 422)
    assert.lengthOf(await stored(), 2)
  })

  it("are not there when their sender went away in the middle", async () => {
    const before = await stored()
    const broken = upload(2, false)
    await eventually(async () => ((await stored()).length > before.length ? true : undefined))
    broken.abort()
    await broken.answer
    await eventually(async () => ((await stored()).length === before.length ? true : undefined))
    assert.deepStrictEqual(await stored(), before)
  })

  it("of a process that was killed in the middle are no files, and the others are", async () => {
    const before = (await api("GET", "/v1/files")).meta.total
    const known = (await stored()).length
    const broken = upload(2, false)
    await eventually(async () => ((await stored()).length > known ? true : undefined))
    service.server.signal("SIGKILL")
    await service.server.ended
    await broken.answer
    await service.startAgain()
    const { data, meta } = await api("GET", "/v1/files")
    assert.strictEqual(meta.total, before)
    for (const file of data) {
      assert.strictEqual((await fetch(file.download_url, { method: "HEAD" })).status, 200)
    }
    // The part waits for its day to be over; it is under no file's name.
    const parts = (await stored()).filter((path) => path.endsWith(".part"))
    assert.lengthOf(parts, 1)
  })

  it("are added by the command line too, and it says what is wrong", async () => {
    const { workspace_id: workspace } = (await api("GET", "/v1/events?limit=1")).data[0]
    await stopServer(service.server)
    const path = join(service.path, "Größe.csv")
    await writeFile(path, "a,b")
    const run = (...args: ReadonlyArray<string>) =>
      runCli(["file", "add", "--workspace", workspace, ...args], { DATA_DIR: service.path })
    const added = await run("--client", client, path, "--json")
    const nowhere = await run(path)
    const missing = await run("--client", client, `${path}x`)
    await service.startAgain()
    const file = await api("GET", `/v1/files/${JSON.parse(added.stdout).file_id}`)
    assert.deepStrictEqual(
      [file.name, file.content_type, file.size, file.client.id],
      ["Größe.csv", "text/csv", 3, client]
    )
    assert.deepStrictEqual([nowhere.code, missing.code], [1, 1])
    assert.include(nowhere.stderr, "exactly one of project_id, client_id and invoice_id is needed")
    assert.include(missing.stderr, "cannot be read")
  })
})
