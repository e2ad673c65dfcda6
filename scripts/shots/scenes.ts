/** Screenshots of every page and state, in the order of an agency's work. */
import type { Page } from "playwright-core"
import { pkce, settingsPaths } from "../../test/support/agency.ts"
import { type Agency, darkLogo, fill, owner } from "./agency.ts"
import { clientPages } from "./clientScenes.ts"
import { projectScenes } from "./projects.ts"

export interface Studio {
  readonly page: Page
  readonly agency: Agency
  /** Goes there, where an address is given, and photographs what is there. */
  readonly shoot: (name: string, path?: string) => Promise<void>
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).first().click()
const follow = (page: Page, name: string | RegExp) =>
  page.getByRole("link", { name }).first().click()

export const signIn = async ({ page, agency }: Studio, email = owner, path = "/sign-in") => {
  await page.goto(`${agency.url}${path}`)
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password").fill(agency.password)
  await press(page, "Sign in")
  await page.waitForURL("**/home")
}

const forget = (page: Page, name: string) =>
  page.context().clearCookies({ name: new RegExp(`_${name}$`) })

const allSettings = async ({ shoot }: Studio, state: string) => {
  for (const path of settingsPaths) await shoot(`${path.slice(1).replace("/", " ")} ${state}`, path)
}

export const strangers = async (studio: Studio) => {
  const { page, agency, shoot } = studio
  await shoot("sign-in", "/sign-in")
  await page.getByLabel("E-mail").fill(owner)
  await page.getByLabel("Password").fill("wrong password")
  await press(page, "Sign in")
  await shoot("sign-in refused")
  await shoot("forgot", "/sign-in/forgot")
  await page.getByLabel("E-mail").fill(owner)
  await press(page, "Send the link")
  await shoot("forgot sent")
  await shoot("welcome", await agency.linkTo(owner, "/welcome/"))
  await page.getByLabel("Password").fill("short")
  await press(page, "Save and sign in")
  await shoot("welcome refused")
  await shoot("welcome unknown", "/welcome/x")
  await shoot("portal ask", "/portal")
  await page.getByLabel("E-mail").fill("x@client.example")
  await press(page, "Send me a link")
  await shoot("portal sent")
  await shoot("not found", "/nothing/here")
  await shoot("pay unknown", "/pay/x")
  await shoot("invitation unknown", "/portal/invitations/x")
  await shoot("consent unusable", "/oauth/authorize?client_id=x")
  await shoot("check", "/check")
  await shoot("docs", "/docs")
}

export const emptyAgency = async (studio: Studio) => {
  await signIn(studio)
  await studio.shoot("home empty", "/home")
  await allSettings(studio, "empty")
  for (const tab of ["open", "draft"]) {
    await studio.shoot(`invoices ${tab} empty`, `/invoices?state=${tab}`)
  }
  await studio.shoot("invoice form empty", "/invoices/new")
  await studio.shoot("projects empty", "/projects")
  await studio.shoot("project form empty", "/projects/new")
  await studio.shoot("settings not found", "/settings/nothing")
  await studio.shoot("dev mail empty", "/dev/mail")
}

const webhooks = async ({ page, shoot }: Studio) => {
  await shoot("webhooks", "/settings/webhooks")
  await page.getByLabel("Address").fill("not an address")
  await press(page, "Add")
  await shoot("webhooks refused")
  await page.getByLabel("Address").fill(`https://receiver.example/${"path/".repeat(20)}`)
  await press(page, "Add")
  await shoot("webhook secret")
  await follow(page, "Done")
  await press(page, "Send a test event")
  await shoot("webhook")
  await follow(page, /secret/i)
  await shoot("webhook rotate question")
  await page.goBack()
  await follow(page, /^(Remove|Delete)/)
  await shoot("webhook delete question")
}

