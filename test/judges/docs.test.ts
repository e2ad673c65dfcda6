/**
 * `/docs` in a real browser: accessible in light and dark, wide and narrow, and from this server
 * alone.
 */
import { assert, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { axeFindings, hasBrowser, launchBrowser, watchedPage } from "../support/browser.ts"
import { migratedDirectory } from "../support/migrated.ts"
import { firstKey, type Server, startServer, stopServer } from "../support/process.ts"

describe.skipIf(!hasBrowser)("the documentation", () => {
  let directory: Awaited<ReturnType<typeof migratedDirectory>>
  let server: Server
  let browser: Browser

  beforeAll(async () => {
    directory = await migratedDirectory()
    server = await startServer({ DATA_DIR: directory.path })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await stopServer(server)
    await directory.remove()
  })

  it.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 360],
    ["dark", 360]
  ] as const)("%s, %i px", async (colorScheme, width) => {
    const { context, page, signs } = await watchedPage(browser, {
      colorScheme,
      viewport: { width, height: 900 }
    })
    const outside: string[] = []
    page.on("request", (request) => {
      if (!request.url().startsWith(server.url)) outside.push(request.url())
    })
    await page.goto(`${server.url}/docs`, { waitUntil: "networkidle" })
    assert.strictEqual(await page.locator("h1").textContent(), "Retainer API")
    assert.deepStrictEqual(await axeFindings(page), [])
    assert.deepStrictEqual({ outside, signs }, { outside: [], signs: [] })
    assert.strictEqual(
      await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
      ),
      0
    )
    await context.close()
  })

  it("is small and complete: one page, one stylesheet, one script, one icon", async () => {
    const { context, page } = await watchedPage(browser, {})
    const answers: Array<Promise<{ readonly path: string; readonly bytes: number }>> = []
    page.on("response", (response) => {
      const path = new URL(response.url()).pathname
      answers.push(
        response
          .request()
          .sizes()
          .then((sizes) => ({ path, bytes: sizes.responseBodySize }))
      )
    })
    await page.goto(`${server.url}/docs`, { waitUntil: "networkidle" })
    const loaded = await Promise.all(answers)
    assert.sameMembers(
      loaded.map(({ path }) => path),
      [
        "/docs",
        "/assets/retainer.css",
        "/assets/outside.css",
        "/assets/docs.css",
        "/assets/docs.js",
        "/assets/icon.svg"
      ]
    )
    // Compressed: as it is written it has more than 200 kB.
    assert.isBelow(
      loaded.reduce((sum, { bytes }) => sum + bytes, 0),
      40_000
    )
    await context.close()
  })

  it("puts a key into the examples and sends what is tried with it", async () => {
    const { context, page, signs } = await watchedPage(browser, {})
    const key = firstKey(server)
    await page.goto(`${server.url}/docs`)
    await page.getByLabel("API key").fill(key)
    const [command = ""] = await page.locator("[data-shell]").allTextContents()
    assert.strictEqual(
      command,
      `curl "${server.url}/v1/projects" \\\n  -H "Authorization: Bearer ${key}"`
    )
    await page.getByRole("button", { name: "Try it: Create a client" }).click()
    await page.getByRole("button", { name: "Send", exact: true }).click()
    const answer = page.locator("form pre[role=status]")
    await answer.filter({ hasText: '"ada@client.example"' }).waitFor()
    assert.match((await answer.textContent()) ?? "", /^201\n\n\{\n {2}"id": "client_/)
    // It stores nothing and reaches no other host.
    await page.reload()
    assert.strictEqual(await page.getByLabel("API key").inputValue(), "")
    await page.getByRole("button", { name: "Try it: List projects" }).click()
    await page.getByLabel("Path and query").fill("https://elsewhere.example/")
    await page.getByRole("button", { name: "Send", exact: true }).click()
    await answer.filter({ hasText: "It could not be sent" }).waitFor()
    assert.deepStrictEqual(await axeFindings(page), [])
    // The policy is what stopped it.
    assert.isTrue(
      signs.every((sign) => sign.includes("elsewhere.example")),
      signs.join("\n")
    )
    await context.close()
  })
})
