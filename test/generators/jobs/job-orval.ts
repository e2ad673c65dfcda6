// The main job with the functions that orval makes; they call the global fetch with relative URLs.
import {
  clientsCreate,
  clientsGet,
  eventsList,
  invoicesCreate,
  invoicesList,
  invoicesPdf,
  invoicesSend,
  invoicesVoid,
  paymentsRecord,
  projectsCreate
} from "./orval"

const bare = globalThis.fetch
globalThis.fetch = (input, init) =>
  bare(`${process.env.BASE_URL}${String(input)}`, {
    ...init,
    headers: { ...(init?.headers as object), authorization: `Bearer ${process.env.KEY}` }
  })

const main = async () => {
  const client = await clientsCreate({ name: "Ada", email: "ada@x.example" })
  if (client.status !== 201) throw new Error(JSON.stringify(client.data))
  const project = await projectsCreate({ name: "P", client_id: client.data.id })
  if (project.status !== 201) throw new Error(JSON.stringify(project.data))
  const line_items = [{ description: "Design", quantity: 1, unit_price: 12000 }]
  const body = { client_id: client.data.id, project_id: project.data.id, tax_rate: 0.1, line_items }
  const invoice = await invoicesCreate(body)
  if (invoice.status !== 201) throw new Error(JSON.stringify(invoice.data))
  const sent = await invoicesSend(invoice.data.id)
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.data))
  const pdf = await invoicesPdf(invoice.data.id)
  if (pdf.status !== 200) throw new Error(JSON.stringify(pdf.data))
  const payment = await paymentsRecord(invoice.data.id, { amount: invoice.data.total })
  if (payment.status !== 201) throw new Error(JSON.stringify(payment.data))
  const other = await invoicesCreate(body)
  if (other.status !== 201) throw new Error(JSON.stringify(other.data))
  const voided = await invoicesVoid(other.data.id, {})
  if (voided.status !== 200) throw new Error(JSON.stringify(voided.data))
  const listed = await invoicesList({ client_id: client.data.id })
  if (listed.status !== 200) throw new Error(JSON.stringify(listed.data))
  const events = await eventsList({ limit: 100 })
  if (events.status !== 200) throw new Error(JSON.stringify(events.data))
  const voidings = events.data.data.flatMap((event) =>
    event.type === "invoice.voided" && event.data.object.id === other.data.id ? [event.data.object.status] : []
  )
  const missing = await clientsGet("client_x")
  const code = missing.status === 404 ? missing.data.error.code : undefined
  const head = (await pdf.data.text()).slice(0, 5)
  const { total } = invoice.data
  console.log(
    JSON.stringify([
      ...[total, sent.data.status, head, payment.data.amount, voided.data.status, code],
      ...[listed.data.meta.total, ...voidings]
    ])
  )
}
main()
