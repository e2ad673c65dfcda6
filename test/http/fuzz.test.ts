/**
 * Whatever is sent to a route, the answer is one that the OpenAPI document has: no fault of the
 * service, and refusals in the one envelope. The SQL storage serves, so that texts and numbers reach
 * the database. A failure names the seed, and `FUZZ_SEED` repeats it; `FUZZ_REQUESTS` sends more.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { ProcessorTest } from "../../src/infra/payments/ProcessorTest.ts"
import { layerMemoryPorts } from "../../src/testing/MemoryPorts.ts"
import { layerRetainerMemoryOn, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { type AnyRequest, anyRequest } from "../support/anyRequest.ts"
import { expectDocumented } from "../support/document.ts"
import { populated } from "../support/populated.ts"
import { type Answer, send } from "../support/requests.ts"
import { layerPostgres, onDatabase } from "../support/storages.ts"

const requests = Number(process.env["FUZZ_REQUESTS"] ?? 5000)
const firstSeed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000)
/** So many to one workspace: then what they deleted is there again. */
const round = 250

const ports = Layer.merge(layerMemoryPorts, onDatabase(layerPostgres))
const app = layerRetainerMemoryOn(ProcessorTest, ports).pipe(Layer.provideMerge(ports))

/** Statuses of refusals that any request may get before its route is known. */
const ofAnyRoute = [400, 401, 404, 413, 414, 415]

const expectEnvelope = ({ status, body }: Answer): void => {
  assert.deepStrictEqual(Object.keys(body), ["error"])
  assert.strictEqual(body.error.status, status)
  assert.match(body.error.code, /^[A-Z_]+$/)
  assert.isString(body.error.message)
}

const expectKnown = ({ route, path }: AnyRequest, answer: Answer): void => {
  assert.isBelow(answer.status, 500)
  // Another path than the route's, where a segment of it is empty or climbs.
  const [reached = ""] = path.split("?")
  if (/\/(\.{0,2}|%2e)(\/|$)/i.test(reached)) return
  // The schemas are those of what was done; a rehearsal has null for what that is given.
  if (answer.status < 300 && answer.headers.has("preference-applied")) return
  if (ofAnyRoute.includes(answer.status)) expectEnvelope(answer)
  else expectDocumented(route.method, route.path, answer)
}

const problemOf = (request: AnyRequest, answer: Answer): string | undefined => {
  try {
    expectKnown(request, answer)
    return undefined
  } catch (cause) {
    return String(cause)
  }
}

const about = ({ route, path, ...given }: AnyRequest, { status, body }: Answer): string => {
  const sent = JSON.stringify({ method: route.method, path, ...given }).slice(0, 1000)
  return `${sent} ${status} ${JSON.stringify(body)?.slice(0, 500)}`
}

layer(app, { timeout: "10 minutes" })("any requests", (it) => {
  it.effect(
    "get answers that are documented",
    () =>
      Effect.gen(function* () {
        const { apiKey } = yield* RetainerMemory
        const problems = new Map<string, string>()
        for (let sent = 0; sent < requests; sent += round) {
          const seed = firstSeed + sent
          const own = yield* populated
          const other = yield* populated
          const known = {
            ids: own.ids,
            foreign: other.ids,
            keys: [own.apiKey, yield* apiKey(own, ["projects:read"]), other.apiKey].map((key) =>
              Redacted.value(key)
            )
          }
          for (const request of fc.sample(anyRequest(known), { numRuns: round, seed })) {
            yield* TestClock.adjust("1 second")
            const { route, path, ...given } = request
            const answer = yield* send(route.method, path, given)
            const problem = problemOf(request, answer)
            if (problem !== undefined)
              problems.set(`${route.method} ${route.path} ${problem}`, about(request, answer))
          }
          if (problems.size > 0) break
        }
        assert.deepStrictEqual([...problems], [], `FUZZ_SEED=${firstSeed}`)
      }),
    { timeout: 3_600_000 }
  )
})
