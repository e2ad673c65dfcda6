/** One try and the pause after it: limits that are none, and signals that were aborted before. */
import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach, vi } from "vitest"
import { pause, tryOnce } from "../../src/client/promise/Tries.ts"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe("one try", () => {
  for (const timeoutMs of [Number.POSITIVE_INFINITY, 2_147_483_648]) {
    it(`waits as long as it takes, with a limit of ${timeoutMs} ms`, async () => {
      const { promise, resolve } = Promise.withResolvers<Response>()
      const send: typeof fetch = (_, init) => {
        init?.signal?.addEventListener("abort", () => resolve(Response.error()))
        return promise
      }
      const answer = tryOnce(send, "http://x.example", {}, { timeoutMs, signal: undefined })
      await vi.advanceTimersByTimeAsync(3_600_000)
      resolve(new Response("late"))
      assert.strictEqual((await answer).status, 200)
    })
  }
})

describe("a pause", () => {
  it("ends at once where the caller aborted before", async () => {
    const signal = AbortSignal.abort(new Error("no more"))
    const ended = pause(60_000, signal).catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(0)
    assert.strictEqual(vi.getTimerCount(), 0)
    assert.strictEqual(await ended, "no more")
  })
})
