/**
 * A real Chromium, process and receiver: a delivery that fails is red, looked at, and sent at once.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, watchedPage } from "../support/browser.ts"
import { eventually } from "../support/process.ts"

describe.skipIf(!hasBrowser)("webhooks in a browser", () => {
  const agency = useAgency({ WEBHOOK_ALLOW_PRIVATE: "true" })
  let receiver: Server
  let url: string
  let status = 500
  const bodies: string[] = []
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = ""
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on("end", () => {
        bodies.push(body)
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  })
  afterAll(() => {
    receiver.close()
  })

  it("fails in red with its next try, shows payload and tries, and is sent now", async () => {
    const { id } = await agency.api("POST", "/v1/webhook_endpoints", { url })
    await agency.api("POST", "/v1/clients", { name: "</pre><b>Ada", email: "a@x.example" })
    // The first two tries; the third is five minutes later.
    const delivery = await eventually(async () => {
      const { data } = await agency.api("GET", `/v1/webhook_endpoints/${id}/deliveries`)
      return data[0]?.attempts.length === 2 ? data[0] : undefined
    })
    const { context, page, signs } = await watchedPage(agency.browser)
    await agency.signIn(page)
    await page.goto(`${agency.url}/settings/webhooks`)
    await page.getByText(/^since .*, 1 message$/).waitFor()
    await page.getByRole("link", { name: `Open ${url}` }).click()
    await page.getByText("Failing since").waitFor()
    await page.getByText(/^next try \d/).waitFor()
    const red = await page.getByText("Failing", { exact: true }).getAttribute("class")
    assert.strictEqual(red, "badge badge-bad")
    await page.getByRole("link", { name: "client.created" }).click()
    const payload = JSON.parse((await page.locator("pre").textContent()) ?? "")
    assert.deepStrictEqual(payload, JSON.parse(bodies.at(-1) ?? ""))
    assert.strictEqual(payload.data.object.name, "</pre><b>Ada")
    assert.strictEqual(await page.getByText("answered 500").count(), 2)
    assert.deepStrictEqual(await axeFindings(page), [])
    status = 204
    await page.getByRole("button", { name: "Send now" }).click()
    await page.getByText("It is queued and will be sent shortly.").waitFor()
    const done = await eventually(async () => {
      const { data } = await agency.api("GET", `/v1/webhook_endpoints/${id}/deliveries`)
      return data[0]?.status === "delivered" ? data[0] : undefined
    })
    assert.strictEqual(done.id, delivery.id)
    assert.lengthOf(done.attempts, 3)
    assert.lengthOf(bodies, 3)
    await page.reload()
    await page.getByText("Delivered", { exact: true }).waitFor()
    assert.strictEqual(await page.getByText("Failing since").count(), 0)
    assert.deepStrictEqual(await axeFindings(page), [])
    assert.deepStrictEqual(signs, [])
    await context.close()
  })
})
