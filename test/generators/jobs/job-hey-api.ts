// The main job with the SDK that @hey-api/openapi-ts makes.
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
} from "./hey-api/index"
import { client as api } from "./hey-api/client.gen"

api.setConfig({ baseUrl: process.env.BASE_URL ?? "", auth: () => process.env.KEY })

const main = async () => {
  const throwOnError = true
  const { data: client } = await clientsCreate({
    body: { name: "Ada", email: "ada@x.example" },
    throwOnError
  })
  const { data: project } = await projectsCreate({
    body: { name: "P", client_id: client.id },
    throwOnError
  })
  const line_items = [{ description: "Design", quantity: 1, unit_price: 12000 }]
  const body = { client_id: client.id, project_id: project.id, tax_rate: 0.1, line_items }
  const { data: invoice } = await invoicesCreate({ body, throwOnError })
  const { data: sent } = await invoicesSend({ path: { id: invoice.id }, throwOnError })
  const { data: pdf } = await invoicesPdf({ path: { id: invoice.id }, throwOnError })
  const { data: payment } = await paymentsRecord({
    path: { id: invoice.id },
    body: { amount: invoice.total },
    throwOnError
  })
  const { data: other } = await invoicesCreate({ body, throwOnError })
  const { data: voided } = await invoicesVoid({ path: { id: other.id }, body: {}, throwOnError })
  const { data: listed } = await invoicesList({ query: { client_id: client.id }, throwOnError })
  const { data: events } = await eventsList({ query: { limit: 100 }, throwOnError })
  const voidings = events.data.flatMap((event) =>
    event.type === "invoice.voided" && event.data.object.id === other.id ? [event.data.object.status] : []
  )
  const missing = await clientsGet({ path: { id: "client_x" } })
  const code =
    missing.error !== undefined && "error" in missing.error ? missing.error.error.code : undefined
  const head = (await pdf.text()).slice(0, 5)
  console.log(
    JSON.stringify([invoice.total, sent.status, head, payment.amount, voided.status, code, listed.meta.total, ...voidings])
  )
}
main()
