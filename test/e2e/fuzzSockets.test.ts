/**
 * Whatever bytes come over a connection, it is answered and ends, and the process serves on: no
 * fault, refusals in the one envelope, and no request that is hidden in another one. A failure
 * names the seed, and `FUZZ_SEED` repeats it; `FUZZ_REQUESTS` sends more.
 */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { anyBytes, type Bytes, smuggledName } from "../support/anyBytes.ts"
import { answersIn, exchangeBytes, type RawAnswer } from "../support/rawAnswers.ts"
import { useServer } from "../support/server.ts"

/** A connection has up to four requests, and costs more than one of the other test. */
const connections = Math.ceil(Number(process.env["FUZZ_REQUESTS"] ?? 5000) / 20)
const firstSeed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000)
const atOnce = 16
/** The server waits for half of it for a request that does not come. */
const hangMillis = 60_000

const service = useServer(() => ({ RATE_LIMIT: "off", LOG_LEVEL: "error" }))

const expectAnswer = ({ status, headers, body }: RawAnswer): void => {
  assert.isBelow(status, 500)
  assert.match(headers.get("x-request-id") ?? "", /^req_[0-9a-z]{26}$/)
  if (status < 400) return
  const type = headers.get("content-type") ?? ""
  if (type.startsWith("text/html")) return
  assert.strictEqual(type, "application/json")
  const parsed = JSON.parse(body)
  assert.deepStrictEqual(Object.keys(parsed), ["error"])
  assert.deepStrictEqual(Object.keys(parsed.error).sort(), ["code", "message", "status"])
  assert.strictEqual(parsed.error.status, status)
  assert.match(parsed.error.code, /^[A-Z_]+$/)
  assert.isNotEmpty(parsed.error.message)
}

const problemOf = async (given: Bytes): Promise<string | undefined> => {
  const limit = AbortSignal.timeout(hangMillis)
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener("abort", () => reject(new Error("the connection hangs")))
  })
  try {
    const answers = answersIn(await Promise.race([exchangeBytes(service.server.url, given), late]))
    for (const answer of answers) expectAnswer(answer)
    if (given.isAmbiguous) {
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [400]
      )
    }
    return undefined
  } catch (cause) {
    return `${cause} after ${JSON.stringify(given.bytes.toString("latin1").slice(0, 2000))}`
  }
}

describe("any bytes on a connection", () => {
  it("are answered, and the process serves on", async () => {
    const seed = { numRuns: connections, seed: firstSeed }
    const samples = fc.sample(anyBytes(service.key), seed)
    const problems: Array<string> = []
    let next = 0
    const work = async (): Promise<void> => {
      for (let at = next++; at < samples.length && problems.length < 5; at = next++) {
        const given = samples[at]
        const problem = given === undefined ? undefined : await problemOf(given)
        if (problem !== undefined) problems.push(problem)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    assert.deepStrictEqual(problems, [], `FUZZ_SEED=${firstSeed}`)
    const headers = { authorization: `Bearer ${service.key}` }
    const found = await fetch(`${service.server.url}/v1/clients?q=${smuggledName}`, { headers })
    assert.strictEqual(found.status, 200)
    assert.notInclude(await found.text(), smuggledName)
    assert.strictEqual(service.server.stderr(), "")
  }, 3_600_000)
})