const keysAndApps = async ({ page, agency, shoot }: Studio) => {
  await shoot("keys", "/settings/api-keys")
  await press(page, "Create the key")
  await page.getByLabel("Name").fill("Accounting export")
  await press(page, "Create the key")
  await shoot("key refused")
  await page.getByLabel(/See projects/).check()
  await press(page, "Create the key")
  await shoot("key secret")
  await follow(page, "Done")
  await follow(page, /^Revoke/)
  await shoot("key revoke question")
  await page.goto(`${agency.url}/settings/apps`)
  await page.getByLabel("App name").fill("Ledger")
  await page.getByLabel("Redirect URIs").fill("http://evil.example")
  await press(page, "Register")
  await shoot("app refused")
  await page.getByLabel("Redirect URIs").fill("https://ledger.example/callback")
  await press(page, "Register")
  await shoot("app secret")
  const clientId = (await page.locator("#client-id").textContent()) ?? ""
  await shoot("app", `/settings/apps/${clientId}`)
  await shoot("app delete question", `/settings/apps/${clientId}/delete`)
  return `/oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: "https://ledger.example/callback",
    response_type: "code",
    scope: "projects:read invoices:write",
    ...pkce
  })}`
}

const people = async (studio: Studio) => {
  const { page, agency, shoot } = studio
  const member = "member@agency.example"
  await page.goto(`${agency.url}/settings/users`)
  await page.getByLabel("Name").fill("Mia Member")
  await page.getByLabel("E-mail").fill(owner)
  await press(page, /^Invite|^Send/)
  await shoot("user refused")
  await page.getByLabel("E-mail").fill(member)
  await press(page, /^Invite|^Send/)
  await shoot("user invited")
  await follow(page, /^Change Mia/)
  await shoot("user")
  await follow(page, /^Remove/)
  await shoot("user remove question")
  const welcome = await agency.linkTo(member, "/welcome/")
  const guest = await page.context().browser()?.newContext()
  const other = await guest?.newPage()
  if (other === undefined) return
  await other.goto(welcome)
  await other.getByLabel("Password").fill(agency.password)
  await press(other, "Save and sign in")
  await other.waitForURL("**/home")
  await guest?.close()
}

const formRecovery = async (studio: Studio, consent: string) => {
  const { page, agency, shoot } = studio
  await page.goto(`${agency.url}/settings/users`)
  await page.getByLabel("Name").fill("Typed before the session ended")
  await page.getByLabel("E-mail").fill("typed@agency.example")
  await forget(page, "session")
  await press(page, /^Invite|^Send/)
  await shoot("session ended")
  await page.getByLabel("E-mail").fill(owner)
  await page.getByLabel("Password").fill(agency.password)
  await press(page, "Sign in")
  await shoot("session ended filled in")
  await forget(page, "visit")
  await press(page, /^Invite|^Send/)
  await shoot("form lost")
  await shoot("consent", consent)
  await forget(page, "session")
  await shoot("sign-in for an app", consent)
}

/** The page of an invoice in each state and panel, and the frame in each language. */
const invoicePages = async (
  { page, agency, shoot }: Studio,
  invoices: Awaited<ReturnType<typeof fill>>
) => {
  await shoot("home", "/home")
  const draft = await agency.api("POST", `/v1/invoices/${invoices.open.id}/duplicate`)
  const panels = {
    open: ["", "pay", "remind", "again", "credit", "correct", "void"],
    partly: ["", "reverse", "void"],
    paid: [""],
    overdue: ["", "pay", "remind"],
    gone: [""],
    pay: ["", "pay"]
  } as const
  for (const [state, names] of Object.entries(panels)) {
    const { id } = invoices[state as keyof typeof panels]
    for (const panel of names) {
      await shoot(`invoice ${state} ${panel}`.trim(), `/invoices/${id}?do=${panel}`)
    }
  }
  for (const panel of ["", "send", "void", "duplicate"]) {
    await shoot(`invoice draft ${panel}`.trim(), `/invoices/${draft.id}?do=${panel}`)
  }
  const { id: credited } = await agency.api("POST", `/v1/invoices/${draft.id}/duplicate`)
  await agency.api("POST", `/v1/invoices/${credited}/send`)
  await agency.api("POST", `/v1/invoices/${credited}/credit_notes`, {
    lines: [{ line: 0, quantity: 1 }],
    reason: "Agreed price"
  })
  for (const panel of ["", "note"]) {
    await shoot(`invoice credited ${panel}`.trim(), `/invoices/${credited}?do=${panel}`)
  }
  await page.goto(`${agency.url}/invoices/${invoices.partly.id}?do=pay`)
  await page.getByLabel("Amount").fill("999999")
  await press(page, /^Record /)
  await shoot("invoice payment in excess")
  for (const language of ["de", "fr", "es"]) {
    await page.setExtraHTTPHeaders({ "accept-language": language })
    await shoot(`home ${language}`, "/home")
    await shoot(`invoice ${language}`, `/invoices/${invoices.overdue.id}?do=pay`)
    await shoot(`settings ${language}`, "/settings/users")
  }
  await page.setExtraHTTPHeaders({})
}

