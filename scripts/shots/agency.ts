/**
 * A real server with sample data for the screenshots: every state that a page can show, long names
 * and short ones.
 */
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import PostalMime from "postal-mime"
import { launchBrowser } from "../../test/support/browser.ts"
import {
  eventually,
  firstKey,
  startServer,
  stopServer,
  temporaryDirectory
} from "../../test/support/process.ts"

// biome-ignore lint/suspicious/noExplicitAny: a script reads whatever JSON came
type Json = any

export const owner = "owner@demo-agency.example"
const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"

/** A logo as many have it: dark on nothing. */
export const darkLogo = async (browser: Browser): Promise<Buffer> => {
  const page = await browser.newPage({ viewport: { width: 360, height: 96 } })
  await page.setContent(
    '<body style="margin:0;font:700 40px/96px sans-serif;color:#14202b;white-space:nowrap">◆ Northwind</body>'
  )
  const logo = await page.screenshot({ omitBackground: true })
  await page.close()
  return logo
}

export const startAgency = async () => {
  const directory = await temporaryDirectory()
  const server = await startServer({ DATA_DIR: directory.path, RATE_LIMIT: "off" })
  const browser = await launchBrowser()
  const key = firstKey(server)

  const api = async (method: string, path: string, body?: object): Promise<Json> => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
    return text === "" ? null : JSON.parse(text)
  }

  /** The first link of this kind that was mailed to the address. */
  const linkTo = (address: string, kind: string): Promise<string> =>
    eventually(async () => {
      const folder = join(directory.path, "mail")
      for (const name of (await readdir(folder).catch(() => [])).toSorted().toReversed()) {
        if (!name.endsWith(".eml")) continue
        const mail = await PostalMime.parse(await readFile(join(folder, name)))
        if (mail.to?.[0]?.address !== address) continue
        const link = (mail.text ?? "").match(/https?:\/\/\S+/g)?.find((url) => url.includes(kind))
        if (link !== undefined) return link
      }
      return undefined
    })

  return {
    url: server.url,
    password: /password +(\S+)/.exec(server.stdout())?.[1] ?? "",
    browser,
    api,
    linkTo,
    stop: async () => {
      await browser.close()
      await stopServer(server)
      await directory.remove()
    }
  }
}
export type Agency = Awaited<ReturnType<typeof startAgency>>

const lines = [
  { description: "Design of the start page", quantity: 12.5, unit_price: 9_500 },
  { description: `Implementation\n${long}`, quantity: 1, unit_price: 1_234_567 }
]

export const fill = async ({ api }: Agency) => {
  const ada = await api("POST", "/v1/clients", {
    name: "Ada Byron",
    email: "ada@client.example",
    company: "Analytical Engines Ltd"
  })
  const hubert = await api("POST", "/v1/clients", {
    name: `Hubert ${long}`,
    email: "accounting.department.of.the.whole.group@subsidiary.client.example",
    company: long
  })
  const empty = await api("POST", "/v1/clients", { name: "Nil", email: "nil@client.example" })
  for (const client of [ada, hubert]) {
    for (const status of ["planning", "in_progress", "review", "completed", "archived"]) {
      const { id } = await api("POST", "/v1/projects", {
        name: status === "review" ? long : `Website ${status.replace("_", " ")}`,
        description: status === "planning" ? null : "What is being done, for whom and until when.",
        client_id: client.id,
        start_date: "2026-01-15",
        end_date: "2026-12-31"
      })
      if (status === "archived") await api("DELETE", `/v1/projects/${id}`)
      else if (status !== "planning") await api("PATCH", `/v1/projects/${id}`, { status })
    }
  }
  const invoice = async (client: Json, extra: object = {}) => {
    const { id } = await api("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: lines,
      notes: "Thank you for working with us.",
      tax_rate: 0.19,
      ...extra
    })
    await api("POST", `/v1/invoices/${id}/send`)
    const { processor_payment_url: url } = await api("GET", `/v1/invoices/${id}`)
    return { id, url: String(url) }
  }
  const invoices = {
    open: await invoice(ada),
    partly: await invoice(ada, { discount: 5_000 }),
    paid: await invoice(ada),
    overdue: await invoice(ada, { issue_date: "2026-01-01", due_date: "2026-01-31" }),
    gone: await invoice(ada),
    pay: await invoice(hubert)
  }
  await api("POST", `/v1/invoices/${invoices.partly.id}/payments`, { amount: 100_000 })
  const { total } = await api("GET", `/v1/invoices/${invoices.paid.id}`)
  await api("POST", `/v1/invoices/${invoices.paid.id}/payments`, { amount: total })
  await api("POST", `/v1/invoices/${invoices.gone.id}/void`)
  for (const client of [ada, hubert, empty]) await api("POST", `/v1/clients/${client.id}/invite`)
  return invoices
}
