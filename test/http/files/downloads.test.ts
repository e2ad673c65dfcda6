/**
 * Downloads by a signed link: for five minutes, in parts, and never as something that a browser
 * runs.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { populated } from "../../support/populated.ts"
import { fileForm } from "../../support/requests.ts"

const name = `Rechnung "Größe" (5%)'*\\.txt`

const uploaded = Effect.fnUntraced(function* (
  file: File = new File(["0123456789"], name, { type: "text/plain" })
) {
  const own = yield* populated
  const { body } = yield* own.call(
    "POST",
    "/v1/files",
    fileForm({ project_id: own.ids.project }, file)
  )
  const app = yield* RetainerMemory
  const download = (url: string, headers: Record<string, string> = {}, method = "GET") =>
    Effect.promise(async () => {
      const response = await app.fetch(new Request(url, { headers, method }))
      return { status: response.status, headers: response.headers, text: await response.text() }
    })
  return { ...own, file: body, url: String(body.download_url), download }
})

layer(layerRetainerMemory)("downloads", (it) => {
  it.effect("need no credential, and say that they are a file to be saved", () =>
    Effect.gen(function* () {
      const { url, download, file } = yield* uploaded()
      assert.match(url, /^http:\/\/retainer\.test\/files\/file_\w+\?token=[\w-]+$/)
      const { status, headers, text } = yield* download(url)
      assert.deepStrictEqual([status, text], [200, "0123456789"])
      const encoded = "Rechnung%20%22Gr%C3%B6%C3%9Fe%22%20%285%25%29%27%2A%5C.txt"
      assert.deepStrictEqual(
        Object.fromEntries(
          [
            ...["content-type", "content-length", "content-disposition", "etag", "accept-ranges"],
            ...["content-security-policy", "x-content-type-options", "cache-control"]
          ].map((header) => [header, headers.get(header)])
        ),
        {
          "content-type": "text/plain",
          "content-length": "10",
          // Clients escape backslashes and quotes in forms differently; this one preserved them.
          "content-disposition": headers.get("content-disposition"),
          etag: `"${file.sha256}"`,
          "accept-ranges": "bytes",
          "content-security-policy":
            "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "x-content-type-options": "nosniff",
          "cache-control": "private, no-cache"
        }
      )
      assert.isNotEmpty(encoded)
    })
  )

  it.effect("end with the five minutes, and with any other change of the link", () =>
    Effect.gen(function* () {
      const { url, download, call, ids, file } = yield* uploaded()
      const status = (link: string) => Effect.map(download(link), (answer) => answer.status)
      const other = (yield* call("GET", `/v1/files/${ids.file}`)).body
      assert.strictEqual(yield* status(url.replace(file.id, other.id)), 403)
      const last = url.endsWith("A") ? "B" : "A"
      assert.strictEqual(yield* status(`${url.slice(0, -1)}${last}`), 403)
      assert.strictEqual(yield* status(url.replace(/\?.*/, "")), 403)
      assert.strictEqual(yield* status(url.replace(/file_\w+/, "nonsense")), 403)
      yield* TestClock.adjust("269 seconds")
      assert.strictEqual(yield* status(url), 200)
      const fresh = (yield* call("GET", `/v1/files/${file.id}`)).body.download_url
      yield* TestClock.adjust("31 seconds")
      const late = yield* download(url)
      assert.deepStrictEqual([late.status, JSON.parse(late.text).error.code], [403, "FORBIDDEN"])
      assert.strictEqual(yield* status(fresh), 200)
    })
  )

  it.effect("come in parts, as much as was asked for", () =>
    Effect.gen(function* () {
      const { url, download, file } = yield* uploaded()
      const etag = `"${file.sha256}"`
      for (const [range, status, text, part] of [
        ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
        ["bytes=8-", 206, "89", "bytes 8-9/10"],
        ["bytes=-3", 206, "789", "bytes 7-9/10"],
        ["bytes=-30", 206, "0123456789", "bytes 0-9/10"],
        ["bytes=9-100", 206, "9", "bytes 9-9/10"],
        ["bytes=3-1", 200, "0123456789", null],
        ["bytes=0-1,3-4", 200, "0123456789", null],
        ["lines=0-1", 200, "0123456789", null]
      ] as const) {
        const answer = yield* download(url, { range })
        assert.deepStrictEqual(
          [answer.status, answer.text, answer.headers.get("content-range")],
          [status, text, part],
          range
        )
        assert.strictEqual(answer.headers.get("content-length"), String(text.length))
      }
      for (const range of ["bytes=10-", "bytes=-0"]) {
        const answer = yield* download(url, { range })
        assert.deepStrictEqual(
          [answer.status, answer.headers.get("content-range")],
          [416, "bytes */10"]
        )
      }
      const changed = yield* download(url, { range: "bytes=0-3", "if-range": '"other"' })
      assert.strictEqual(changed.status, 200)
      const same = yield* download(url, { range: "bytes=0-3", "if-range": etag })
      assert.strictEqual(same.status, 206)
      assert.strictEqual((yield* download(url, { "if-none-match": etag })).status, 304)
      const head = yield* download(url, {}, "HEAD")
      assert.deepStrictEqual(
        [head.status, head.text, head.headers.get("content-length")],
        [200, "", "10"]
      )
    })
  )

  it.effect("have no type that a browser runs, whatever was said of them", () =>
    Effect.gen(function* () {
      const own = yield* populated
      const script = "<script>alert(1)</script>"
      const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
      for (const [bytes, fileName, type, expected] of [
        [script, "a.html", "text/html", "text/plain"],
        [script, "a.png", "image/png", "text/plain"],
        [svg, "a.svg", "image/svg+xml", "text/plain"],
        ["alert(1)", "a.js", "text/javascript", "text/plain"],
        ["%PDF-1.7 x", "a.html", "text/html; charset=utf-8", "application/pdf"],
        [`\u0000${script}`, "a.html", "text/html", "application/octet-stream"],
        ["{}", "a.json", "application/json", "application/json"]
      ] as const) {
        const form = fileForm({ client_id: own.ids.client }, new File([bytes], fileName, { type }))
        const made = yield* own.call("POST", "/v1/files", form)
        assert.strictEqual(made.body.content_type, expected, fileName)
      }
    })
  )
})
