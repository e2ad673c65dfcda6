/**
 * A real Chromium on the real process: what people do with the pages, from a mail to a PDF and from a
 * registered app to its token; axe-core on every page in light and dark; hostile names everywhere.
 */
import { readdir, readFile } from "node:fs/promises"
import { createServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import PostalMime from "postal-mime"
import { afterAll, beforeAll } from "vitest"
import { axeFindings, hasBrowser, launchBrowser, watchedPage } from "../support/browser.ts"
import { hostileTexts } from "../support/hostile.ts"
import {
  eventually,
  firstKey,
  type Server,
  startServer,
  temporaryDirectory
} from "../support/process.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let server: Server
let key: string
let password: string
let browser: Browser
/** The other side of an OAuth app: it only remembers how it was called. */
let app: HttpServer
let appUrl: string
const calls: URL[] = []

const api = async (method: string, path: string, body?: object): Promise<Json> => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  assert.isBelow(response.status, 300, text)
  return text === "" ? null : JSON.parse(text)
}

interface Mail {
  readonly text: string
  readonly html: string
}

/** A mail to the address that holds a link of this kind, which was not taken before. */
const taken = new Set<string>()
const mailTo = (address: string, kind: "/pay/" | "/invitations/"): Promise<Mail> =>
  eventually(async () => {
    const folder = join(directory.path, "mail")
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith(".eml") || taken.has(name)) continue
      const mail = await PostalMime.parse(await readFile(join(folder, name)))
      const text = mail.text ?? ""
      if (mail.to?.[0]?.address !== address || !text.includes(kind)) continue
      taken.add(name)
      return { text, html: mail.html ?? "" }
    }
    return undefined
  })

const invitationIn = ({ text }: Mail): string =>
  /https?:\/\/\S+\/invitations\/\S+/.exec(text)?.[0] ?? ""

const signIn = async (page: Page): Promise<void> => {
  await page.goto(`${server.url}/sign-in`)
  await page.getByLabel("E-mail").fill("owner@demo-agency.example")
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL("**/settings/api-keys")
}

const settings = [
  "api-keys",
  "apps",
  "connected-apps",
  "webhooks",
  "payment-links",
  "archived-projects",
  "workspace",
  "users",
  "access"
].map((name) => `/settings/${name}`)

/** The app is on this machine, so it uses PKCE (the pair of RFC 7636, appendix B). */
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
const pkce = {
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256"
}

