// The main job with openapi-fetch on the types that openapi-typescript makes.
import createClient from "openapi-fetch"
import type { paths } from "./openapi-typescript"

const api = createClient<paths>({
  baseUrl: process.env.BASE_URL ?? "",
  headers: { authorization: `Bearer ${process.env.KEY}` }
})

const must = <T>(answer: { data?: T; error?: unknown }): T => {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error))
  return answer.data
}

const main = async () => {
  const client = must(
    await api.POST("/v1/clients", { body: { name: "Ada", email: "ada@x.example" } })
  )
  const project = must(await api.POST("/v1/projects", { body: { name: "P", client_id: client.id } }))
  const line_items = [{ description: "Design", quantity: 1, unit_price: 12000 }]
  const body = { client_id: client.id, project_id: project.id, tax_rate: 0.1, line_items }
  const invoice = must(await api.POST("/v1/invoices", { body }))
  const path = { id: invoice.id }
  const sent = must(await api.POST("/v1/invoices/{id}/send", { params: { path } }))
  const pdf = must(await api.GET("/v1/invoices/{id}/pdf", { params: { path }, parseAs: "text" }))
  const payment = must(
    await api.POST("/v1/invoices/{id}/payments", { params: { path }, body: { amount: invoice.total } })
  )
  const other = must(await api.POST("/v1/invoices", { body }))
  const voided = must(
    await api.POST("/v1/invoices/{id}/void", { params: { path: { id: other.id } }, body: {} })
  )
  const listed = must(await api.GET("/v1/invoices", { params: { query: { client_id: client.id } } }))
  const events = must(await api.GET("/v1/events", { params: { query: { limit: 100 } } }))
  const voidings = events.data.flatMap((event) =>
    event.type === "invoice.voided" && event.data.object.id === other.id ? [event.data.object.status] : []
  )
  const missing = await api.GET("/v1/clients/{id}", { params: { path: { id: "client_x" } } })
  const code = missing.error?.error.code
  const head = pdf.slice(0, 5)
  console.log(
    JSON.stringify([invoice.total, sent.status, head, payment.amount, voided.status, code, listed.meta.total, ...voidings])
  )
}
main()
