/** `/docs` in a real browser: accessible in light and dark, wide and narrow, and from this server alone. */
import { assert, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { axeFindings, hasBrowser, launchBrowser, watchedPage } from "../support/browser.ts"
import { migratedDirectory } from "../support/migrated.ts"
import { type Server, startServer, stopServer } from "../support/process.ts"

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
})
