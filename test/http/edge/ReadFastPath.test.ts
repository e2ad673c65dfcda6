/** The fast path answers as the router does, and plain requests alone. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric, Redacted } from "effect"
import { requests } from "../../../src/app/Metrics.ts"
import { ApiKeys } from "../../../src/app/people/ApiKeys.ts"
import { Workspaces } from "../../../src/app/workspaces/Workspaces.ts"
import { AccessRecords } from "../../../src/testing/AccessLogMemory.ts"
import { getOf, Listening, layerListening } from "../../support/listening.ts"
import { callOf, nameOf, pathOf, populated } from "../../support/populated.ts"
import { routes } from "../../support/routes.ts"

/** Takes a request past the hook, and changes nothing else. */
const unusual = "Range: bytes=0-"

const requestIdOf = (answer: string) =>
  /\r\nx-request-id: (req_\w+)\r\n/.exec(answer)?.[1] ?? "none"
const statusOf = (answer: string) => Number(answer.slice(9, 12))
const bodyOf = (answer: string) => answer.slice(answer.indexOf("\r\n\r\n") + 4)

/**
 * Without the parts in which any two answers differ; the order of headers says nothing (RFC 9110
 * §5.3).
 */
const masked = (answer: string): string => {
  const body = bodyOf(answer)
  const [status, ...headers] = answer.slice(0, answer.length - body.length).split("\r\n")
  const compared = headers.map((header) =>
    header
      .replace(/^x-request-id: req_[0-9a-z]{26}$/, "x-request-id: ID")
      .replace(/^ratelimit: "workspace";r=\d+;t=\d+$/, 'ratelimit: "workspace"')
      .replace(/^Date: .+$/, "Date: D")
  )
  return [status, ...compared.sort(), body].join("\r\n")
}

const quick = Effect.gen(function* () {
  const { hook, cache, tokens, versions, exchange, begin } = yield* Listening
  const world = yield* populated
  const ask = (path: string, more: ReadonlyArray<string> = [], key = world.apiKey) =>
    exchange(getOf(path, key, more))
  /** The cached answer; an error if there is none. */
  const askDoor = Effect.fnUntraced(function* (
    path: string,
    more: ReadonlyArray<string> = [],
    key = world.apiKey
  ) {
    const before = hook.hits
    const answer = yield* ask(path, more, key)
    assert.strictEqual(hook.hits, before + 1, `${path} ${more}`)
    return answer
  })
  /** Asks until nothing moves the workspace any more: the worker of mails may, for a moment. */
  const settled = Effect.fnUntraced(function* (path: string) {
    for (;;) {
      const before = hook.hits
      const answer = yield* ask(path)
      if (hook.hits > before) return answer
    }
  })
  return { ...world, hook, cache, tokens, versions, exchange, begin, ask, askDoor, settled }
})

const suite = layerListening()

