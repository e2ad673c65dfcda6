/** Screenshots of the pages of clients, in every language, and of their panels and refusals. */
import type { Studio } from "./scenes.ts"

const languages = ["en", "de", "fr", "es"] as const

export const clientPages = async ({ page, agency, shoot }: Studio, invoiceId: string) => {
  const { client } = await agency.api("GET", `/v1/invoices/${invoiceId}`)
  const { id: overpaid } = await agency.api("POST", "/v1/invoices", {
    client_id: client.id,
    line_items: [{ description: "Hosting", quantity: 1, unit_price: 50_000 }]
  })
  await agency.api("POST", `/v1/invoices/${overpaid}/send`)
  await agency.api("POST", `/v1/invoices/${overpaid}/payments`, {
    amount: 62_000,
    excess: "credit"
  })
  const [credit] = (await agency.api("GET", `/v1/clients/${client.id}/credits`)).data
  const path = `/clients/${client.id}`
  for (const language of languages) {
    await page.setExtraHTTPHeaders({ "accept-language": language })
    for (const [name, address] of [
      ["clients", "/clients"],
      ["clients none found", "/clients?q=nothing"],
      ["client", path],
      ["client projects", `${path}?show=projects`],
      ["client files", `${path}?show=files`],
      ["client credit", `${path}?show=credit`],
      ["client history", `${path}?show=history`],
      ["client invite", `${path}?do=invite`],
      ["client close", `${path}?do=close`],
      ["client apply credit", `${path}?show=credit&do=apply&credit=${credit.id}`],
      ["client refund credit", `${path}?show=credit&do=refund&credit=${credit.id}`],
      ["client edit", `${path}/edit`],
      ["client statement", `${path}/statement`]
    ] as const) {
      await shoot(`${name} ${language}`, address)
    }
    await page.goto(`${agency.url}/clients/new`)
    await page.locator("[name=vat_id]").fill("12")
    await page.locator("form.fields button").click()
    await page.locator("[name=name]").fill("Nora")
    await page.locator("[name=email]").fill("nora@client.example")
    await page.locator("form.fields button").click()
    await page.locator(".problem").first().waitFor()
    await shoot(`client form refused ${language}`)
  }
  await page.goto(`${agency.url}${path}/edit`)
  await agency.api("PATCH", `/v1/clients/${client.id}`, { phone: "+44 20 1" })
  await page.locator("[name=phone]").fill("+44 20 2")
  await page.locator("form.fields button").click()
  await page.locator(".note-bad").first().waitFor()
  await shoot("client form changed by somebody else")
  await page.setExtraHTTPHeaders({})
}
