/**
 * Compression, its exceptions (secrets, small answers, pictures), and its ETags and cached answers.
 */
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { callOf, nameOf, pathOf, populated } from "../support/populated.ts"
import { sender } from "../support/requests.ts"
import { routes } from "../support/routes.ts"

interface Coded {
  readonly status: number
  readonly headers: Headers
  readonly bytes: number
  readonly text: string
}

const decoded = (bytes: Buffer, coding: string | null): string => {
  if (coding === "br") return brotliDecompressSync(bytes).toString()
  return (coding === "gzip" ? gunzipSync(bytes) : bytes).toString()
}

/** Asks as a client does that undoes the coding itself. */
const ask = Effect.fnUntraced(function* (
  path: string,
  headers: Record<string, string>,
  sent: { readonly key?: Redacted.Redacted; readonly method?: string; readonly body?: unknown } = {}
) {
  const { fetch } = yield* RetainerMemory
  const { key, method = "GET", body } = sent
  return yield* Effect.promise(async (): Promise<Coded> => {
    const answer = await fetch(
      new Request(`http://retainer.test${path}`, {
        method,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${Redacted.value(key)}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    const bytes = Buffer.from(await answer.arrayBuffer())
    return {
      status: answer.status,
      headers: answer.headers,
      bytes: bytes.length,
      text: decoded(bytes, answer.headers.get("content-encoding"))
    }
  })
})

const gzip = { "accept-encoding": "gzip" }
const long = "A text that says much. ".repeat(60)

/** Secrets, in the form that they have in an answer: none may stand beside text of strangers. */
const secret =
  /"(?:secret|access_token|refresh_token)":"|\/pay\/[\w-]{20,}|\/files\/[^"]*[?&]|\b(?:rk|rat|rrt|whsec)_/

layer(layerRetainerMemory)("an answer of the API", (it) => {
  it.effect(
    "over 1 KiB comes in the coding that is asked for, and says that it depends on it",
    () =>
      Effect.gen(function* () {
        const { apiKey: key, ids } = yield* populated
        const path = `/v1/clients/${ids.client}`
        yield* sender(key)("PATCH", path, { notes: long })
        const plain = yield* ask(path, {}, { key })
        assert.isNull(plain.headers.get("content-encoding"))
        for (const [accept, coding] of [
          ["gzip, deflate", "gzip"],
          ["gzip, deflate, br", "br"]
        ] as const) {
          const answer = yield* ask(path, { "accept-encoding": accept }, { key })
          assert.strictEqual(answer.headers.get("content-encoding"), coding)
          assert.strictEqual(answer.headers.get("content-length"), String(answer.bytes))
          assert.isBelow(answer.bytes, plain.bytes / 2)
          assert.strictEqual(answer.text, plain.text)
        }
        for (const answer of [plain, yield* ask(path, gzip, { key })]) {
          assert.strictEqual(answer.headers.get("vary"), "Accept-Encoding")
        }
        // Lists already vary by Accept.
        const list = yield* ask("/v1/clients?q=much", gzip, { key })
        assert.notInclude(list.headers.get("vary") ?? "", "Accept-Encoding", "it is small")
        yield* Effect.forEach([1, 2, 3, 4, 5], (n) =>
          sender(key)("POST", "/v1/clients", { name: `N${n}`, email: `n${n}@x.example` })
        )
        const full = yield* ask("/v1/clients", gzip, { key })
        assert.strictEqual(full.headers.get("vary"), "Accept, Accept-Encoding")
        assert.strictEqual(full.headers.get("content-encoding"), "gzip")
        const table = yield* ask("/v1/clients", { ...gzip, accept: "text/csv" }, { key })
        assert.match(table.text, /^id,name,/)
      })
  )

  it.effect("has a tag of its own in each coding, by which it is known and expected", () =>
    Effect.gen(function* () {
      const { apiKey: key, ids } = yield* populated
      const path = `/v1/clients/${ids.client}`
      yield* sender(key)("PATCH", path, { notes: long })
      const tagOf = ({ headers }: Coded) => headers.get("etag") ?? ""
      const plain = tagOf(yield* ask(path, {}, { key }))
      const coded = tagOf(yield* ask(path, gzip, { key }))
      assert.strictEqual(coded, plain.replace(/"$/, '-gzip"'))

      for (const [accept, known, status] of [
        ["gzip", coded, 304],
        ["gzip", `W/${coded}`, 304],
        ["gzip", plain, 304],
        ["br", coded, 200],
        ["gzip", '"other-gzip"', 200]
      ] as const) {
        const headers = { "accept-encoding": accept, "if-none-match": known }
        const again = yield* ask(path, headers, { key })
        assert.strictEqual(again.status, status, `${accept} ${known}`)
        if (status !== 304) continue
        assert.strictEqual(tagOf(again), known.replace("W/", ""))
        assert.strictEqual(again.headers.get("vary"), "Accept-Encoding")
        assert.isNull(again.headers.get("content-encoding"))
      }
      const withoutHeader = yield* ask(path, { "if-none-match": coded }, { key })
      assert.strictEqual(withoutHeader.status, 304)

      const change = (expected: string, notes: string) =>
        ask(path, { ...gzip, "if-match": expected }, { key, method: "PATCH", body: { notes } })
      const changed = yield* change(coded, `${long} changed`)
      assert.strictEqual(changed.status, 200)
      assert.match(tagOf(changed), /-gzip"$/)
      assert.strictEqual((yield* change(coded, "late")).status, 422)
      assert.strictEqual((yield* change(tagOf(changed), "small")).status, 200)
    })
  )

  it.effect("that holds a secret is not compressed, however long it is", () =>
    Effect.gen(function* () {
      const { apiKey: key, ids } = yield* populated
      const line = { description: long.slice(0, 400), quantity: 1, unit_price: 1 }
      const body = { client_id: ids.client, line_items: [line, line, line] }
      const made = yield* ask("/v1/invoices", gzip, { key, method: "POST", body })
      const { id } = JSON.parse(made.text)
      yield* sender(key)("POST", `/v1/invoices/${id}/send`)
      const sent = yield* ask(`/v1/invoices/${id}`, gzip, { key })
      assert.match(sent.text, secret)
      for (const answer of [made, sent]) {
        assert.isAbove(answer.bytes, 1024)
        assert.isNull(answer.headers.get("content-encoding"))
        assert.notInclude(answer.headers.get("vary") ?? "", "Accept-Encoding")
      }
      const audit = yield* ask("/v1/audit?after=0", gzip, { key })
      assert.strictEqual(audit.headers.get("content-encoding"), "gzip")
      assert.notMatch(audit.text, secret)
    })
  )

  for (const route of routes) {
    it.effect(`${nameOf(route)}: a secret in what it answers is declared`, () =>
      Effect.gen(function* () {
        const { apiKey: key, ids } = yield* populated
        const call = callOf(route)
        const path = pathOf(route, call, ids)
        const answer = yield* sender(key)(route.method, path, call.body?.(ids))
        assert.strictEqual(answer.status, call.status)
        if (secret.test(JSON.stringify(answer.body))) assert.isTrue(route.holdsSecret)
      })
    )
  }
})

layer(layerRetainerMemory)("what is the same for everybody", (it) => {
  it.effect.each(["/openapi.json", "/docs", "/assets/retainer.css"])("%s is compressed", (path) =>
    Effect.gen(function* () {
      const plain = yield* ask(path, {})
      const answer = yield* ask(path, { "accept-encoding": "gzip, br" })
      assert.strictEqual(answer.headers.get("content-encoding"), "br")
      assert.strictEqual(answer.headers.get("vary"), "Accept-Encoding")
      assert.isBelow(answer.bytes, plain.bytes / 2)
      assert.strictEqual(answer.text, plain.text)
    })
  )

  it.effect("a PDF is not", () =>
    Effect.gen(function* () {
      const { apiKey: key, ids } = yield* populated
      const pdf = yield* ask(`/v1/invoices/${ids.sent}/pdf`, gzip, { key })
      assert.strictEqual(pdf.status, 200)
      assert.isNull(pdf.headers.get("content-encoding"))
    })
  )
})
