/**
 * Screenshots of every page of the frame and of the portal in every language: with few rows, and
 * with many whose names are long or hostile.
 */
import type { fill } from "./agency.ts"
import { type Studio, signIn } from "./scenes.ts"

type Filled = Awaited<ReturnType<typeof fill>>

const all = ["en", "de", "fr", "es"] as const
export const languages = all.filter((language) =>
  (process.env["SHOTS_LANGUAGES"] ?? all.join()).includes(language)
)

const settings = [
  ...["connected-apps", "workspace", "branding", "invoicing", "users", "mails", "leave", "audit"],
  ...["api-keys", "apps", "webhooks", "access"]
]

type Pages = ReadonlyArray<readonly [name: string, path: string]>

const inEveryLanguage = async ({ page, shoot }: Studio, pages: Pages) => {
  for (const language of languages) {
    await page.setExtraHTTPHeaders({ "accept-language": language })
    for (const [name, path] of pages) await shoot(`${name} ${language}`, path)
  }
  await page.setExtraHTTPHeaders({})
}

const reports = ["revenue", "receivables", "projects", "taxes", "clients"]

const lists = (state: string): Pages => [
  [`home ${state}`, "/home"],
  [`invoices ${state}`, "/invoices?state=all"],
  [`clients ${state}`, "/clients"],
  [`projects ${state}`, "/projects"],
  [`search ${state}`, "/search?q=a"],
  [`files ${state}`, "/files"],
  ...reports.map((show) => [`report ${show} ${state}`, `/reports?show=${show}`] as const)
]

/** Before there is anything. */
export const emptyPages = async (studio: Studio) => {
  await signIn(studio)
  await inEveryLanguage(studio, [
    ...lists("empty"),
    ["invoice form empty", "/invoices/new"],
    ["project form empty", "/projects/new"],
    ["client form empty", "/clients/new"],
    ...["users", "audit", "api-keys", "apps", "webhooks", "mails"].map(
      (name) => [`${name} empty`, `/settings/${name}`] as const
    )
  ])
}

export const fewPages = async (studio: Studio, invoices: Filled) => {
  const { agency } = studio
  await signIn(studio)
  const { client } = await agency.api("GET", `/v1/invoices/${invoices.overdue.id}`)
  const [project] = (await agency.api("GET", `/v1/projects?client_id=${client.id}`)).data
  const draft = await agency.api("POST", `/v1/invoices/${invoices.partly.id}/duplicate`)
  await inEveryLanguage(studio, [
    ...lists("few"),
    ["invoice overdue pay", `/invoices/${invoices.overdue.id}?do=pay`],
    ["invoice paid", `/invoices/${invoices.paid.id}`],
    ["invoice void", `/invoices/${invoices.gone.id}`],
    ["invoice draft send", `/invoices/${draft.id}?do=send`],
    ["invoice link", `/invoices/${invoices.open.id}?do=link`],
    ["invoice credit", `/invoices/${invoices.open.id}?do=credit`],
    ["invoice form", `/invoices/${draft.id}/edit`],
    ["client", `/clients/${client.id}`],
    ["client invite", `/clients/${client.id}?do=invite`],
    ["client form", `/clients/${client.id}/edit`],
    ["client statement", `/clients/${client.id}/statement`],
    ["project", `/projects/${project.id}`],
    ["project form", `/projects/${project.id}/edit`]
  ])
}

export const settingsPages = async (studio: Studio) => {
  await signIn(studio)
  await inEveryLanguage(studio, [
    ["account", "/account"],
    ["second factor", "/account/second-factor"],
    ...settings.map((name) => [`settings ${name}`, `/settings/${name}`] as const)
  ])
  const { page, agency, shoot } = studio
  for (const language of languages) {
    await page.setExtraHTTPHeaders({ "accept-language": language })
    await page.goto(`${agency.url}/settings/branding`)
    await page.locator("input[name=colour], input[type=color]").first().fill("#b3261e")
    const preview = page.locator("button[value=preview], button[formaction*=preview]").first()
    if ((await preview.count()) === 0) continue
    await preview.evaluate((element) => element.removeAttribute("formtarget"))
    await preview.click()
    await page.waitForLoadState("load")
    await shoot(`branding preview ${language}`)
  }
  await page.setExtraHTTPHeaders({})
}

const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
const names = [
  "<script>alert(1)</script> Ω العربية",
  long,
  "Ada",
  '"><img src=x onerror=alert(1)>',
  "Müller & Söhne"
]
const nameOf = (at: number) => names[at % names.length] ?? ""

