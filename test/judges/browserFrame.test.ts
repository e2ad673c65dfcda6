/**
 * A real Chromium on the real process: whole words, no horizontal scrolling, distinct states and
 * buttons in light and dark, and links onward from every end.
 */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { invitationIn, settingsPaths, useAgency } from "../support/agency.ts"
import { hasBrowser, watchedPage } from "../support/browser.ts"

/** Words of up to 16 letters that stand on more than one line, outside of code; also folded ones. */
const brokenWords = `(() => {
  for (const folded of document.querySelectorAll("main details")) folded.open = true
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT)
  const broken = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node.parentElement.closest("code, pre, .secret, .code, option, caption")) continue
    for (const found of node.data.matchAll(/\\p{L}+/gu)) {
      if (found[0].length > 16) continue
      const start = node.data.slice(0, found.index).search(/\\S*$/)
      const length = node.data.slice(start).search(/\\s|$/)
      // A part of a long address or name may break off; the word itself may not.
      if (length > 16) continue
      const range = document.createRange()
      range.setStart(node, found.index)
      range.setEnd(node, found.index + found[0].length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (tops.size > 1) broken.push(found[0])
    }
  }
  return broken
})()`

/** Dates, states and numbers in cells that stand on more than one line. */
const wrappedCells = `[...document.querySelectorAll("main tbody td:not(.actions)")].flatMap((cell) => {
  const range = document.createRange()
  range.selectNodeContents(cell)
  const tops = [...range.getClientRects()].map(({ top }) => top)
  const text = cell.innerText.trim()
  const isShort = text.length <= 14 && !text.includes("\\n")
  return isShort && Math.max(...tops) - Math.min(...tops) > 16 ? [text] : []
})`

/** By how much the page is wider than its window, or anything on it wider than its sheet. */
const widthOver = `Math.max(
  ...[document.documentElement, document.querySelector("main")].map(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth
  )
)`

