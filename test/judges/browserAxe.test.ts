/**
 * A real Chromium on the real process: axe-core on every page, in light and dark, wide and narrow.
 */
import { assert, describe, it } from "@effect/vitest"
import { invitationIn, pkce, settingsPaths, useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, tooWide, watchedPage } from "../support/browser.ts"
import { schemes } from "../support/sweep.ts"

describe.skipIf(!hasBrowser)("every page in a browser", () => {
  const agency = useAgency()

  it.each(schemes)("axe-core finds nothing wrong, %s, wide and narrow", async (colorScheme) => {
    const email = `axe-${colorScheme}@client.example`
    const client = await agency.api("POST", "/v1/clients", { name: "Axe", email })
    const project = await agency.api("POST", "/v1/projects", {
      name: "Engine",
      client_id: client.id
    })
    const archived = await agency.api("POST", "/v1/projects", {
      name: "Old",
      client_id: client.id
    })
    await agency.api("DELETE", `/v1/projects/${archived.id}`)
    const draft = {
      client_id: client.id,
      project_id: project.id,
      line_items: [{ description: "Design", quantity: 1, unit_price: 12_000 }]
    }
    const [open, gone] = [
      await agency.api("POST", "/v1/invoices", draft),
      await agency.api("POST", "/v1/invoices", draft)
    ]
    await agency.api("POST", `/v1/invoices/${open.id}/send`)
    const payUrl = (await agency.api("GET", `/v1/invoices/${open.id}`)).processor_payment_url
    await agency.api("POST", `/v1/invoices/${gone.id}/send`)
    const voidUrl = (await agency.api("GET", `/v1/invoices/${gone.id}`)).processor_payment_url
    await agency.api("POST", `/v1/invoices/${gone.id}/void`)
    const findings: string[] = []
    for (const width of [1280, 360]) {
      await agency.api("POST", `/v1/clients/${client.id}/invite`)
      const link = invitationIn(await agency.mailTo(email, "/invitations/"))
      const { context, page, signs } = await watchedPage(agency.browser, {
        colorScheme,
        viewport: { width, height: 900 }
      })
      const look = async () => {
        findings.push(...(await axeFindings(page)))
        findings.push(...(await tooWide(page)))
      }
      const visit = async (url: string) => {
        await page.goto(url.startsWith("http") ? url : `${agency.url}${url}`)
        await look()
      }
      for (const url of [
        payUrl,
        `${payUrl}/checkout`,
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
      await agency.signIn(page)
      for (const url of ["/invoices?state=all", ...settingsPaths]) await visit(url)
      await page.goto(`${agency.url}/settings/api-keys`)
      await page.getByRole("button", { name: "Create the key" }).click()
      await page.goto(`${agency.url}/settings/api-keys`)
      await page.getByLabel("Name").fill(`Axe ${colorScheme} ${width}`)
      await page.getByLabel(/See projects/).check()
      await page.getByRole("button", { name: "Create the key" }).click()
      await look()
      await page.reload()
      await page.getByText("It was shown once").waitFor()
      await look()
      await page.getByRole("link", { name: "Done" }).click()
      await page.getByRole("link", { name: `Revoke Axe ${colorScheme} ${width}` }).click()
      await look()
      await page.goto(`${agency.url}/settings/apps`)
      await page.getByLabel("App name").fill(`Axe ${colorScheme} ${width}`)
      await page.getByLabel("Redirect URIs").fill(`${agency.appUrl}/callback`)
      await page.getByRole("button", { name: "Register" }).click()
      const clientId = (await page.locator("#client-id").textContent()) ?? ""
      await look()
      await visit(`/settings/apps/${clientId}`)
      await visit(
        `/oauth/authorize?${new URLSearchParams({
          client_id: clientId,
          redirect_uri: `${agency.appUrl}/callback`,
          response_type: "code",
          scope: "projects:read invoices:write",
          ...pkce
        })}`
      )
      await page.goto(`${agency.url}/settings/webhooks`)
      await page.getByLabel("Address").fill(`https://receiver.example/${colorScheme}${width}`)
      await page.getByRole("button", { name: "Add" }).click()
      await look()
      await page.getByRole("link", { name: "Done" }).click()
      await page.getByLabel("Only these").check()
      await look()
      await page.getByRole("button", { name: "Send a test event" }).click()
      await look()
      await page.getByRole("link", { name: "webhook.test" }).click()
      await look()
      await page.goto(`${agency.url}/settings/users`)
      await page
        .getByRole("link", { name: /^Change/ })
        .first()
        .click()
      await look()
      assert.deepStrictEqual(signs, [])
      await context.close()
    }
    assert.deepStrictEqual(findings, [])
  })
})
