// The main job with the classes that openapi-generator makes for fetch.
import {
  ClientsApi,
  Configuration,
  EventsApi,
  InvoicesApi,
  PaymentsApi,
  ProjectsApi,
  ResponseError
} from "./typescript-fetch/index"

const configuration = new Configuration({
  basePath: process.env.BASE_URL ?? "",
  // It puts "Bearer" before a token of the one scheme, and nothing before that of the other.
  accessToken: async (scheme) => (scheme === "oauth2" ? "Bearer " : "") + process.env.KEY
})
const clients = new ClientsApi(configuration)
const projects = new ProjectsApi(configuration)
const invoices = new InvoicesApi(configuration)
const events = new EventsApi(configuration)
const payments = new PaymentsApi(configuration)

const main = async () => {
  const client = await clients.clientsCreate({
    clientCreate: { name: "Ada", email: "ada@x.example" }
  })
  const project = await projects.projectsCreate({
    projectCreate: { name: "P", clientId: client.id }
  })
  const invoiceCreate = {
    clientId: client.id,
    projectId: project.id,
    taxRate: 0.1,
    lineItems: [{ description: "Design", quantity: 1, unitPrice: 12000 }]
  }
  const invoice = await invoices.invoicesCreate({ invoiceCreate })
  const sent = await invoices.invoicesSend({ id: invoice.id })
  const pdf = await invoices.invoicesPdf({ id: invoice.id })
  const payment = await payments.paymentsRecord({
    id: invoice.id,
    paymentCreate: { amount: invoice.total }
  })
  const other = await invoices.invoicesCreate({ invoiceCreate })
  const voided = await invoices.invoicesVoid({ id: other.id, invoiceVoid: {} })
  const listed = await invoices.invoicesList({ clientId: client.id })
  const { data } = await events.eventsList({ limit: 100 })
  const voidings = data.flatMap((event) =>
    event.type === "invoice.voided" && event.data.object.id === other.id ? [event.data.object.status] : []
  )
  const code = await clients.clientsGet({ id: "client_x" }).then(
    () => undefined,
    async (error: unknown) =>
      error instanceof ResponseError ? (await error.response.json()).error.code : String(error)
  )
  const head = (await pdf.text()).slice(0, 5)
  console.log(
    JSON.stringify([invoice.total, sent.status, head, payment.amount, voided.status, code, listed.meta.total, ...voidings])
  )
}
main()
