/** A backup as one file: what went in comes out, and nothing else is taken for a backup. */
import { spawnSync } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { gunzipSync, gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { type Headers, pack } from "tar-stream"
import { afterEach, beforeEach } from "vitest"
import { ArchiveRefused, archiveOf, unpack } from "../../../src/infra/backup/Archive.ts"
import { temporaryDirectory } from "../../support/process.ts"

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let from: string
let to: string

const manifest = { version: "1.2.3", created_at: "2026-01-02T03:04:05.000Z", migration: 21 }

beforeEach(async () => {
  directory = await temporaryDirectory()
  from = join(directory.path, "from")
  to = join(directory.path, "to")
  await mkdir(join(from, "db", "empty"), { recursive: true })
  await mkdir(to)
  await writeFile(join(from, "db", "1"), Buffer.alloc(200_000, 1))
  await writeFile(join(from, "db", "0"), "")
  await mkdir(join(from, "files", "x".repeat(120)), { recursive: true })
  await writeFile(join(from, "files", "x".repeat(120), "y"), "long")
  await writeFile(join(from, "secret.key"), "key")
})
afterEach(() => directory.remove())

const written = () => buffer(archiveOf(manifest, from))
const read = (bytes: Uint8Array, pieces = 1000) =>
  unpack(
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / pieces) }, (_, index) =>
        bytes.subarray(index * pieces, (index + 1) * pieces)
      )
    ),
    to,
    () => {}
  )
const refusal = async (bytes: Uint8Array): Promise<string> => {
  await rm(to, { recursive: true })
  await mkdir(to)
  const problem = await read(bytes).then(
    () => "taken",
    (error: unknown) => error
  )
  return problem instanceof ArchiveRefused ? problem.message : `no refusal: ${problem}`
}

/** An archive of these entries, which ends with the right hash of what it says. */
const made = async (
  entries: ReadonlyArray<readonly [Headers, string]>,
  after: ReadonlyArray<readonly [Headers, string]> = []
): Promise<Buffer> => {
  const tar = pack()
  const hash = createHash("sha256")
  for (const [header, text] of entries) {
    hash.update(`${header.name}\0${text.length}\0${text}`)
    tar.entry(header, text)
  }
  tar.entry({ name: "SHA256" }, hash.digest("hex"))
  for (const [header, text] of after) tar.entry(header, text)
  tar.finalize()
  return gzipSync(await buffer(tar))
}
const first = [{ name: "manifest.json" }, JSON.stringify({ format: 1, ...manifest })] as const

