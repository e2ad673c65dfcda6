/**
 * Whatever may be sent of a resource is found in it again: a field that an input declares and the
 * domain or a storage forgets fails here, and one without a sample does not compile.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CountryCode } from "../../src/domain/address/Country.ts"
import { ClientCreate, ClientUpdate } from "../../src/domain/clients/ClientResource.ts"
import {
  WebhookEndpointCreate,
  WebhookEndpointUpdate
} from "../../src/domain/events/WebhookResource.ts"
import { InvoiceCreate, InvoiceUpdate } from "../../src/domain/invoices/InvoiceInputs.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import { PaymentCreate } from "../../src/domain/payments/PaymentResource.ts"
import { MilestoneCreate, MilestoneUpdate } from "../../src/domain/projects/MilestoneResource.ts"
import { ProjectCreate, ProjectUpdate } from "../../src/domain/projects/ProjectResource.ts"
import { TaskCreate, TaskUpdate } from "../../src/domain/projects/TaskResource.ts"
import type { Shape, Wire } from "../../src/domain/Resource.ts"
import { CalendarDate } from "../../src/domain/time/CalendarDate.ts"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { start } from "../support/resources.ts"

/** A value for every field, the optional ones too. */
type Sample<T> = Required<Wire<T>>

interface Sent {
  readonly input: { readonly fields: object; readonly toWire: unknown }
  readonly sample: object
}

const sent = <T>(input: Shape<T>, sample: Sample<T>): Sent => ({ input, sample })

type Body = Readonly<Record<string, unknown>>

/** A reference that was sent as `client_id` is shown as `client.id`. */
const shown = (body: Body, key: string): unknown => {
  if (key in body || !key.endsWith("_id")) return body[key]
  const named = body[key.slice(0, -"_id".length)]
  return typeof named === "object" && named !== null && "id" in named ? named.id : undefined
}

/** They say what to do, and are no fields of the resource. */
const instructions: ReadonlyArray<string> = ["excess"]

const assertShown = ({ input, sample }: Sent, body: Body) => {
  const entries = Object.entries(sample)
  assert.strictEqual(entries.length, Object.keys(input.fields).length)
  for (const [key, value] of entries) {
    if (instructions.includes(key)) continue
    const found = shown(body, key)
    if (!Array.isArray(value) || !Array.isArray(found)) assert.deepStrictEqual(found, value, key)
    else {
      assert.strictEqual(found.length, value.length, key)
      for (const [index, item] of value.entries()) {
        // A line has its total besides what was sent.
        if (typeof item === "object") assert.deepInclude(found[index], item, key)
        else assert.strictEqual(found[index], item, key)
      }
    }
  }
}

const date = CalendarDate.make
const address = {
  line1: "1 Way",
  line2: "Floor 2",
  city: "London",
  state: "Greater London",
  postal_code: "N1",
  country: CountryCode.make("GB")
}