/** Relative luminance and contrast of two computed colours (WCAG 2.2). */
const contrast = (one: string, other: string): number => {
  const [a = 0, b = 0] = [one, other]
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
        .map((part) => Number(part) / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .sort((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}

const style = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

const long = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaefers"

describe.skipIf(!hasBrowser)("the frame in a browser", () => {
  const agency = useAgency()

  const invoiceOf = async (clientId: string, description = "Design") => {
    const { id } = await agency.api("POST", "/v1/invoices", {
      client_id: clientId,
      line_items: [
        { description, quantity: 1.25, unit_price: 1_234_567_89 },
        { description: "Implementation and documentation", quantity: 1, unit_price: 100 }
      ]
    })
    await agency.api("POST", `/v1/invoices/${id}/send`)
    const { processor_payment_url: url } = await agency.api("GET", `/v1/invoices/${id}`)
    return { id, url }
  }

  it("no word is broken and no page wider than its window, with long names and short ones", async () => {
    const email = `ada.${"x".repeat(40)}@client.example`
    const client = await agency.api("POST", "/v1/clients", { name: long, email, company: long })
    for (const [name, status] of [
      ["Relaunch", "completed"],
      [`${long}${long}`, "in_progress"]
    ]) {
      const { id } = await agency.api("POST", "/v1/projects", {
        name,
        description: "A description of some length that says what is being done, and for whom.",
        client_id: client.id,
        start_date: "2026-01-01",
        end_date: "2026-12-31"
      })
      for (const next of status === "completed" ? ["in_progress", "review", status] : [status]) {
        await agency.api("PATCH", `/v1/projects/${id}`, { status: next })
      }
    }
    const { url } = await invoiceOf(client.id, long)
    await agency.api("POST", `/v1/clients/${client.id}/invite`)
    const link = invitationIn(await agency.mailTo(email, "/invitations/"))
    await agency.api("POST", "/v1/webhook_endpoints", {
      url: `https://receiver.example/${"path/".repeat(30)}${long}`
    })
    const { context, page } = await watchedPage(agency.browser)
    await agency.signIn(page)
    await page.goto(`${agency.url}/settings/users`)
    await page.getByLabel("Name").fill("Maximiliane Administrator")
    await page.getByLabel("E-mail").fill(`max.${long}@agency.example`.slice(-64))
    await page.getByRole("button", { name: /^Invite/ }).click()
    await page.goto(link)
    await page.getByRole("button", { name: "Open the portal" }).click()
    await page.getByRole("heading", { level: 1 }).waitFor()
    const findings: string[] = []
    for (const width of [1280, 1024, 840, 700, 360]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of [...settingsPaths, "/portal", "/docs", "/check", url, "/nothing"]) {
        await page.goto(path.startsWith("http") ? path : `${agency.url}${path}`)
        const broken: ReadonlyArray<string> = await page.evaluate(brokenWords)
        if (broken.length > 0) findings.push(`${path} at ${width}: ${broken.join(", ")}`)
        const wrapped: ReadonlyArray<string> = await page.evaluate(wrappedCells)
        if (wrapped.length > 0 && path !== "/docs") {
          findings.push(`${path} at ${width}: ${wrapped.join(", ")} wrapped`)
        }
        const over: number = await page.evaluate(widthOver)
        if (over > 0) findings.push(`${path} is ${over} px too wide at ${width}`)
      }
    }
    assert.deepStrictEqual(findings, [])
    await context.close()
  })

  it("what is void looks neither overdue nor paid", async () => {
    const client = await agency.api("POST", "/v1/clients", {
      name: "Ada",
      email: "void@client.example"
    })
    const { id, url } = await invoiceOf(client.id)
    await agency.api("POST", `/v1/invoices/${id}/void`)
    const { context, page } = await watchedPage(agency.browser)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(url)
      const colour = await style(page, ".state-void", "color")
      const [red, green] = await page.evaluate(() =>
        ["overdue", "paid"].map((state) => {
          const other = document.createElement("p")
          other.className = `state state-${state}`
          document.querySelector("main")?.append(other)
          return getComputedStyle(other).color
        })
      )
      assert.notInclude([red, green], colour, colorScheme)
    }
    await context.close()
  })

  it("buttons of any brand have an edge that is seen; dark logos lie on a light plate", async () => {
    const { context, page } = await watchedPage(agency.browser)
    await agency.signIn(page)
    for (const brand of ["#000000", "#0b1f3a", "#1d4ed8", "#7b8794", "#ffe680", "#ffffff"]) {
      await page.goto(`${agency.url}/settings/branding`)
      await page.locator("[name=colour]").fill(brand)
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByText("Saved.").waitFor()
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        const ground = await style(page, "main", "background-color")
        const button = "main button[type=submit]"
        const edge = await style(page, button, "border-top-color")
        const fill = await style(page, button, "background-color")
        // A transparent edge shows the button's own colour.
        const seen = /, 0\)$/.test(edge) ? fill : edge
        assert.isAtLeast(contrast(seen, ground), 3, `${brand} ${colorScheme}: ${seen} on ${ground}`)
      }
    }
    await page.emulateMedia({ colorScheme: "dark" })
    const plates = await page.evaluate(() =>
      [
        ["p", "name"],
        ["div", "pair"]
      ].map(([tag = "", name = ""]) => {
        const parent = document.createElement(tag)
        parent.className = name
        const logo = document.createElement("img")
        logo.className = name === "pair" ? "logo" : ""
        parent.append(logo)
        document.body.append(parent)
        return getComputedStyle(logo).backgroundColor
      })
    )
    for (const plate of plates) assert.isAtLeast(contrast(plate, "rgb(0, 0, 0)"), 15)
    await context.close()
  })

  it("what is hidden is hidden, whatever it is", async () => {
    const { context, page } = await watchedPage(agency.browser)
    await page.goto(`${agency.url}/sign-in`)
    const shown = await page.evaluate(() =>
      ["button", "name", "row", "field", "badge", "pair"].filter((name) => {
        const element = document.createElement("div")
        element.className = name
        element.hidden = true
        document.querySelector("main")?.append(element)
        return getComputedStyle(element).display !== "none"
      })
    )
    assert.deepStrictEqual(shown, [])
    await context.close()
  })

  it("an address that leads nowhere is a page with a way on; a session that ends loses nothing", async () => {
    const { context, page, signs } = await watchedPage(agency.browser)
    await page.goto(`${agency.url}/settings/nothing`)
    await page.getByRole("heading", { name: "Page not found" }).waitFor()
    await page.getByRole("link", { name: "Sign in" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await agency.signIn(page)
    const icon = await page.locator("link[rel=icon]").first().getAttribute("href")
    assert.strictEqual((await context.request.get(`${agency.url}${icon}`)).status(), 200)
    await page.goto(`${agency.url}/settings/webhooks`)
    await page.getByLabel("Address").fill("https://receiver.example/typed")
    await page.getByLabel("Description").fill("Typed with care & <love>")
    const [session] = (await context.cookies()).filter(({ name }) => name.endsWith("_session"))
    await context.clearCookies({ name: session?.name ?? "" })
    await page.getByRole("button", { name: "Add" }).click()
    await page.getByText("Your session ended.").waitFor()
    await page.getByLabel("E-mail").fill("owner@demo-agency.example")
    await page.getByLabel("Password").fill(agency.password)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL("**/settings/webhooks")
    assert.strictEqual(
      await page.getByLabel("Description").inputValue(),
      "Typed with care & <love>"
    )
    await context.clearCookies()
    await page.getByRole("button", { name: "Add" }).click()
    await page.getByRole("heading", { name: "Your session ended" }).waitFor()
    await page.getByRole("link", { name: "Continue" }).click()
    await page.getByLabel("E-mail").fill("owner@demo-agency.example")
    await page.getByLabel("Password").fill(agency.password)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL("**/settings/webhooks")
    await page.getByRole("button", { name: "Add" }).click()
    await page.getByText("https://receiver.example/typed").first().waitFor()
    assert.deepStrictEqual(signs, [])
    await context.close()
  })
})