describe.skipIf(!hasBrowser)("pages in a browser", () => {
  beforeAll(async () => {
    directory = await temporaryDirectory()
    server = await startServer({ DATA_DIR: directory.path, RATE_LIMIT: "off" })
    key = firstKey(server)
    password = /password +(\S+)/.exec(server.stdout())?.[1] ?? ""
    browser = await launchBrowser()
    app = createServer((request, response) => {
      calls.push(new URL(request.url ?? "/", appUrl))
      response.end("back at the app")
    })
    await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve))
    appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await browser.close()
    app.close()
    server.signal("SIGKILL")
    await server.ended
    await directory.remove()
  })

  it("signs in by keyboard alone, makes a key and uses it", async () => {
    const { context, page, signs } = await watchedPage(browser)
    await page.goto(`${server.url}/`)
    for (const text of ["owner@demo-agency.example", password]) {
      await page.keyboard.press("Tab")
      await page.keyboard.type(text)
    }
    await page.keyboard.press("Enter")
    await page.waitForURL("**/settings/api-keys")
    await page.getByLabel("Name").fill("Accounting export")
    await page.getByLabel(/See projects/).check()
    await page.getByRole("button", { name: "Make the key" }).click()
    await page.getByRole("button", { name: "Copy" }).waitFor()
    const made = (await page.locator("#api-key").textContent()) ?? ""
    const answer = await fetch(`${server.url}/v1/projects`, {
      headers: { authorization: `Bearer ${made}` }
    })
    assert.strictEqual(answer.status, 200)
    await page.getByRole("link", { name: "Done" }).click()
    assert.notInclude(await page.content(), made)
    await page.getByRole("link", { name: "Revoke Accounting export" }).click()
    await page.getByRole("button", { name: "Revoke the key" }).click()
    await page.getByText("The key is revoked.").waitFor()
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("registers an app and dances the whole OAuth dance, saying no and saying yes", async () => {
    const { context, page, signs } = await watchedPage(browser)
    await signIn(page)
    await page.getByRole("link", { name: "OAuth apps" }).click()
    await page.getByLabel("App name").fill("Ledger")
    await page.getByLabel("Redirect URIs").fill(`${appUrl}/callback`)
    await page.getByRole("button", { name: "Register" }).click()
    const clientId = (await page.locator("#client-id").textContent()) ?? ""
    const clientSecret = (await page.locator("#client-secret").textContent()) ?? ""
    const authorize = `${server.url}/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: `${appUrl}/callback`,
      response_type: "code",
      scope: "projects:read invoices:read",
      state: "a b&c",
      ...pkce
    })}`
    await page.goto(authorize)
    await page.getByText("See projects and milestones").waitFor()
    await page.getByRole("button", { name: "Do not allow" }).click()
    await page.getByText("back at the app").waitFor()
    const denied = calls.filter(({ pathname }) => pathname === "/callback").at(-1)
    assert.strictEqual(denied?.searchParams.get("error"), "access_denied")
    await page.goto(authorize)
    await page.getByRole("button", { name: "Allow", exact: true }).click()
    await page.getByText("back at the app").waitFor()
    const back = calls.filter(({ pathname }) => pathname === "/callback").at(-1)
    assert.strictEqual(back?.searchParams.get("state"), "a b&c")
    const response = await fetch(`${server.url}/v1/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: back?.searchParams.get("code") ?? "",
        redirect_uri: `${appUrl}/callback`,
        client_id: clientId,
        client_secret: clientSecret,
        code_verifier: verifier
      })
    })
    const tokens: Json = await response.json()
    const use = async () => {
      const answer = await fetch(`${server.url}/v1/invoices`, {
        headers: { authorization: `Bearer ${tokens.access_token}` }
      })
      return answer.status
    }
    assert.strictEqual(await use(), 200)
    await page.goto(`${server.url}/settings/connected-apps`)
    await page.getByRole("link", { name: "Disconnect Ledger" }).click()
    await page.getByRole("button", { name: "Disconnect" }).click()
    await page.getByText("no access any more").waitFor()
    assert.strictEqual(await use(), 401)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("pays an invoice: declined, then twice told and once counted, then nothing is left to pay", async () => {
    const client = await api("POST", "/v1/clients", { name: "Ada", email: "pay@client.example" })
    const { id } = await api("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "Design", quantity: 1, unit_price: 12_000 }]
    })
    await api("POST", `/v1/invoices/${id}/send`)
    const { processor_payment_url: payUrl } = await api("GET", `/v1/invoices/${id}`)
    const { context, page, signs } = await watchedPage(browser)
    await page.goto(payUrl)
    await page.getByRole("link", { name: /^Pay 120.00/ }).click()
    await page.getByRole("button", { name: "Decline the card" }).click()
    await page.getByText("The card was declined. Nothing was taken.").waitFor()
    assert.strictEqual((await api("GET", `/v1/invoices/${id}`)).amount_paid, 0)
    await page.getByRole("button", { name: "Pay, and be told of it twice" }).click()
    await page.getByText("This invoice is paid. Thank you.").waitFor()
    const paid = await api("GET", `/v1/invoices/${id}`)
    assert.deepInclude(paid, { status: "paid", amount_paid: 12_000 })
    assert.strictEqual((await api("GET", `/v1/invoices/${id}/payments`)).meta.total, 1)
    assert.strictEqual(await page.getByRole("link", { name: /^Pay/ }).count(), 0)
    await page.goto(`${payUrl}/test`)
    await page.getByText("This invoice is paid. Thank you.").waitFor()
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("is told late of a payment: the page says so, then it is paid", async () => {
    const client = await api("POST", "/v1/clients", { name: "Ada", email: "late@client.example" })
    const { id } = await api("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "Design", quantity: 1, unit_price: 12_000 }]
    })
    await api("POST", `/v1/invoices/${id}/send`)
    const { processor_payment_url: payUrl } = await api("GET", `/v1/invoices/${id}`)
    const { context, page } = await watchedPage(browser)
    await page.goto(`${payUrl}/checkout`)
    await page.getByRole("button", { name: "Pay, and be told of it late" }).click()
    await page.getByText("Your payment is being processed").waitFor()
    await eventually(async () => {
      const { status } = await api("GET", `/v1/invoices/${id}`)
      return status === "paid" ? status : undefined
    })
    await context.close()
  })

  it("restores an archived project", async () => {
    const client = await api("POST", "/v1/clients", {
      name: "Ada",
      email: "restore@client.example"
    })
    const project = await api("POST", "/v1/projects", { name: "Relaunch", client_id: client.id })
    await api("DELETE", `/v1/projects/${project.id}`)
    const { context, page } = await watchedPage(browser)
    await signIn(page)
    await page.getByRole("link", { name: "Archived projects" }).click()
    await page.getByRole("button", { name: "Restore" }).click()
    await page.getByText("The project is restored.").waitFor()
    assert.strictEqual((await api("GET", `/v1/projects/${project.id}`)).status, "planning")
    await context.close()
  })

  it("the portal from the mail to the PDF", async () => {
    const email = "portal@client.example"
    const client = await api("POST", "/v1/clients", { name: "Ada Byron", email })
    await api("POST", "/v1/projects", { name: "Engine", client_id: client.id })
    const invoice = await api("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "Design", quantity: 1, unit_price: 12_000 }]
    })
    await api("POST", `/v1/invoices/${invoice.id}/send`)
    await api("POST", `/v1/clients/${client.id}/invite`)
    const link = invitationIn(await mailTo(email, "/invitations/"))
    const { context, page, signs } = await watchedPage(browser)
    await page.goto(link)
    await page.getByRole("button", { name: "Open the portal" }).click()
    await page.getByRole("heading", { name: "Hello Ada Byron" }).waitFor()
    await page.getByText("Engine").waitFor()
    const pdf = await page.getByRole("link", { name: "PDF" }).getAttribute("href")
    const document = await context.request.get(`${server.url}${pdf}`)
    assert.strictEqual(document.headers()["content-type"], "application/pdf")
    assert.strictEqual((await document.body()).subarray(0, 5).toString(), "%PDF-")
    await page.getByRole("link", { name: /pay/i }).first().click()
    await page.getByRole("heading", { name: `Invoice ${invoice.number}` }).waitFor()
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it.each(["light", "dark"] as const)(
    "axe-core finds nothing wrong, %s, wide and narrow",
    async (colorScheme) => {
      const email = `axe-${colorScheme}@client.example`
      const client = await api("POST", "/v1/clients", { name: "Axe", email })
      const project = await api("POST", "/v1/projects", { name: "Engine", client_id: client.id })
      const archived = await api("POST", "/v1/projects", { name: "Old", client_id: client.id })
      await api("DELETE", `/v1/projects/${archived.id}`)
      const draft = {
        client_id: client.id,
        project_id: project.id,
        line_items: [{ description: "Design", quantity: 1, unit_price: 12_000 }]
      }
      const [open, gone] = [
        await api("POST", "/v1/invoices", draft),
        await api("POST", "/v1/invoices", draft)
      ]
      await api("POST", `/v1/invoices/${open.id}/send`)
      const payUrl = (await api("GET", `/v1/invoices/${open.id}`)).processor_payment_url
      await api("POST", `/v1/invoices/${gone.id}/send`)
      const voidUrl = (await api("GET", `/v1/invoices/${gone.id}`)).processor_payment_url
      await api("POST", `/v1/invoices/${gone.id}/void`)
      const findings: string[] = []
      for (const width of [1280, 360]) {
        await api("POST", `/v1/clients/${client.id}/invite`)
        const link = invitationIn(await mailTo(email, "/invitations/"))
        const { context, page, signs } = await watchedPage(browser, {
          colorScheme,
          viewport: { width, height: 900 }
        })
        const look = async () => {
          findings.push(...(await axeFindings(page)))
          const overflow: number = await page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
          )
          if (overflow > 0) findings.push(`${page.url()} is ${overflow} px wider than ${width}`)
        }
        const visit = async (url: string) => {
          await page.goto(url.startsWith("http") ? url : `${server.url}${url}`)
          await look()
        }
        for (const url of [
          payUrl,
          `${payUrl}/checkout`,
          `${payUrl}?paid=1`,
          voidUrl,
          "/pay/x",
          "/portal",
          "/portal/invitations/x",
          link
        ]) {
          await visit(url)
        }
        await page.goto(link)
        await page.getByRole("button", { name: "Open the portal" }).click()
        await page.getByRole("heading", { name: "Hello Axe" }).waitFor()
        await look()
        await visit(link)
        for (const url of [
          "/sign-in",
          "/check",
          "/sign-in/forgot",
          "/welcome/x",
          "/oauth/authorize",
          "/dev/mail"
        ]) {
          await visit(url)
        }
        await signIn(page)
        for (const url of settings) await visit(url)
        await page.goto(`${server.url}/settings/api-keys`)
        await page.getByRole("button", { name: "Make the key" }).click()
        await page.goto(`${server.url}/settings/api-keys`)
        await page.getByLabel("Name").fill(`Axe ${colorScheme} ${width}`)
        await page.getByLabel(/See projects/).check()
        await page.getByRole("button", { name: "Make the key" }).click()
        await look()
        await page.getByRole("link", { name: "Done" }).click()
        await page.getByRole("link", { name: `Revoke Axe ${colorScheme} ${width}` }).click()
        await look()
        await page.goto(`${server.url}/settings/apps`)
        await page.getByLabel("App name").fill(`Axe ${colorScheme} ${width}`)
        await page.getByLabel("Redirect URIs").fill(`${appUrl}/callback`)
        await page.getByRole("button", { name: "Register" }).click()
        const clientId = (await page.locator("#client-id").textContent()) ?? ""
        await look()
        await visit(`/settings/apps/${clientId}`)
        await visit(
          `/oauth/authorize?${new URLSearchParams({
            client_id: clientId,
            redirect_uri: `${appUrl}/callback`,
            response_type: "code",
            scope: "projects:read invoices:write",
            ...pkce
          })}`
        )
        await page.goto(`${server.url}/settings/webhooks`)
        await page.getByLabel("Address").fill(`https://receiver.example/${colorScheme}${width}`)
        await page.getByRole("button", { name: "Add" }).click()
        await look()
        await page.getByRole("link", { name: "Done" }).click()
        await page.getByRole("button", { name: "Send a test event" }).click()
        await look()
        await page.goto(`${server.url}/settings/users`)
        await page
          .getByRole("link", { name: /^Change/ })
          .first()
          .click()
        await look()
        assert.deepStrictEqual(signs, [])
        await context.close()
      }
      assert.deepStrictEqual(findings, [])
    }
  )

  it("thirty hostile texts in every field run no script on any page, in no mail and no PDF", async () => {
    const { context, page, signs } = await watchedPage(browser)
    await signIn(page)
    // One session, one token.
    const csrf = await page.locator('main input[name="csrf"]').first().inputValue()
    const post = async (path: string, form: Record<string, string>) => {
      const answer = await context.request.post(`${server.url}${path}`, {
        form,
        headers: { origin: server.url },
        maxRedirects: 0
      })
      assert.isBelow(answer.status(), 400, await answer.text())
      return await answer.text()
    }
    // Mails are read elsewhere, without our policy to protect them.
    const mails = await watchedPage(browser)
    assert.lengthOf(hostileTexts, 30)
    for (const [index, text] of hostileTexts.entries()) {
      const email = `hostile${index}@client.example`
      const client = await api("POST", "/v1/clients", {
        name: text,
        email,
        company: text,
        notes: text
      })
      const project = await api("POST", "/v1/projects", {
        name: text,
        description: text,
        client_id: client.id
      })
      const archived = await api("POST", "/v1/projects", { name: text, client_id: client.id })
      await api("DELETE", `/v1/projects/${archived.id}`)
      const invoice = await api("POST", "/v1/invoices", {
        client_id: client.id,
        project_id: project.id,
        notes: text,
        line_items: [{ description: text, quantity: 1, unit_price: 100 }]
      })
      await api("POST", `/v1/invoices/${invoice.id}/send`, { message: text })
      const invoiceMail = await mailTo(email, "/pay/")
      await post("/settings/api-keys", {
        csrf,
        name: text,
        scopes: "projects:read"
      })
      const made = await post("/settings/apps", {
        csrf,
        name: text,
        redirect_uris: `${appUrl}/callback?x=${encodeURIComponent(text)}`
      })
      await post("/settings/users", {
        csrf,
        name: text,
        email: `user${index}@agency.example`,
        role: "member"
      })
      await post("/settings/workspace", {
        csrf,
        name: text,
        legal_name: text,
        address: text,
        vat_id: text.slice(0, 64),
        invoice_prefix: "INV",
        payment_terms: "30",
        time_zone: "UTC",
        locale: "en"
      })
      const { data: endpoints } = await api("GET", "/v1/webhook_endpoints?limit=100")
      // A workspace has at most twenty: these are looked at and make room.
      if (endpoints.length === 20) {
        await page.goto(`${server.url}/settings/webhooks`)
        for (const { id } of endpoints) await api("DELETE", `/v1/webhook_endpoints/${id}`)
      }
      await post("/settings/webhooks", {
        csrf,
        url: `https://receiver.example/${encodeURIComponent(text)}`,
        description: text
      })
      await api("POST", `/v1/invoices/${invoice.id}/payments`, {
        amount: 1,
        method: text.slice(0, 64),
        reference: text
      })
      await api("POST", `/v1/invoices/${invoice.id}/remind`, { message: text })
      await api("POST", `/v1/clients/${client.id}/invite`, { message: text })
      const invitation = await mailTo(email, "/invitations/")
      const link = invitationIn(invitation)
      await page.goto((await api("GET", `/v1/invoices/${invoice.id}`)).processor_payment_url)
      await page.goto(link)
      await page.getByRole("button", { name: "Open the portal" }).click()
      await page.getByRole("heading", { level: 1 }).waitFor()
      const clientId = /app_[0-9a-z]{26}/.exec(made)?.[0] ?? ""
      await page.goto(
        `${server.url}/oauth/authorize?${new URLSearchParams({
          client_id: clientId,
          redirect_uri: `${appUrl}/callback?x=${encodeURIComponent(text)}`,
          response_type: "code",
          scope: "projects:read",
          state: text,
          ...pkce
        })}`
      )
      await page.getByRole("button", { name: "Do not allow" }).waitFor()
      await page.goto(`${server.url}/settings/apps/${clientId}`)
      await page.goto(`${server.url}/sign-in?other=1&return_to=${encodeURIComponent(`/${text}`)}`)
      await page.goto(`${server.url}/oauth/authorize?client_id=${encodeURIComponent(text)}`)
      for (const { html } of [invoiceMail, invitation]) await mails.page.setContent(html)
      const pdf = await context.request.get(`${server.url}/v1/invoices/${invoice.id}/pdf`, {
        headers: { authorization: `Bearer ${key}` }
      })
      assert.notMatch((await pdf.body()).toString("latin1"), /\/(?:JavaScript|JS|OpenAction|AA)\b/)
    }
    for (const url of [...settings, "/dev/mail"]) await page.goto(`${server.url}${url}`)
    assert.deepStrictEqual([...signs, ...mails.signs], [])
    await context.close()
    await mails.context.close()
  }, 240_000)
})
