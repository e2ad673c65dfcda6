/** If-Match on every change of a resource that has an ETag, for all routes. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { withIfMatch } from "../../src/client.ts"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { callOf, nameOf, pathOf, populated } from "../support/populated.ts"
import { send } from "../support/requests.ts"
import { routes } from "../support/routes.ts"

const changes = routes.filter(
  ({ method, path }) => method === "PATCH" || (method !== "GET" && path.includes("/:id"))
)

/** The path of the resource that the first id names. */
const resourceOf = (path: string): string => path.split("/").slice(0, 4).join("/")

layer(layerRetainerMemory)("If-Match", (it) => {
  it.effect.each(changes.map((route) => [nameOf(route), route] as const))("%s", ([, route]) =>
    Effect.gen(function* () {
      const own = yield* populated
      const declared = callOf(route)
      const path = pathOf(route, declared, own.ids)
      const body = declared.body?.(own.ids)
      const call = (ifMatch: string) =>
        send(route.method, path, {
          key: own.apiKey,
          headers: { "if-match": ifMatch },
          ...(body === undefined ? {} : { body })
        })
      const seen = Effect.gen(function* () {
        const resource = yield* own.call("GET", resourceOf(path))
        const audit = yield* own.call("GET", "/v1/audit?limit=100")
        return { tag: resource.headers.get("etag") ?? "", entries: audit.body.data.length }
      })
      const before = yield* seen
      for (const stale of ['"0123456789abcdef0123456789abcdef"', `W/${before.tag}`]) {
        const refused = yield* call(stale)
        assert.strictEqual(refused.status, 422)
        assert.include(refused.body.error.message, "If-Match")
        assert.deepStrictEqual(yield* seen, before)
      }
      assert.strictEqual((yield* call(" ")).status, 400)
      assert.strictEqual((yield* call(before.tag)).status, declared.status)
    })
  )

  it.effect("of a file takes the tag of any answer whose link still works", () =>
    Effect.gen(function* () {
      const { apiKey, call, ids } = yield* populated
      const path = `/v1/files/${ids.file}`
      const first = (yield* call("GET", path)).headers.get("etag") ?? ""
      const remove = send("DELETE", path, { key: apiKey, headers: { "if-match": first } })
      yield* TestClock.adjust("6 minutes")
      assert.strictEqual((yield* remove).status, 422)
      const second = (yield* call("GET", path)).headers.get("etag") ?? ""
      assert.notStrictEqual(second, first)
      yield* TestClock.adjust("4 minutes")
      const late = { key: apiKey, headers: { "if-match": second } }
      assert.strictEqual((yield* send("DELETE", path, late)).status, 204)
    })
  )

  it.effect("of the client on Effect", () =>
    Effect.gen(function* () {
      const { apiKey, call, ids } = yield* populated
      const client = yield* (yield* RetainerMemory).client(apiKey)
      const { headers } = yield* call("GET", `/v1/invoices/${ids.draft}`)
      const params = { id: ids.draft }
      const send = client.invoices.send({ params, payload: {} })
      const refused = yield* Effect.flip(send.pipe(withIfMatch('"other"')))
      assert.strictEqual(refused._tag, "Unprocessable")
      yield* send.pipe(withIfMatch(headers.get("etag") ?? ""))
    })
  )
})
