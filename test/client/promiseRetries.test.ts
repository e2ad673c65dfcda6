/** Retries, timeouts and aborts of the client without Effect. */
import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach, vi } from "vitest"
import {
  createRetainer,
  RetainerRateLimited,
  RetainerServerFailed,
  RetainerTimedOut,
  RetainerUnanswered
} from "../../src/client.ts"
import { clientBody, noClients } from "../support/clientBodies.ts"
import { limited, problem, type Step } from "../support/scripted.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Steps are taken in turn; the last one stays. `silent` never answers. */
const scripted = (...steps: ReadonlyArray<Step | "silent">) => {
  const asked: Array<{ readonly key: string | null; readonly atMs: number }> = []
  const ask: typeof fetch = (input, init) => {
    const step = steps[Math.min(asked.length, steps.length - 1)]
    const key = new Headers(init?.headers).get("idempotency-key")
    asked.push({ key, atMs: Date.now() })
    if (step === "silent") {
      return new Promise((_, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason))
      )
    }
    return step instanceof Response
      ? Promise.resolve(step.clone())
      : Promise.reject(new TypeError(`fetch failed: ${String(input)}`))
  }
  const retainer = createRetainer({ baseUrl: "http://retainer.test", apiKey: "rk_x", fetch: ask })
  return { asked, retainer }
}

/** The settled promise, without waiting for its real pauses. */
const ended = async (call: PromiseLike<unknown>): Promise<unknown> => {
  const outcome = Promise.resolve(call).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  return outcome
}

const broken = problem(500, "INTERNAL_ERROR", "Something went wrong")
const page = () => Response.json(noClients)
const created = () => Response.json(clientBody, { status: 201 })
const person = { name: "Ada", email: "ada@client.example" }

describe("the client without Effect tries again", () => {
  it("what reads, and what makes something under one key", async () => {
    const reading = scripted("broken", broken, page())
    assert.deepNestedInclude(await ended(reading.retainer.clients.list()), { "meta.total": 0 })
    const making = scripted("broken", broken, created())
    assert.deepInclude(await ended(making.retainer.clients.create(person)), { name: "Ada" })
    const keys = making.asked.map(({ key }) => key)
    assert.match(keys[0] ?? "", /^[0-9a-f]{32}$/)
    assert.deepStrictEqual(keys, [keys[0], keys[0], keys[0]])
  })

  it("anything after a 429, not before Retry-After", async () => {
    const { asked, retainer } = scripted(limited(7), Response.json(clientBody))
    await ended(retainer.clients.update(clientBody.id, { notes: "x" }))
    const [first, second] = asked.map(({ atMs }) => atMs)
    assert.isAtLeast((second ?? 0) - (first ?? 0), 7000)
  })

  it("nothing that may have been done, and nothing for ever", async () => {
    const patch = scripted(broken)
    const failure = await ended(patch.retainer.clients.update(clientBody.id, {}))
    assert.instanceOf(failure, RetainerServerFailed)
    assert.lengthOf(patch.asked, 1)
    const down = scripted("broken")
    const unanswered = await ended(down.retainer.clients.list())
    assert.instanceOf(unanswered, RetainerUnanswered)
    assert.instanceOf(unanswered.cause, TypeError)
    assert.lengthOf(down.asked, 5)
    const long = scripted(limited(61))
    const late = await ended(long.retainer.clients.list())
    assert.instanceOf(late, RetainerRateLimited)
    assert.strictEqual(late.retryAfter, 61)
    assert.lengthOf(long.asked, 1)
    const off = scripted(limited(1))
    await ended(off.retainer.clients.create(person, { retries: false }))
    assert.deepStrictEqual(
      off.asked.map(({ key }) => key),
      [null]
    )
  })
})

describe("the client without Effect ends", () => {
  it("a try that takes too long, as if no answer had come", async () => {
    const { asked, retainer } = scripted("silent", created())
    assert.deepInclude(await ended(retainer.clients.create(person)), { name: "Ada" })
    assert.isAtLeast((asked[1]?.atMs ?? 0) - (asked[0]?.atMs ?? 0), 30_000)
    const never = scripted("silent")
    const failure = await ended(
      never.retainer.clients.create(person, { timeoutMs: 100, retries: { times: 1 } })
    )
    assert.instanceOf(failure, RetainerTimedOut)
    assert.lengthOf(never.asked, 2)
  })

  it("what the caller aborts, in a try and in a pause, with the caller's reason", async () => {
    for (const step of ["silent", limited(30)] as const) {
      const { asked, retainer } = scripted(step)
      const controller = new AbortController()
      const call = Promise.resolve(retainer.clients.list({}, { signal: controller.signal })).catch(
        (error: unknown) => error
      )
      await vi.advanceTimersByTimeAsync(10)
      controller.abort(new Error("enough"))
      assert.strictEqual(`${await call}`, "Error: enough")
      assert.lengthOf(asked, 1)
    }
    const { asked, retainer } = scripted(page())
    const gone = await ended(retainer.clients.list({}, { signal: AbortSignal.abort() }))
    assert.strictEqual(gone instanceof DOMException && gone.name, "AbortError")
    assert.lengthOf(asked, 0)
  })

  it("with a failure where the answer is not of this API", async () => {
    const proxy = scripted(new Response("<h1>Bad gateway</h1>", { status: 502 }))
    const failure = await ended(proxy.retainer.clients.list({}, { retries: false }))
    assert.instanceOf(failure, RetainerServerFailed)
    assert.deepInclude(failure, { code: "HTTP_502", status: 502, requestId: undefined })
    const page = scripted(new Response("<h1>Hello</h1>"))
    assert.instanceOf(await ended(page.retainer.clients.list()), RetainerUnanswered)
  })
})