/** More than a page of everything, half of it of one client. */
const fillMany = async ({ api }: Studio["agency"]) => {
  const made: string[] = []
  for (let at = 0; at < 55; at += 1) {
    const { id } = await api("POST", "/v1/clients", {
      ...{ name: nameOf(at), company: at % 2 === 0 ? nameOf(at + 1) : null },
      email: `c${at}@${"long.".repeat(at % 8)}client.example`
    })
    made.push(id)
  }
  const [busy = ""] = made
  let project = ""
  for (let at = 0; at < 55; at += 1) {
    const client_id = at % 2 === 0 ? busy : made[at]
    const { id } = await api("POST", "/v1/projects", {
      ...{ name: nameOf(at + 1), client_id, budget: 10 ** (at % 11) }
    })
    project = at === 0 ? id : project
    const { id: invoice } = await api("POST", "/v1/invoices", {
      ...{ client_id, project_id: id, currency: at % 9 === 8 ? "JPY" : "EUR" },
      ...{ issue_date: "2026-05-01", due_date: `2026-0${(at % 9) + 1 < 5 ? 5 : (at % 9) + 1}-28` },
      line_items: [{ description: nameOf(at), quantity: 1, unit_price: 10 ** (at % 10) * 7 }]
    })
    if (at % 3 === 2) continue
    await api("POST", `/v1/invoices/${invoice}/send`)
    if (at % 4 === 0) await api("POST", `/v1/invoices/${invoice}/payments`, { amount: 5 })
  }
  for (let at = 0; at < 60; at += 1) {
    await api("POST", `/v1/projects/${project}/tasks`, { title: nameOf(at) })
    if (at < 12) await api("POST", `/v1/projects/${project}/milestones`, { name: nameOf(at) })
  }
  return { busy, project }
}

export const manyPages = async (studio: Studio) => {
  await signIn(studio)
  const { busy, project } = await fillMany(studio.agency)
  await inEveryLanguage(studio, [
    ...lists("many"),
    ["client many", `/clients/${busy}`],
    ["client projects many", `/clients/${busy}?show=projects`],
    ["statement many", `/clients/${busy}/statement`],
    ["project many", `/projects/${project}`],
    ["project form many", `/projects/new?client=${busy}`]
  ])
}

/** A client of each language: nothing yet, then open, overdue, paid and void invoices. */
export const portalPages = async (studio: Studio) => {
  const { page, agency, shoot } = studio
  const { api } = agency
  await api("PATCH", "/v1/workspace", {
    bank_account: { holder: null, iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
    ...{ email: "hello@northwind.example", payment_note: "Thank you for paying on time." }
  })
  for (const language of languages) {
    const email = `portal-${language}@client.example`
    const company = language === "de" ? long : "Analytical Engines Ltd"
    const client = await api("POST", "/v1/clients", { name: "Ada Byron", company, email, language })
    const project = await api("POST", "/v1/projects", {
      ...{ name: language === "de" ? long : "Website relaunch", client_id: client.id },
      ...{ status: "in_progress", description: "What is being done, for whom and until when." }
    })
    await api("POST", `/v1/projects/${project.id}/tasks`, { title: "Concept", status: "done" })
    await api("POST", `/v1/projects/${project.id}/tasks`, { title: "Build" })
    await api("POST", `/v1/projects/${project.id}/milestones`, {
      ...{ name: "Launch", due_date: "2026-12-01", amount: 100_000 }
    })
    await api("POST", `/v1/clients/${client.id}/invite`, { project_ids: [project.id] })
    const link = await agency.linkTo(email, "/invitations/")
    await shoot(`invitation ${language}`, link)
    await page.locator("main form button").first().click()
    await shoot(`portal empty ${language}`)
    await shoot(`portal statement empty ${language}`, "/portal/statement")
    const sent = async (extra: object) => {
      const { id, total } = await api("POST", "/v1/invoices", {
        ...{ client_id: client.id, project_id: project.id, currency: "EUR", tax_rate: 0.19 },
        line_items: [
          { description: "Retainer, September\nProduct design", quantity: 1, unit_price: 360_000 },
          { description: language === "de" ? long : "Study", quantity: 6, unit_price: 15_000 }
        ],
        ...extra
      })
      await api("POST", `/v1/invoices/${id}/send`)
      const { processor_payment_url: url } = await api("GET", `/v1/invoices/${id}`)
      return { id, total, url: `${url}` }
    }
    const states = {
      open: await sent({ notes: "Thank you for working with us." }),
      overdue: await sent({ issue_date: "2026-09-01", due_date: "2026-10-01" }),
      paid: await sent({ issue_date: "2025-11-01", due_date: "2025-12-01" }),
      void: await sent({ currency: "USD" })
    }
    await api("POST", `/v1/invoices/${states.overdue.id}/payments`, { amount: 150_000 })
    await api("POST", `/v1/invoices/${states.paid.id}/payments`, { amount: states.paid.total })
    await api("POST", `/v1/invoices/${states.void.id}/void`, { reason: "Made twice" })
    await shoot(`portal ${language}`, "/portal")
    await page.locator("details.year summary").first().click()
    await shoot(`portal unfolded ${language}`)
    await shoot(`portal statement ${language}`, "/portal/statement?from=2025-01-01")
    await shoot(`portal project ${language}`, `/portal/projects/${project.id}`)
    for (const [state, { id, url }] of Object.entries(states)) {
      await shoot(`portal invoice ${state} ${language}`, `/portal/invoices/${id}`)
      await shoot(`pay ${state} ${language}`, url)
    }
    await shoot(`portal not found ${language}`, "/portal/projects/none")
    await page.context().clearCookies({ name: /_portal$/ })
    await page.setExtraHTTPHeaders({ "accept-language": language })
    await shoot(`portal ask ${language}`, "/portal")
    await page.setExtraHTTPHeaders({})
  }
}