const languages = ["de", "fr", "es", "en"]

/** Each report and the search, with figures and without. */
const reportPages = async ({ page, shoot }: Studio) => {
  for (const show of ["revenue", "receivables", "projects", "taxes", "clients"]) {
    await shoot(`reports ${show}`, `/reports?show=${show}`)
  }
  await shoot("reports empty", "/reports?show=taxes&from=1999-01-01&to=1999-12-31")
  await shoot("reports refused", "/reports?from=2020-01-01&to=2019-01-01")
  await shoot("search", "/search?q=a")
  await shoot("search none", "/search?q=nothing")
  await shoot("search refused", `/search?q=${"x".repeat(101)}`)
  for (const language of languages) {
    await page.setExtraHTTPHeaders({ "accept-language": language })
    await shoot(`reports taxes ${language}`, "/reports?show=taxes")
    await shoot(`search ${language}`, "/search?q=a")
    await page.keyboard.press("?")
    await shoot(`keys ${language}`)
  }
  await page.setExtraHTTPHeaders({})
}

/** With a few invoices, in every tab and language, and with more than a page of hostile names. */
const invoiceLists = async ({ page, agency, shoot }: Studio) => {
  for (const tab of ["open", "overdue", "paid", "void", "all"]) {
    await shoot(`invoices ${tab}`, `/invoices?state=${tab}`)
  }
  for (const language of languages) {
    await page.setExtraHTTPHeaders({ "accept-language": language })
    await shoot(`invoices ${language}`, "/invoices?state=all")
  }
  const hostile = await agency.api("POST", "/v1/clients", {
    name: "<script>alert(1)</script> Ω العربية",
    company: "“<b>Sons & Daughters</b>” GmbH",
    email: "hostile@client.example"
  })
  for (let at = 0; at < 55; at += 1) {
    await agency.api("POST", "/v1/invoices", {
      client_id: hostile.id,
      currency: at % 9 === 0 ? "JPY" : "USD",
      line_items: [{ description: "Work", quantity: 1, unit_price: 10 ** (at % 12) }]
    })
  }
  await shoot("invoices many", "/invoices?state=draft")
  await shoot("invoices none found", "/invoices?q=nothing")
}

const invoiceForms = async (
  { page, agency, shoot }: Studio,
  invoices: Awaited<ReturnType<typeof fill>>
) => {
  const draft = await agency.api("POST", `/v1/invoices/${invoices.partly.id}/duplicate`)
  for (const language of languages) {
    await page.setExtraHTTPHeaders({ "accept-language": language })
    await shoot(`invoice form ${language}`, `/invoices/${draft.id}/edit`)
    await page.goto(`${agency.url}/invoices/new`)
    await page.locator("[name='line.0.unit_price']").fill("x")
    await page.locator("[name=discount]").fill("1,234")
    await page.locator("button[value=save]").click()
    await page.locator(".problem").first().waitFor()
    await shoot(`invoice form refused ${language}`)
  }
  await page.goto(`${agency.url}/invoices/${draft.id}/edit`)
  await agency.api("PATCH", `/v1/invoices/${draft.id}`, { notes: "Theirs", discount: 0 })
  await page.locator("[name=notes]").fill("Mine")
  await page.locator("button[value=save]").click()
  await page.locator(".note-bad").first().waitFor()
  await shoot("invoice form changed by somebody else")
}

