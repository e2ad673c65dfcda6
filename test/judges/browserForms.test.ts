/** A real Chromium on the real process: the workspace's form as a person fills it in. */
import { assert, describe, it } from "@effect/vitest"
import { useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, tooWide, watchedPage } from "../support/browser.ts"
import { plainPng } from "../support/pictures.ts"

const logo = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(plainPng(8)) }
const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

describe.skipIf(!hasBrowser)("forms in a browser", () => {
  const agency = useAgency()

  it("a colour and a logo are chosen, looked at before they are saved, and removed", async () => {
    const { context, page, signs } = await watchedPage(agency.browser)
    await agency.signIn(page)
    await page.goto(`${agency.url}/settings/branding`)
    await page.getByLabel("Colour", { exact: true }).fill("#0a7f3f")
    await page.getByLabel("Logo", { exact: true }).setInputFiles(logo)
    const opened = context.waitForEvent("page")
    await page.getByRole("button", { name: "Preview pages and mail" }).click()
    await (await opened).getByText("Nothing is saved.").waitFor()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").waitFor()
    await page.getByAltText("Current logo").waitFor()
    assert.strictEqual(await page.getByLabel("Colour", { exact: true }).inputValue(), "#0a7f3f")
    await page.getByLabel("Remove", { exact: true }).first().check()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("The default, until you choose another.").waitFor()
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("zone and language are chosen; reminders unfold; errors lead to fields", async () => {
    const { context, page, signs } = await watchedPage(agency.browser)
    await agency.signIn(page)
    await page.goto(`${agency.url}/settings/workspace`)
    await page.getByLabel("Time zone").selectOption({ label: "Kolkata" })
    await page
      .getByLabel("Language and region")
      .selectOption({ label: "English (Ireland) · en-IE" })
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").waitFor()
    assert.strictEqual(await page.getByLabel("Time zone").inputValue(), "Asia/Kolkata")
    await page.goto(`${agency.url}/settings/invoicing`)
    await page.getByLabel("Reminder 1", { exact: true }).fill("3")
    await page.getByLabel("When reminder 1 goes out").selectOption("days before due")
    await page.getByText("More reminders").click()
    await page.getByLabel("Reminder 10", { exact: true }).fill("300")
    await page.getByLabel("Invoice prefix").fill("a b")
    await page.getByRole("button", { name: "Save" }).click()
    const alert = page.getByRole("alert")
    await alert.waitFor()
    assert.isTrue(
      await alert.evaluate((element) => element.ownerDocument.activeElement === element)
    )
    assert.deepStrictEqual(await axeFindings(page), [])
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    const prefix = page.getByLabel("Invoice prefix")
    await page.waitForURL("**/settings/invoicing#invoice_prefix")
    assert.isTrue(
      await prefix.evaluate((element) => element.ownerDocument.activeElement === element)
    )
    assert.strictEqual(await prefix.getAttribute("aria-invalid"), "true")
    const [problem = ""] = ((await prefix.getAttribute("aria-describedby")) ?? "").split(" ")
    assert.include((await page.locator(`#${problem}`).textContent()) ?? "", "1 to 16 capital")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("INV")
    await page.keyboard.press("Enter")
    await page.getByText("Saved.").waitFor()
    assert.strictEqual(await page.getByLabel("Reminder 2", { exact: true }).inputValue(), "300")
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it.each([
    ["light", 1280],
    ["light", 360],
    ["dark", 1280],
    ["dark", 360]
  ] as const)(
    "axe finds nothing: form, errors and question, %s at %i px",
    async (colorScheme, width) => {
      const client = await agency.api("POST", "/v1/clients", {
        name: `Ada ${colorScheme} ${width}`,
        email: `ada-${colorScheme}-${width}@client.example`
      })
      // Due a week ago in every zone: one of these days is the workspace's.
      for (const offset of [-8, -7, -6]) {
        const made = await agency.api("POST", "/v1/invoices", {
          client_id: client.id,
          issue_date: day(-30),
          due_date: day(offset),
          line_items: [{ description: "Design", quantity: 1, unit_price: 1000 }]
        })
        await agency.api("POST", `/v1/invoices/${made.id}/send`)
      }
      const { context, page, signs } = await watchedPage(agency.browser, {
        colorScheme,
        viewport: { width, height: 900 }
      })
      const findings: string[] = []
      const look = async () => {
        findings.push(...(await axeFindings(page)))
        findings.push(...(await tooWide(page)))
      }
      await agency.signIn(page)
      for (const path of ["workspace", "branding"]) {
        await page.goto(`${agency.url}/settings/${path}`)
        await look()
      }
      await page.goto(`${agency.url}/settings/invoicing`)
      await page.getByText("More reminders").click()
      await look()
      await page.getByLabel("Invoice prefix").fill("a b")
      await page.getByLabel("Reminder 1", { exact: true }).fill("90")
      await page.getByLabel("When reminder 1 goes out").selectOption("days before due")
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByRole("alert").waitFor()
      await look()
      await page.getByLabel("Invoice prefix").fill("INV")
      await page.getByLabel("Reminder 1", { exact: true }).fill("7")
      await page.getByLabel("When reminder 1 goes out").selectOption("days after due")
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByRole("heading", { name: /^Send \d+ reminders? today\?/ }).waitFor()
      assert.include(await page.content(), client.email)
      await look()
      await page.getByRole("button", { name: "Back to the form" }).click()
      assert.strictEqual(await page.getByLabel("Reminder 1", { exact: true }).inputValue(), "7")
      await page.goto(`${agency.url}/settings/api-keys`)
      await page.getByLabel("Name").fill("Export")
      await page.getByRole("button", { name: "Create the key" }).click()
      await page.getByRole("alert").waitFor()
      await look()
      assert.deepStrictEqual(findings, [])
      assert.deepStrictEqual(signs, [])
      await context.close()
    }
  )
})
