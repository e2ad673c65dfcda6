/**
 * A real Chromium on the real process: the client's portal (balance, statement, invoice, payment,
 * receipt), the page of a void invoice, the paper of a pay page, and a payment link that the agency
 * replaces at the invoice. Presses are counted; axe-core in light and dark, and no sideways
 * scrolling down to 320 px.
 */
import { assert, describe, it } from "@effect/vitest"
import type { BrowserContextOptions } from "playwright-core"
import { invitationIn, useAgency } from "../support/agency.ts"
import {
  axeFindings,
  countedPresses,
  hasBrowser,
  longName,
  tooWide,
  watchedPage
} from "../support/browser.ts"

describe.skipIf(!hasBrowser)("the client's side in a browser", () => {
  const agency = useAgency()

  const newClient = async (email: string, fields: object = {}): Promise<string> =>
    (await agency.api("POST", "/v1/clients", { name: "Ada Byron", email, ...fields })).id

  const sent = async (clientId: string, fields: object = {}) => {
    const { id } = await agency.api("POST", "/v1/invoices", {
      client_id: clientId,
      currency: "EUR",
      line_items: [{ description: "Design", quantity: 1, unit_price: 12_000 }],
      ...fields
    })
    await agency.api("POST", `/v1/invoices/${id}/send`)
    return await agency.api("GET", `/v1/invoices/${id}`)
  }

  /** The portal's home after the link of an invitation, and a count of what is pressed there. */
  const enter = async (clientId: string, email: string, options: BrowserContextOptions = {}) => {
    await agency.api("POST", `/v1/clients/${clientId}/invite`)
    const link = invitationIn(await agency.mailTo(email, "/invitations/"))
    const watched = await watchedPage(agency.browser, { locale: "en-US", ...options })
    watched.page.setDefaultTimeout(20_000)
    await watched.page.goto(link)
    await watched.page.locator("main form button").click()
    await watched.page.waitForURL("**/portal")
    return { ...watched, ...countedPresses(watched.page) }
  }

  it.each([true, false])(
    "what is owed, then paid in 2 presses, receipt in 1, script %s",
    async (hasScript) => {
      const email = `owed-${hasScript}@client.example`
      const client = await newClient(email)
      const late = await sent(client, { issue_date: "2026-01-01", due_date: "2026-01-31" })
      await sent(client, { currency: "USD", due_date: "2100-03-15" })
      const { context, page, signs, press, presses } = await enter(client, email, {
        javaScriptEnabled: hasScript
      })
      const heading = (await page.locator("h1").textContent()) ?? ""
      assert.match(heading, /Balance due 120\.00 EUR, due since January 31/)
      assert.match(heading, /Balance due 120\.00 USD, next due March 15, 2100/)
      await press("link", late.number)
      await page.waitForURL(`**/portal/invoices/${late.id}`)
      const order = await page
        .locator("a[href*='/checkout'], table.items")
        .evaluateAll((found) => found.map(({ tagName }) => tagName))
      assert.deepStrictEqual(order, ["A", "TABLE"])
      await press("link", /^Pay 120\.00 EUR/)
      // The processor's page.
      await page.locator("button[value=pay]").click()
      await page.getByText(/^Paid on .*, thank you$/).waitFor()
      assert.isAtMost(presses(), 2)
      await page.goto(`${agency.url}/portal`)
      await page.locator("details.year summary").first().click()
      const named = page.getByRole("link", { name: `Receipt for ${late.number}` })
      const href = await named.getAttribute("href")
      const receipt = await context.request.get(`${agency.url}${href}`)
      assert.strictEqual((await receipt.body()).subarray(0, 5).toString(), "%PDF-")
      assert.match(receipt.headers()["content-disposition"] ?? "", /receipt\.pdf/)
      assert.deepStrictEqual(signs, [])
      await context.close()
    }
  )

  it.each([true, false])(
    "the statement is read in 1 press, for other days in 1 more, and as PDF, script %s",
    async (hasScript) => {
      const email = `stated-${hasScript}@client.example`
      const client = await newClient(email)
      const { number } = await sent(client)
      const others = await sent(await newClient("others@client.example"))
      const { context, page, signs, press, presses } = await enter(client, email, {
        javaScriptEnabled: hasScript
      })
      await press("link", "Statement of account")
      await page.getByText(`Invoice ${number}`).waitFor()
      assert.strictEqual(await page.getByText(others.number).count(), 0)
      assert.strictEqual(presses(), 1)
      await page.locator("[name=from]").fill("2020-01-01")
      await page.locator("[name=to]").fill("2020-12-31")
      await press("button", "Show")
      await page.getByText("Nothing happened in this period.").waitFor()
      assert.strictEqual(presses(), 2)
      await page.goBack()
      const href = await page.getByRole("link", { name: "PDF" }).getAttribute("href")
      const pdf = await context.request.get(`${agency.url}${href}`)
      assert.strictEqual(pdf.headers()["content-type"], "application/pdf")
      assert.strictEqual((await pdf.body()).subarray(0, 5).toString(), "%PDF-")
      assert.deepStrictEqual(signs, [])
      await context.close()
    }
  )

  it("paper has the invoice once: no buttons, no forms, nothing folded, on white", async () => {
    const client = await newClient("paper@client.example")
    const { processor_payment_url: url } = await sent(client)
    const { context, page } = await watchedPage(agency.browser, { colorScheme: "dark" })
    await page.goto(url)
    const shownButtons = () =>
      page.locator("button:visible, .button:visible, form:visible, nav:visible").count()
    assert.isAbove(await shownButtons(), 0)
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    assert.strictEqual(await shownButtons(), 0)
    for (const text of ["Design", "Total", "Balance due"]) {
      assert.isTrue(await page.getByText(text).first().isVisible(), text)
    }
    const ground: string = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert.strictEqual(ground, "rgb(255, 255, 255)")
    const paper = await page.pdf({ format: "A4" })
    const pages = paper.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length
    assert.strictEqual(pages, 1)
    await context.close()
  })

  it("a payment link is replaced at the invoice in 2 presses, and the old one ends", async () => {
    const client = await newClient("replaced@client.example")
    const { id, processor_payment_url: before } = await sent(client)
    const { context, page, signs } = await watchedPage(agency.browser, { locale: "en-US" })
    page.setDefaultTimeout(20_000)
    await agency.signIn(page)
    await page.goto(`${agency.url}/invoices/${id}`)
    await page.getByRole("link", { name: "Replace the link…" }).click()
    const button = page.getByRole("button", { name: "Replace the link" })
    await page.locator(".panel button:focus").waitFor()
    await button.dblclick({ noWaitAfter: true })
    await page.waitForURL(/done=link$/)
    const { processor_payment_url: after } = await agency.api("GET", `/v1/invoices/${id}`)
    assert.notStrictEqual(after, before)
    assert.strictEqual(await page.locator(".aside").getByRole("link", { name: after }).count(), 1)
    assert.strictEqual((await page.goto(before))?.status(), 404)
    assert.strictEqual((await page.goto(after))?.status(), 200)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("fits and is accessible in every language, narrow and wide, light and dark", async () => {
    const findings: string[] = []
    const looks = [
      ["en", 320, "light"],
      ["de", 390, "dark"],
      ["fr", 320, "dark"],
      ["es", 1280, "light"]
    ] as const
    for (const [language, width, colorScheme] of looks) {
      const email = `look-${language}@client.example`
      const client = await newClient(email, { language, company: longName })
      const open = await sent(client, { notes: longName.repeat(2) })
      const gone = await sent(client)
      const paid = await sent(client)
      await agency.api("POST", `/v1/invoices/${gone.id}/void`, { reason: `${longName} <b>` })
      await agency.api("POST", `/v1/invoices/${paid.id}/payments`, { amount: 12_000 })
      const { context, page, signs } = await enter(client, email, {
        colorScheme,
        viewport: { width, height: 900 }
      })
      for (const path of [
        ...["/portal", "/portal/statement", `/portal/invoices/${open.id}`],
        ...[`/portal/invoices/${gone.id}`, `/portal/invoices/${paid.id}`],
        ...[open.processor_payment_url, gone.processor_payment_url, paid.processor_payment_url]
      ]) {
        await page.goto(new URL(path, agency.url).href)
        for (const summary of await page.locator("summary").all()) await summary.click()
        findings.push(...(await axeFindings(page)))
        findings.push(...(await tooWide(page)))
      }
      assert.deepStrictEqual(signs, [])
      await context.close()
    }
    assert.deepStrictEqual(findings, [])
  })

  it("the page of a void invoice says why, whom to ask, and has nothing to pay", async () => {
    await agency.api("PATCH", "/v1/workspace", { email: "hello@agency.example" })
    const client = await newClient("void@client.example")
    const { id, number, processor_payment_url: url } = await sent(client)
    await agency.api("POST", `/v1/invoices/${id}/void`, { reason: "Made <twice>" })
    const { context, page, signs } = await watchedPage(agency.browser, { locale: "en-US" })
    await page.goto(url)
    await page.getByRole("heading", { name: `Invoice ${number}` }).waitFor()
    await page.getByText("Made <twice>").waitFor()
    const mail = page.getByRole("link", { name: "hello@agency.example" })
    assert.match((await mail.getAttribute("href")) ?? "", /^mailto:hello@agency\.example\?subject=/)
    assert.strictEqual(await page.locator("button, .button").count(), 0)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })
})
