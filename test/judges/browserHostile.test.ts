/** A real Chromium on the real process: hostile texts in every field that anyone may fill in. */
import { assert, describe, it } from "@effect/vitest"
import { invitationIn, pkce, settingsPaths, useAgency } from "../support/agency.ts"
import { hasBrowser, watchedPage } from "../support/browser.ts"
import { hostileTexts } from "../support/hostile.ts"
import { sampleOf } from "../support/sweep.ts"

describe.skipIf(!hasBrowser)("hostile texts in a browser", () => {
  const agency = useAgency()

  it("hostile texts in every field run no script on any page, in no mail and no PDF", async () => {
    const { context, page, signs } = await watchedPage(agency.browser)
    await agency.signIn(page)
    await page.goto(`${agency.url}/settings/api-keys`)
    // One session, one token.
    const csrf = await page.locator('main input[name="csrf"]').first().inputValue()
    const post = async (path: string, form: Record<string, string>) => {
      const answer = await context.request.post(`${agency.url}${path}`, {
        form,
        headers: { origin: agency.url },
        maxRedirects: 0
      })
      assert.isBelow(answer.status(), 400, await answer.text())
      return answer.headers()["location"] ?? ""
    }
    // Mails are read elsewhere, without our policy to protect them.
    const mails = await watchedPage(agency.browser)
    for (const [index, text] of sampleOf(hostileTexts).entries()) {
      const email = `hostile${index}@client.example`
      const client = await agency.api("POST", "/v1/clients", {
        name: text,
        email,
        company: text,
        notes: text
      })
      const project = await agency.api("POST", "/v1/projects", {
        name: text,
        description: text,
        client_id: client.id
      })
      const archived = await agency.api("POST", "/v1/projects", {
        name: text,
        client_id: client.id
      })
      await agency.api("DELETE", `/v1/projects/${archived.id}`)
      const invoice = await agency.api("POST", "/v1/invoices", {
        client_id: client.id,
        project_id: project.id,
        notes: text,
        line_items: [{ description: text, quantity: 1, unit_price: 100 }]
      })
      await agency.api("POST", `/v1/invoices/${invoice.id}/send`, { message: text })
      const invoiceMail = await agency.mailTo(email, "/pay/")
      await post("/settings/api-keys", {
        csrf,
        name: text,
        scopes: "projects:read"
      })
      const made = await post("/settings/apps", {
        csrf,
        name: text,
        redirect_uris: `${agency.appUrl}/callback?x=${encodeURIComponent(text)}`
      })
      await page.goto(`${agency.url}${made}`)
      await page.locator("#client-secret").waitFor()
      await post("/settings/users", {
        csrf,
        name: text,
        email: `user${index}@agency.example`,
        once: String(index).padStart(32, "0"),
        role: "member"
      })
      await post("/settings/workspace", {
        csrf,
        name: text,
        legal_name: text,
        address: text,
        tax_number: text.slice(0, 64),
        legal_information: text,
        payment_note: text,
        invoice_prefix: "INV",
        payment_terms: "30",
        time_zone: "UTC",
        locale: "en"
      })
      const { data: endpoints } = await agency.api("GET", "/v1/webhook_endpoints?limit=100")
      // A workspace has at most twenty: these are looked at and make room.
      if (endpoints.length === 20) {
        await page.goto(`${agency.url}/settings/webhooks`)
        for (const { id } of endpoints) await agency.api("DELETE", `/v1/webhook_endpoints/${id}`)
      }
      await post("/settings/webhooks", {
        csrf,
        url: `https://receiver.example/${encodeURIComponent(text)}`,
        description: text,
        which: "every"
      })
      await agency.api("POST", `/v1/invoices/${invoice.id}/payments`, {
        amount: 1,
        method: text.slice(0, 64),
        reference: text
      })
      await agency.api("POST", `/v1/invoices/${invoice.id}/remind`, { message: text })
      await agency.api("POST", `/v1/clients/${client.id}/invite`, { message: text })
      const invitation = await agency.mailTo(email, "/invitations/")
      const link = invitationIn(invitation)
      await page.goto((await agency.api("GET", `/v1/invoices/${invoice.id}`)).processor_payment_url)
      await page.goto(link)
      await page.getByRole("button", { name: "Open the portal" }).click()
      await page.getByRole("heading", { level: 1 }).waitFor()
      const clientId = /app_[0-9a-z]{26}/.exec(made)?.[0] ?? ""
      await page.goto(
        `${agency.url}/oauth/authorize?${new URLSearchParams({
          client_id: clientId,
          redirect_uri: `${agency.appUrl}/callback?x=${encodeURIComponent(text)}`,
          response_type: "code",
          scope: "projects:read",
          state: text,
          ...pkce
        })}`
      )
      await page.getByRole("button", { name: "Do not allow" }).waitFor()
      await page.goto(`${agency.url}/settings/apps/${clientId}`)
      await page.goto(`${agency.url}/sign-in?other=1&return_to=${encodeURIComponent(`/${text}`)}`)
      await page.goto(`${agency.url}/oauth/authorize?client_id=${encodeURIComponent(text)}`)
      for (const panel of ["pay", "reverse", "credit", "again"]) {
        await page.goto(`${agency.url}/invoices/${invoice.id}?do=${panel}`)
      }
      for (const { html } of [invoiceMail, invitation]) await mails.page.setContent(html)
      const pdf = await context.request.get(`${agency.url}/v1/invoices/${invoice.id}/pdf`, {
        headers: { authorization: `Bearer ${agency.key}` }
      })
      assert.notMatch((await pdf.body()).toString("latin1"), /\/(?:JavaScript|JS|OpenAction|AA)\b/)
    }
    for (const url of ["/home", "/invoices", "/projects", "/files", ...settingsPaths, "/dev/mail"])
      await page.goto(`${agency.url}${url}`)
    assert.deepStrictEqual([...signs, ...mails.signs], [])
    await context.close()
    await mails.context.close()
  })
})
