/** A workspace with something to call every route on, and the calls themselves. */
import { Effect } from "effect"
import { Workspaces } from "../../src/app/workspaces/Workspaces.ts"
import { CountryCode } from "../../src/domain/address/Country.ts"
import { RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { newCredit } from "./credits.ts"
import { fileForm, sender } from "./requests.ts"
import { type Call, calls, type Ids, type Route } from "./routes.ts"

export const nameOf = ({ method, path }: Route) => `${method} ${path}`

export const callOf = (route: Route): Call => {
  const call = calls[nameOf(route)]
  if (call === undefined)
    throw new Error(`${nameOf(route)} is not listed in test/support/routes.ts`)
  return call
}

export const pathOf = (route: Route, call: Call, ids: Ids): string =>
  route.path
    .replace(":delivery_id", ids.delivery)
    .replace(":payment_id", ids.payment)
    .replace(":id", call.id === undefined ? ":id" : ids[call.id]) + (call.search ?? "")

/** A workspace with a row of each kind. */
export const populated = Effect.gen(function* () {
  const created = yield* (yield* RetainerMemory).workspace()
  const call = sender(created.apiKey)
  // The sent invoice has all that an e-invoice needs.
  const place = { line1: "1 Main St", city: "Boston", state: "MA" }
  const address = { ...place, line2: null, postalCode: "02101", country: CountryCode.make("US") }
  yield* (yield* Workspaces).update(created.workspace.id, { address, taxNumber: "12-3456789" })
  const home = { ...place, postal_code: "02101", country: "US" }
  const person = { name: "A", email: "a@x.example", address: home }
  const client = (yield* call("POST", "/v1/clients", person)).body.id
  const project = (yield* call("POST", "/v1/projects", { name: "P", client_id: client })).body.id
  const task = (yield* call("POST", `/v1/projects/${project}/tasks`, { title: "T" })).body.id
  const step = { name: "M", amount: 100 }
  const milestone = (yield* call("POST", `/v1/projects/${project}/milestones`, step)).body.id
  const line_items = [{ description: "x", quantity: 1, unit_price: 1 }]
  const invoice = { client_id: client, project_id: project, line_items }
  const draft = (yield* call("POST", "/v1/invoices", invoice)).body.id
  const outside = { ...invoice, tax_category: "O" }
  const sent = (yield* call("POST", "/v1/invoices", outside)).body.id
  yield* call("POST", `/v1/invoices/${sent}/send`)
  const paid = (yield* call("POST", "/v1/invoices", invoice)).body.id
  yield* call("POST", `/v1/invoices/${paid}/send`)
  const payment = (yield* call("POST", `/v1/invoices/${paid}/payments`, { amount: 1 })).body.id
  const large = { ...outside, line_items: [{ description: "x", quantity: 2, unit_price: 1 }] }
  const credited = (yield* call("POST", "/v1/invoices", large)).body.id
  yield* call("POST", `/v1/invoices/${credited}/send`)
  const part = { lines: [{ line: 0, quantity: 1 }], reason: "Too much" }
  const creditNote = (yield* call("POST", `/v1/invoices/${credited}/credit_notes`, part)).body.id
  const endpoint = (yield* call("POST", "/v1/webhook_endpoints", { url: "https://x.example/" }))
    .body.id
  const delivery = (yield* call("POST", `/v1/webhook_endpoints/${endpoint}/test`)).body.id
  const credit = yield* newCredit(created.workspace.id, sent)
  const file = (yield* call("POST", "/v1/files", fileForm({ project_id: project }))).body.id
  const ids: Ids = {
    client,
    project,
    task,
    milestone,
    draft,
    sent,
    user: created.userId,
    endpoint,
    delivery,
    credit,
    creditNote,
    credited,
    paid,
    payment,
    file
  }
  return { ...created, call, ids }
})
