/** A real Chromium at the pay page: no double payment, and the page shows the payment by itself. */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, tooWide, watchedPage } from "../support/browser.ts"

const payLinks = (page: Page) => page.getByRole("link", { name: /^Pay/ }).count()

describe.skipIf(!hasBrowser)("paying in a browser", () => {
  const agency = useAgency()

  const payUrlOf = async (email: string): Promise<string> => {
    const client = await agency.api("POST", "/v1/clients", { name: "Ada Byron", email })
    const { id } = await agency.api("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "Design", quantity: 1, unit_price: 12_000 }]
    })
    await agency.api("POST", `/v1/invoices/${id}/send`)
    return (await agency.api("GET", `/v1/invoices/${id}`)).processor_payment_url
  }

  it("told late: no Pay in any window, and every window says by itself that it is paid", async () => {
    const payUrl = await payUrlOf("late@client.example")
    const ada = await watchedPage(agency.browser)
    const colleague = await watchedPage(agency.browser)
    await colleague.page.goto(payUrl)
    assert.strictEqual(await payLinks(colleague.page), 1)
    await ada.page.goto(payUrl)
    await ada.page.getByRole("link", { name: /^Pay/ }).click()
    await ada.page.getByRole("button", { name: "Pay, with a delayed notification" }).click()
    await ada.page.getByText("A payment is in progress").waitFor()
    assert.strictEqual(await payLinks(ada.page), 0)
    // The page that stood open offers it still; it leads to the same words.
    await colleague.page.getByRole("link", { name: /^Pay/ }).click()
    await colleague.page.getByText("A payment is in progress").waitFor()
    for (const { page, context, signs } of [ada, colleague]) {
      await page.getByText(/^Paid on .*, thank you$/).waitFor()
      assert.strictEqual(await payLinks(page), 0)
      assert.strictEqual(page.url(), payUrl)
      assert.deepStrictEqual(signs, [])
      await context.close()
    }
  })

  it("the words under way fit and are accessible, narrow and wide, light and dark", async () => {
    const findings: string[] = []
    for (const [width, colorScheme] of [
      [1280, "light"],
      [1280, "dark"],
      [360, "light"],
      [360, "dark"]
    ] as const) {
      const payUrl = await payUrlOf(`look${width}${colorScheme}@client.example`)
      const { context, page } = await watchedPage(agency.browser, {
        colorScheme,
        viewport: { width, height: 800 }
      })
      // Held still to be looked at.
      await page.route(payUrl, async (route) => {
        const response = await route.fetch()
        const { refresh, ...headers } = response.headers()
        await route.fulfill({ response, headers })
      })
      await page.goto(`${payUrl}/test`)
      await page.getByRole("button", { name: "Pay, with a delayed notification" }).click()
      await page.getByText("A payment is in progress").waitFor()
      findings.push(...(await axeFindings(page)))
      findings.push(...(await tooWide(page)))
      await context.close()
    }
    assert.deepStrictEqual(findings, [])
  })
})