export const fullAgency = async (studio: Studio) => {
  const { page, agency, shoot } = studio
  await page.goto(`${agency.url}/settings/branding`)
  await page.getByLabel("Colour").first().fill("#10233a")
  await page.locator("input[name=logo]").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: await darkLogo(agency.browser)
  })
  await press(page, "Save")
  await shoot("branding saved")
  await page.goto(`${agency.url}/settings/workspace`)
  await page.getByLabel("Legal name").fill("Northwind Studio GmbH & Co. KG")
  await press(page, "Save")
  await shoot("workspace saved")
  await page.goto(`${agency.url}/settings/invoicing`)
  await page.getByLabel("Invoice prefix").fill("!!")
  await page.getByLabel("Payment terms").fill("30")
  await press(page, "Save")
  await shoot("invoicing refused")
  const invoices = await fill(agency)
  await webhooks(studio)
  await invoiceLists(studio)
  await reportPages(studio)
  await invoiceForms(studio, invoices)
  await projectScenes(studio)
  await invoicePages(studio, invoices)
  await clientPages(studio, invoices.partly.id)
  return invoices
}

/** Keys, apps, people and lost sessions, and what a member sees. */
export const accessPages = async (studio: Studio) => {
  const { page, agency, shoot } = studio
  await signIn(studio)
  const consent = await keysAndApps(studio)
  await people(studio)
  await page.goto(`${agency.url}/settings/leave`)
  await page.locator('form[action="/settings/leave/export"] button').click()
  await shoot("settings leave requested")
  await allSettings(studio, "full")
  await formRecovery(studio, consent)
  await signIn(studio, "member@agency.example")
  await shoot("home as a member", "/home")
  await allSettings(studio, "as a member")
}

export const clients = async (studio: Studio, invoices: Awaited<ReturnType<typeof fullAgency>>) => {
  const { page, agency, shoot } = studio
  for (const [state, { url }] of Object.entries(invoices)) await shoot(`pay ${state}`, url)
  await shoot("pay card", `${invoices.pay.url}/checkout`)
  await press(page, "Decline the card")
  await shoot("pay declined")
  await press(page, "Pay, with a delayed notification")
  await shoot("pay under way")
  for (const address of [
    "ada@client.example",
    "accounting.department.of.the.whole.group@subsidiary.client.example",
    "nil@client.example"
  ]) {
    const name = address.split(/[@.]/)[0]
    const link = await agency.linkTo(address, "/invitations/")
    await shoot(`invitation ${name}`, link)
    await press(page, "Open the portal")
    await shoot(`portal ${name}`)
    await shoot(`invitation used ${name}`, link)
    await forget(page, "portal")
    await shoot(`invitation used by a stranger ${name}`, link)
  }
  await page.goto(`${agency.url}/check`)
  const answer = await page.context().request.get(`${invoices.open.url}/invoice.pdf`)
  for (const [name, buffer] of [
    ["other", Buffer.from("%PDF-1.7 not ours")],
    ["downloaded", await answer.body()]
  ] as const) {
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "invoice.pdf", mimeType: "application/pdf", buffer })
    await press(page, "Check the file")
    await shoot(`check ${name}`)
  }
  await shoot("dev mail", "/dev/mail")
  const mails = await page
    .locator("main li a")
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute("href")]))
  const kinds = new Map(
    mails.map(([subject, href]) => [(subject ?? "").replace(/[\d-]+/g, ""), href])
  )
  for (const [subject, href] of kinds) {
    const name = subject
      .replace(/[^a-z]+/gi, " ")
      .trim()
      .slice(0, 40)
    await shoot(`mail ${name}`, `${href}`)
    await shoot(`mail ${name} html`, `${href}/html`)
  }
}