describe("an archive", () => {
  it("takes fewer turns of the event loop than it has files, of which a busy server has few", async () => {
    const files = 300
    await Promise.all(
      Array.from({ length: files }, (_, name) =>
        writeFile(join(from, "db", `small ${name}`), randomBytes(1000))
      )
    )
    let turns = 0
    const busy = new Int32Array(new SharedArrayBuffer(4))
    const count = (): void => {
      turns += 1
      // Blocks the event loop as an embedded database does; other threads run during each turn.
      Atomics.wait(busy, 0, 0, 5)
      turning = setImmediate(count)
    }
    let turning = setImmediate(count)
    const bytes = await written()
    clearImmediate(turning)
    assert.isBelow(turns, files)
    await read(bytes)
    assert.strictEqual((await readdir(join(to, "db"))).length, files + 3)
  })

  it("leaves out what it would refuse to give back", async () => {
    await writeFile(join(from, "files", "12:30 notes"), "somebody's")
    await writeFile(join(from, "files", "a\\b"), "somebody's")
    await writeFile(join(from, "files", "a\u001bb"), "somebody's")
    await read(await written())
    assert.deepStrictEqual(await readdir(join(to, "files")), ["x".repeat(120)])
  })

  it("gives back what it was made of, closed to others", async () => {
    const seen = await read(await written())
    assert.deepStrictEqual(seen, { format: 1, ...manifest })
    const names = async (path: string) => (await readdir(path, { recursive: true })).sort()
    assert.deepStrictEqual(await names(to), await names(from))
    assert.deepStrictEqual(
      await readFile(join(to, "db", "1")),
      await readFile(join(from, "db", "1"))
    )
    assert.strictEqual((await stat(join(to, "secret.key"))).mode & 0o777, 0o600)
    assert.strictEqual((await stat(join(to, "db"))).mode & 0o777, 0o700)
  })

  it("that nobody reads any more ends, and harms nobody", async () => {
    await writeFile(join(from, "db", "large"), randomBytes(3_000_000))
    const archive = archiveOf(manifest, from)
    await once(archive, "readable")
    archive.read()
    archive.destroy()
    await once(archive, "close")
    // A late error event would end this process.
    await new Promise((turned) => setImmediate(turned))
    assert.isTrue(archive.destroyed)
  })

  it("is opened by tar", async () => {
    const listed = spawnSync("tar", ["tzf", "-"], { input: await written() })
    assert.include(listed.stdout.toString().split("\n"), "manifest.json")
    assert.strictEqual(listed.stdout.toString().trimEnd().split("\n").at(-1), "SHA256")
  })

  it("is refused when a byte of it is another, or the end is not there", async () => {
    const bytes = await written()
    const plain = gunzipSync(bytes)
    const at = plain.indexOf(Buffer.alloc(100, 1))
    plain[at] = 2
    assert.include(await refusal(gzipSync(plain)), "checksum")
    for (const length of [bytes.length - 1, bytes.length >> 1, 30]) {
      assert.strictEqual(await refusal(bytes.subarray(0, length)), "ends too early")
    }
    // Cut where an entry ends, so that it is a good archive of less.
    const end = gunzipSync(bytes).indexOf("SHA256")
    const cut = Buffer.concat([gunzipSync(bytes).subarray(0, end), Buffer.alloc(1024)])
    assert.strictEqual(await refusal(gzipSync(cut)), "ends too early")
    for (const nothing of [
      Buffer.from("text"),
      gzipSync("text"),
      gzipSync(Buffer.alloc(2048, 7))
    ]) {
      assert.match(await refusal(nothing), /^is no backup|^ends too early/)
    }
  })

  it("is refused before anything is written when it is of a newer kind", async () => {
    const later = [{ name: "manifest.json" }, first[1].replace('"format":1', '"format":2')] as const
    assert.include(await refusal(await made([later, [{ name: "db" }, "x"]])), "newer")
    assert.deepStrictEqual(await readdir(to), [])
  })

  it.each([
    ["..", { name: "../evil" }],
    ["a path from the root", { name: "/tmp/evil" }],
    ["a part of two dots", { name: "db/../../evil" }],
    ["a backslash", { name: "db\\evil" }],
    ["a link", { name: "db", type: "symlink", linkname: "/etc" }],
    ["a hard link", { name: "db", type: "link", linkname: "/etc/passwd" }]
  ] as const)("is refused with %s in it", async (_, header) => {
    assert.include(await refusal(await made([first, [header, ""]])), "an invalid entry")
    assert.deepStrictEqual(await readdir(directory.path), ["from", "to"])
  })

  it("is refused in words that no terminal takes for its commands", async () => {
    const hostile = "\u001b]0;owned\u0007\u202e\u0085"
    const said = [
      await refusal(await made([first, [{ name: `db/${hostile}` }, ""]])),
      await refusal(await made([first, [{ name: hostile, type: "symlink", linkname: "/" }, ""]])),
      await refusal(
        await made([
          [{ name: "manifest.json" }, JSON.stringify({ ...manifest, format: 9, version: hostile })]
        ])
      )
    ]
    for (const problem of said) {
      assert.include(problem, "?]0;owned?")
      assert.notMatch(problem, /\p{C}/u)
    }
  })

  it("is refused when something follows its end, or it does not begin with what it is", async () => {
    assert.include(await refusal(await made([first], [[{ name: "more" }, "x"]])), "after its end")
    assert.strictEqual(await refusal(await made([[{ name: "db" }, "x"]])), "is no backup")
    assert.strictEqual(await refusal(await made([])), "is no backup")
  })
})