describe("an answer before the router", () => {
  it.live("has the status, headers and bytes of the router, for every cacheable endpoint", () =>
    Effect.gen(function* () {
      const { ids, settled, askDoor, ask, cache, hook } = yield* quick
      const cacheable = routes.filter(({ shows }) => shows !== undefined)
      assert.isAbove(cacheable.length, 8)
      for (const route of cacheable) {
        const path = pathOf(route, callOf(route), ids)
        const first = yield* settled(path)
        const tag = /\r\netag: ([^\r]+)/.exec(first)?.[1] ?? '"none"'
        for (const more of [
          [],
          ["Accept: application/json"],
          ["Accept: text/csv"],
          ["Accept: */*", "User-Agent: x", "X-Other: y"],
          ["Accept-Encoding: gzip"],
          ["Accept-Encoding: br, gzip", "Accept: text/csv"],
          [`If-None-Match: ${tag}`],
          [`If-None-Match: W/${tag}, "other"`],
          ["If-None-Match: *"],
          ['If-None-Match: "other"']
        ]) {
          cache.isEmpty = true
          const { passed } = hook
          const read = yield* ask(path, more)
          const expected = /\/(?:pdf$|xml\?)/.test(path) ? passed + 1 : passed
          assert.strictEqual(hook.passed, expected, `${nameOf(route)} ${more}`)
          cache.isEmpty = false
          yield* ask(path, more)
          const given = yield* askDoor(path, more)
          const routed = yield* ask(path, [...more, unusual])
          assert.strictEqual(masked(read), masked(routed), `${nameOf(route)} ${more}`)
          assert.strictEqual(masked(given), masked(routed), `${nameOf(route)} ${more}`)
          assert.oneOf(statusOf(given), [200, 304])
        }
      }
    }).pipe(Effect.provide(suite))
  )

  it.live(
    "has its own request id, is counted, takes one token and leaves one line in the log",
    () =>
      Effect.gen(function* () {
        const { ids, settled, askDoor, ask, call, hook, tokens } = yield* quick
        const records = yield* AccessRecords
        const path = `/v1/projects/${ids.project}`
        yield* settled(`${path}?x=1`)
        const series = { method: "GET", route: "/v1/projects/:id", status: "200" }
        const counted = Metric.value(Metric.withAttributes(requests, series))
        const { count } = yield* counted
        const before = tokens.taken
        const first = yield* askDoor(`${path}?x=1`)
        const second = yield* askDoor(`${path}?x=1`)
        assert.strictEqual(tokens.taken, before + 2)
        assert.strictEqual((yield* counted).count, Number(count) + 2)
        const [line, next] = (yield* records.all).slice(-2)
        assert.deepInclude(line, {
          requestId: requestIdOf(first),
          method: "GET",
          path,
          status: 200,
          address: "127.0.0.1"
        })
        assert.match(line?.credential ?? "", /^key_/)
        assert.strictEqual(next?.requestId, requestIdOf(second))

        // So does a request that is not in the cache, and one that the router answers in the end.
        yield* call("PATCH", path, { name: "Other" })
        yield* ask(`${path}?x=1`)
        const { given, hits, passed } = hook
        const taken = tokens.taken
        yield* ask(path)
        assert.deepStrictEqual([hook.given, hook.hits, tokens.taken], [given + 1, hits, taken + 1])
        const unknown = path.replace(/.$/, (last) => (last === "0" ? "1" : "0"))
        assert.strictEqual(statusOf(yield* ask(unknown)), 404)
        assert.deepStrictEqual([hook.passed, tokens.taken], [passed + 1, taken + 2])
      }).pipe(Effect.provide(suite))
  )

  it.live("is not given to what is asked for in any unusual way", () =>
    Effect.gen(function* () {
      const { ids, apiKey, settled, exchange, hook } = yield* quick
      const path = `/v1/projects/${ids.project}`
      const whole = yield* settled(path)
      const key = Redacted.value(apiKey)
      const plain = getOf(path, apiKey)
      const withHeader = (line: string) => getOf(path, apiKey, [line])
      const asked: ReadonlyArray<readonly [string, string, number]> = [
        ["HEAD", plain.replace("GET", "HEAD"), 200],
        ["another method", plain.replace("GET", "POST"), 404],
        ["HTTP/1.0", plain.replace("HTTP/1.1", "HTTP/1.0"), 200],
        ["an absolute URL", plain.replace("GET /", "GET http://x.example/"), 200],
        ["a range", withHeader("Range: bytes=0-1"), 200],
        ["a condition that is not ours", withHeader("If-Modified-Since: x"), 200],
        ["an empty body", withHeader("Content-Length: 0"), 200],
        ["a body", `${withHeader("Content-Length: 2")}{}`, 200],
        ["a body in chunks", `${withHeader("Transfer-Encoding: chunked")}0\r\n\r\n`, 200],
        ["a body in another encoding", `${withHeader("Transfer-Encoding: gzip")}`, 400],
        ["an expectation", withHeader("Expect: 100-continue"), 200],
        ["an expectation that nobody has", withHeader("Expect: magic"), 400],
        ["an upgrade", withHeader("Upgrade: websocket"), 200],
        ["another origin", withHeader("Origin: https://x.example"), 200],
        ["two of a header", withHeader("Accept: a/b\r\nAccept: text/csv"), 200],
        ["two credentials", withHeader("Authorization: Bearer other"), 400],
        ["a cookie that is set", withHeader("Set-Cookie: a=b"), 200],
        ["two hosts", withHeader("Host: y.example"), 400],
        ["no host", plain.replace("Host: x.example\r\n", ""), 400],
        ["no credential", plain.replace(/Authorization: .*\r\n/, ""), 401],
        ["another scheme", plain.replace("Bearer", "Basic"), 401],
        ["a credential of nobody", plain.replace(key, `${key}x`), 401],
        ["a URL that is none", plain.replace(path, "/v1/%zz"), 404]
      ]
      assert.strictEqual(statusOf(whole), 200)
      for (const [what, bytes, status] of asked) {
        const before = hook.given
        const answer = yield* exchange(bytes)
        assert.strictEqual(hook.given, before, what)
        // A 100 comes before the answer.
        assert.strictEqual(
          statusOf(answer.replace("HTTP/1.1 100 Continue\r\n\r\n", "")),
          status,
          what
        )
      }
    }).pipe(Effect.provide(suite))
  )

  it.live("ends at once with a change, with its credential and with the plan", () =>
    Effect.gen(function* () {
      const { ids, workspace, call, settled, ask, askDoor, hook } = yield* quick
      const keys = yield* ApiKeys
      const path = `/v1/clients/${ids.client}`
      yield* settled(path)
      yield* call("PATCH", path, { name: "Other" })
      const before = hook.hits
      const changed = yield* ask(path)
      assert.strictEqual(JSON.parse(bodyOf(changed)).name, "Other")
      assert.strictEqual(hook.hits, before)
      assert.strictEqual(bodyOf(yield* settled(path)), bodyOf(changed))

      const made = yield* keys.create(workspace.id, "Short", ["clients:read"])
      yield* ask(path, [], made.secret)
      yield* settled(path)
      yield* ask(path, [], made.secret)
      yield* askDoor(path, [], made.secret)
      yield* keys.revoke(workspace.id, made.id)
      assert.strictEqual(statusOf(yield* ask(path, [], made.secret)), 401)

      const poor = yield* keys.create(workspace.id, "Poor", ["tasks:read"])
      yield* settled(path)
      yield* ask(path, [], poor.secret)
      assert.strictEqual(statusOf(yield* ask(path, [], poor.secret)), 403)

      assert.include(yield* settled(path), 'ratelimit-policy: "workspace";q=2000;')
      yield* (yield* Workspaces).update(workspace.id, { plan: "starter" })
      assert.include(yield* ask(path), 'ratelimit-policy: "workspace";q=100;')
    }).pipe(Effect.provide(suite))
  )
})
