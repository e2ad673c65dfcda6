/** Every stored field has a column in the code and in the database. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Predicate, Schema } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { EventResource } from "../../../src/domain/events/Event.ts"
import {
  WebhookDeliveryStored,
  WebhookEndpointStored
} from "../../../src/domain/events/WebhookResource.ts"
import { FileStored } from "../../../src/domain/files/FileResource.ts"
import { UserRef } from "../../../src/domain/Ids.ts"
import { MailStored } from "../../../src/domain/mail/MailResource.ts"
import { CreditStored, RefundStored } from "../../../src/domain/payments/CreditResource.ts"
import { PaymentStored } from "../../../src/domain/payments/PaymentResource.ts"
import { MilestoneStored } from "../../../src/domain/projects/MilestoneResource.ts"
import { ProjectStored } from "../../../src/domain/projects/ProjectResource.ts"
import { TaskStored } from "../../../src/domain/projects/TaskResource.ts"
import { Instant, Minor, type Shape, shape } from "../../../src/domain/Resource.ts"
import { columns, type Row } from "../../../src/infra/sql/Columns.ts"
import {
  ClientDetailsStored,
  clientDetailsJson
} from "../../../src/infra/sql/clients/ClientDetails.ts"
import { ClientOwnStored } from "../../../src/infra/sql/clients/ClientRepositorySql.ts"
import { InvoiceStored, invoiceJsonColumns } from "../../../src/infra/sql/invoices/InvoiceRows.ts"
import {
  WorkspaceStored,
  workspaceJsonColumns
} from "../../../src/infra/sql/workspaces/WorkspaceRepositorySql.ts"
import { arbitraryOf } from "../../support/shapes.ts"
import { layerPglite, onDatabase } from "../../support/storages.ts"

interface Table {
  readonly shape: Shape<unknown>
  readonly options?: { readonly json: ReadonlyArray<string> }
  /** Fields that are read with it from another table. */
  readonly elsewhere?: ReadonlyArray<string>
  /** Fields that statements of their own write. */
  readonly beside?: ReadonlyArray<string>
}

const table = <T>(of: Shape<T>, more: Omit<Table, "shape"> = {}): Table => ({
  shape: of as unknown as Shape<unknown>,
  ...more
})

const tables: Readonly<Record<string, Table>> = {
  projects: table(ProjectStored),
  tasks: table(TaskStored),
  milestones: table(MilestoneStored),
  workspaces: table(WorkspaceStored, {
    options: workspaceJsonColumns,
    beside: ["deletedAt", "secondFactorSince"]
  }),
  clients: table(ClientOwnStored, { options: { json: ["address"] } }),
  client_details: table(ClientDetailsStored, {
    options: clientDetailsJson,
    beside: ["workspaceId", "clientId"]
  }),
  payments: table(PaymentStored, { elsewhere: ["currency"] }),
  credits: table(CreditStored),
  credit_refunds: table(RefundStored),
  files: table(FileStored),
  mails: table(MailStored),
  invoices: table(InvoiceStored, { options: invoiceJsonColumns }),
  webhook_endpoints: table(WebhookEndpointStored, { beside: ["busyUntil"] }),
  webhook_deliveries: table(WebhookDeliveryStored, { beside: ["payload"] }),
  events: table(EventResource, {
    options: { json: ["data"] },
    beside: [
      ...["auditSequence", "auditPreviousHash", "auditHash"],
      ...["actor", "address", "requestId"]
    ]
  })
}

/** A jsonb parameter carries its value. */
const unwrapped = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Predicate.hasProperty(value, "value") ? value.value : value
    ])
  )

describe("columns", () => {
  for (const [table, { shape: one, options }] of Object.entries(tables)) {
    it(`of ${table} give back every value that was written`, () => {
      const stored = columns(one, options)
      fc.assert(
        fc.property(arbitraryOf(one.ast), (value) => {
          const row = stored.encode(value)
          assert.sameMembers(Object.keys(row), [...stored.names])
          assert.deepStrictEqual(stored.decode(unwrapped(row)), value)
        }),
        { numRuns: 50 }
      )
    })
  }

  it("are uuid, bigint and timestamptz for ids, money and instants; what is nested lies flat", () => {
    const owner = { id: "user_01h2xcejqtf2nbrexx3vqjhp41", name: "A" }
    const held = shape({
      owner: Schema.NullOr(UserRef),
      sumMinor: Minor,
      at: Schema.NullOr(Instant)
    })
    const { decode } = columns(held)
    const row = {
      ownerId: "0188bac7-4afa-78aa-bc3b-bd1eef28d881",
      ownerName: "A",
      sum: 5n,
      at: null
    }
    assert.deepStrictEqual(decode(row), { owner, sumMinor: 5, at: null } as unknown)
    assert.deepStrictEqual(decode({ ...row, ownerId: null, ownerName: null }).owner, null)
  })

  it("are all there: a statement that brings too few is a defect", () => {
    const { decode } = columns(shape({ name: Schema.String, sumMinor: Minor }))
    assert.throws(() => decode({ name: "x" }), "the row has no column sum")
  })
})

layer(onDatabase(layerPglite), { excludeTestServices: true })("the tables", (it) => {
  it.effect("have the columns that are written, and no others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const [name, { shape: one, options, elsewhere = [], beside = [] }] of Object.entries(
        tables
      )) {
        const found = yield* sql<{ column: string }>`
          SELECT column_name AS "column" FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name = ${name} AND is_generated = 'NEVER'`
        const names = columns(one, options).names.filter((column) => !elsewhere.includes(column))
        assert.sameMembers(
          found.map(({ column }) =>
            column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
          ),
          [...names, ...beside],
          name
        )
      }
    })
  )
})
