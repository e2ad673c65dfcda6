/** Tokens that renew themselves, against a server that loses answers and a storage that fails. */
import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach, vi } from "vitest"
import { createOAuth, createTokens, RetainerUnanswered, type Tokens } from "../../src/client.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tokensNow = (name: string, livesMs = 3_600_000): Tokens => ({
  accessToken: `rat_${name}`,
  refreshToken: `rrt_${name}`,
  expiresAt: Date.now() + livesMs,
  scopes: []
})

/** A token endpoint whose first `lost` answers never come. */
const losing = (lost: number) => {
  const asked: Array<{ readonly token: string | null; readonly atMs: number }> = []
  const start = Date.now()
  const ask: typeof fetch = (_, init) => {
    const token = new URLSearchParams(String(init?.body)).get("refresh_token")
    asked.push({ token, atMs: Date.now() - start })
    if (asked.length <= lost) {
      return new Promise((_, reject) =>
        init?.signal?.addEventListener("abort", () => reject(new Error("gone")))
      )
    }
    return Promise.resolve(
      Response.json({
        access_token: "rat_b",
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: "rrt_b",
        scope: "clients:read"
      })
    )
  }
  const app = { baseUrl: "http://retainer.test", clientId: "app_1", clientSecret: "rcs_1" }
  const oauth = createOAuth({ ...app, redirectUri: "https://app.example/cb", fetch: ask })
  return { asked, oauth }
}

describe("tokens that renew themselves", () => {
  it("ask again for a lost answer, but only while the same successor is given out", async () => {
    const once = losing(1)
    const renewed = once.oauth.refresh(tokensNow("a"))
    await vi.advanceTimersByTimeAsync(60_000)
    assert.strictEqual((await renewed).accessToken, "rat_b")
    assert.deepStrictEqual(
      once.asked.map(({ token }) => token),
      ["rrt_a", "rrt_a"]
    )
    const never = losing(99)
    const failed = never.oauth.refresh(tokensNow("a")).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    assert.instanceOf(await failed, RetainerUnanswered)
    assert.isAbove(never.asked.length, 1)
    for (const { atMs } of never.asked) assert.isAtMost(atMs, 20_000)
  })

  it("are stored before they are used; one that was not is stored by the next call", async () => {
    const { asked, oauth } = losing(0)
    const stored: Array<string> = []
    let isDown = true
    const tokens = createTokens({
      oauth,
      tokens: tokensNow("a", 0),
      onTokens: ({ refreshToken }) => {
        if (isDown) throw new Error("the storage is down")
        stored.push(refreshToken)
      }
    })
    const error = await tokens.current().catch((failure: unknown) => failure)
    assert.strictEqual(`${error}`, "Error: the storage is down")
    isDown = false
    const used = await Promise.all([tokens.current(), tokens.current(), tokens.renewed("rat_a")])
    assert.deepStrictEqual(used, ["rat_b", "rat_b", "rat_b"])
    assert.deepStrictEqual(stored, ["rrt_b"])
    assert.lengthOf(asked, 1)
  })

  it("are renewed a minute before their end, and not sooner", async () => {
    const { asked, oauth } = losing(0)
    const tokens = createTokens({ oauth, tokens: tokensNow("a", 61_000), onTokens: () => {} })
    assert.strictEqual(await tokens.current(), "rat_a")
    vi.setSystemTime(Date.now() + 1000)
    assert.strictEqual(await tokens.current(), "rat_b")
    // A new token that is refused is refreshed once.
    assert.strictEqual(await tokens.renewed("rat_a"), "rat_b")
    assert.lengthOf(asked, 1)
  })
})