layer(layerRetainerMemory)("every field that may be sent", (it) => {
  it.effect(
    "is in the resource that was made or changed by it, and in what is read afterwards",
    () =>
      Effect.gen(function* () {
        const { call, userId } = yield* start
        const round = Effect.fnUntraced(function* (
          path: string,
          create: Sent,
          update?: Sent,
          /** The path of the look-up, where it is not below the path of the list. */
          home = path
        ) {
          const made = yield* call("POST", path, create.sample)
          assert.strictEqual(made.status, 201, JSON.stringify(made.body))
          assertShown(create, made.body)
          if (update === undefined) return made.body
          const one = `${home}/${made.body.id}`
          assertShown(create, (yield* call("GET", one)).body)
          const changed = yield* call("PATCH", one, update.sample)
          assert.strictEqual(changed.status, 200, JSON.stringify(changed.body))
          assertShown(update, changed.body)
          assertShown(update, (yield* call("GET", one)).body)
          return changed.body
        })

        const clientFields = {
          company: "Co",
          phone: "1",
          address,
          notes: "n",
          language: "fr",
          vat_id: "GB123456789",
          registration: { scheme: null, id: "1234" },
          buyer_reference: "Floor 2",
          electronic_address: { scheme: "EM", id: "in@x.example" },
          e_invoice: "none"
        } as const
        const client = yield* round(
          "/v1/clients",
          sent(ClientCreate, { name: "Ada", email: "a@x.example", ...clientFields }),
          sent(ClientUpdate, {
            name: "Bea",
            email: "b@x.example",
            portal_access: true,
            ...clientFields,
            company: "Other"
          })
        )
        const dates = { start_date: date("2026-01-01"), end_date: date("2026-02-01") }
        const projectFields = { ...dates, description: "d", team_lead_id: userId, budget: 5 }
        const project = yield* round(
          "/v1/projects",
          sent(ProjectCreate, {
            name: "P",
            client_id: client.id,
            ...projectFields,
            status: "review"
          }),
          sent(ProjectUpdate, {
            name: "Q",
            client_id: client.id,
            ...projectFields,
            budget: 7,
            status: "in_progress"
          })
        )
        const taskFields = { description: "d", assignee_id: userId, due_date: date("2026-02-01") }
        yield* round(
          `/v1/projects/${project.id}/tasks`,
          sent(TaskCreate, { title: "T", ...taskFields, status: "in_progress" }),
          sent(TaskUpdate, { title: "U", ...taskFields, status: "done" }),
          "/v1/tasks"
        )
        const stepFields = { description: "d", due_date: date("2026-02-01"), amount: 7 }
        yield* round(
          `/v1/projects/${project.id}/milestones`,
          sent(MilestoneCreate, { name: "M", ...stepFields, status: "pending" }),
          sent(MilestoneUpdate, { name: "N", ...stepFields, amount: 8, status: "completed" }),
          "/v1/milestones"
        )
        const line = {
          description: "Design",
          quantity: 1.5,
          unit: "HUR",
          unit_price: 1200,
          tax_rate: 0,
          tax_category: "E",
          exemption_reason: "Education"
        } as const
        const invoiceFields = {
          client_id: client.id,
          project_id: project.id,
          issue_date: date("2026-01-01"),
          due_date: date("2026-02-01"),
          currency: CurrencyCode.make("JPY"),
          tax_rate: 0.19,
          tax_category: "S",
          exemption_reason: "Insurance",
          discount: 3,
          notes: "n",
          buyer_reference: "04011000-1234512345-06",
          purchase_order: "PO 7",
          contract_reference: "C 7",
          buyer_accounting_reference: "K 7"
        } as const
        const [firstDay, lastDay] = [date("2026-01-01"), date("2026-01-31")]
        const invoice = yield* round(
          "/v1/invoices",
          sent(InvoiceCreate, {
            ...invoiceFields,
            delivery_date: date("2026-01-31"),
            service_period: null,
            line_items: [line]
          }),
          sent(InvoiceUpdate, {
            ...invoiceFields,
            delivery_date: null,
            service_period: { start: firstDay, end: lastDay },
            line_items: [line, { ...line, quantity: 2 }],
            discount: 4
          })
        )
        yield* call("POST", `/v1/invoices/${invoice.id}/send`, {})
        yield* round(
          `/v1/invoices/${invoice.id}/payments`,
          sent(PaymentCreate, {
            amount: 1,
            paid_at: "1970-01-01T00:00:00.000Z",
            method: "cash",
            reference: "r",
            credit_id: null,
            excess: "credit"
          })
        )
        yield* round(
          "/v1/webhook_endpoints",
          sent(WebhookEndpointCreate, {
            url: "https://receiver.example/a",
            events: ["invoice.*"],
            description: "d",
            enabled: false
          }),
          sent(WebhookEndpointUpdate, {
            url: "https://receiver.example/b",
            events: ["client.created"],
            description: "e",
            enabled: true
          })
        )
      })
  )
})
