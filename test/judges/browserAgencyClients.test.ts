/**
 * A real Chromium on the real process: the agency creates, edits, invites and closes a client and
 * opens its statement, presses counted from Home; axe-core in light and dark, and no sideways
 * scrolling down to 320 px.
 */
import { assert, describe, it } from "@effect/vitest"
import { useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, longName, tooWide } from "../support/browser.ts"
import { schemes, twoLocales } from "../support/sweep.ts"

describe.skipIf(!hasBrowser)("clients in a browser", () => {
  const agency = useAgency()

  const newClient = async (name: string, fields: object = {}): Promise<string> =>
    (await agency.api("POST", "/v1/clients", { name, email: "ada@client.example", ...fields })).id

  it.each([true, false])("a client is created in 3 presses, script %s", async (hasScript) => {
    const { context, page, signs, press, presses } = await agency.signedIn({
      javaScriptEnabled: hasScript
    })
    await press("link", "Clients")
    await press("link", "New client")
    await page.locator("[name=company]").fill("Engines")
    await page.locator("[name=name]").fill(`Ada ${hasScript}`)
    await page.locator("[name=email]").fill("ada@client.example")
    await page.locator("[name='address.line1']").fill("1 Way")
    await page.locator("[name='address.city']").fill("London")
    await page.locator("[name='address.country']").selectOption("GB")
    await press("button", "Create client")
    await page.waitForURL(/\/clients\/client_\w+\?done=created$/)
    assert.isAtMost(presses(), 3)
    assert.strictEqual(await page.locator("h1").textContent(), "Engines")
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("a conflict shows both values and saves when confirmed", async () => {
    const id = await newClient("Edited")
    const { context, page } = await agency.signedIn()
    await page.goto(`${agency.url}/clients/${id}/edit`)
    await agency.api("PATCH", `/v1/clients/${id}`, { phone: "+1 111" })
    await page.locator("[name=phone]").fill("+1 222")
    await page.getByRole("button", { name: "Save client" }).click()
    const note = page.locator(".note-bad")
    await note.getByText("Stored now: +1 111").waitFor()
    assert.include((await note.textContent()) ?? "", "You typed: +1 222")
    await page.getByRole("button", { name: "Save client" }).click()
    await page.waitForURL(/done=saved$/)
    assert.strictEqual((await agency.api("GET", `/v1/clients/${id}`)).phone, "+1 222")
    await context.close()
  })

  it.each([true, false])(
    "a client is invited in 4 presses and the portal closed in 2 more, script %s",
    async (hasScript) => {
      const id = await newClient(`Invited ${hasScript}`)
      await agency.api("POST", "/v1/projects", { name: "Site", client_id: id })
      const { context, page, signs, press, presses } = await agency.signedIn({
        javaScriptEnabled: hasScript
      })
      await press("link", "Clients")
      await page.locator("#q").fill(`Invited ${hasScript}`)
      await page.locator("#q").press("Enter")
      await page.waitForURL(/q=Invited/)
      await press("link", `Invited ${hasScript}`)
      await page.locator(".aside").getByRole("link", { name: "Invite to the portal" }).click()
      assert.isTrue(await page.locator("[name=projects]").isChecked())
      await page.locator("[name=message]").fill("Welcome")
      await press("button", "Send invitation")
      await page.waitForURL(/done=invite$/)
      assert.isAtMost(presses() + 1, 4)
      assert.isTrue((await agency.api("GET", `/v1/clients/${id}`)).portal_access)
      await press("link", "Close access")
      await press("button", "Close access")
      await page.waitForURL(/done=close$/)
      assert.isFalse((await agency.api("GET", `/v1/clients/${id}`)).portal_access)
      assert.deepStrictEqual(signs, [])
      await context.close()
    }
  )

  it("the statement's PDF is 5 presses from Home", async () => {
    const id = await newClient("Stated")
    const line_items = [{ description: "Design", quantity: 1, unit_price: 50_000 }]
    const invoice = await agency.api("POST", "/v1/invoices", { client_id: id, line_items })
    await agency.api("POST", `/v1/invoices/${invoice.id}/send`)
    const { context, page, press, pressAt, presses } = await agency.signedIn()
    await press("link", "Clients")
    await press("link", "Stated")
    await pressAt(page.locator(".dock summary"))
    await press("link", "Statement")
    await page.getByText("Closing balance").waitFor()
    assert.strictEqual(presses() + 1, 5)
    const href = await page.getByRole("link", { name: "PDF" }).getAttribute("href")
    const pdf = await context.request.get(`${agency.url}${href}`)
    assert.strictEqual(pdf.status(), 200)
    assert.strictEqual(pdf.headers()["content-type"], "application/pdf")
    assert.strictEqual((await pdf.body()).subarray(0, 5).toString(), "%PDF-")
    await context.close()
  })

  it.each(schemes)("axe-core and widths, %s", async (colorScheme) => {
    const id = await newClient(`<b>${longName}</b>`, {
      company: `${longName} & Sons`,
      notes: longName
    })
    const line_items = [{ description: longName, quantity: 1, unit_price: 100_000_000_000 }]
    for (const currency of ["USD", "JPY"]) {
      const made = { client_id: id, line_items, currency }
      const { id: invoice } = await agency.api("POST", "/v1/invoices", made)
      await agency.api("POST", `/v1/invoices/${invoice}/send`)
    }
    await agency.api("POST", "/v1/projects", { name: longName, client_id: id, budget: 100_000 })
    const findings: string[] = []
    for (const locale of twoLocales) {
      const { context, page } = await agency.signedIn({ colorScheme, locale })
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        for (const path of [
          ...["/clients", "/clients?q=zzz", "/clients/new", `/clients/${id}`],
          `/clients/${id}?do=invite`,
          `/clients/${id}?show=projects`,
          `/clients/${id}?show=files`,
          `/clients/${id}?show=history`,
          `/clients/${id}/edit`,
          `/clients/${id}/statement`
        ]) {
          await page.goto(`${agency.url}${path}`)
          findings.push(...(await tooWide(page)))
          if (width !== 390 && locale === "en-US") {
            findings.push(...(await axeFindings(page)).map((one) => `${path}: ${one}`))
          }
        }
      }
      await context.close()
    }
    assert.deepStrictEqual(findings, [])
  })
})
