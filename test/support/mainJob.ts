/** The main job over HTTP: a client is invoiced, reads the document, and pays. */
import { assert } from "@effect/vitest"

export const mainJob = async (url: string, key: string): Promise<void> => {
  const send = async (path: string, body?: object) => {
    const response = await fetch(`${url}/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    assert.isBelow(response.status, 300, await response.clone().text())
    return response
  }
  const made = async (path: string, body: object) => (await send(path, body)).json()
  const client = await made("/clients", { name: "Ada", email: "ada@client.example" })
  const { id } = await made("/invoices", {
    client_id: client.id,
    line_items: [{ description: "Entwurf, עיצוב", quantity: 2, unit_price: 5000 }]
  })
  await send(`/invoices/${id}/send`, {})
  const document = Buffer.from(await (await send(`/invoices/${id}/pdf`)).arrayBuffer())
  assert.strictEqual(document.subarray(0, 5).toString("latin1"), "%PDF-")
  await send(`/invoices/${id}/payments`, { amount: 10_000, method: "bank_transfer" })
  assert.strictEqual((await (await send(`/invoices/${id}`)).json()).status, "paid")
}
