/** What is asked: one row of the table each. */
import type { Line } from "./sender.ts"
import type { Served } from "./served.ts"

/** Ids of what the sample data holds. */
export interface Sample {
  readonly projects: ReadonlyArray<string>
  readonly clients: ReadonlyArray<string>
  readonly invoices: ReadonlyArray<string>
  /** A client with a project of theirs. */
  readonly owned: ReadonlyArray<readonly [client: string, project: string]>
}

export interface Endpoint {
  readonly name: string
  /** Each line succeeds once only, so each needs something of its own. */
  readonly once?: boolean
  readonly lines: (served: Served, sample: Sample, count: number) => Promise<ReadonlyArray<Line>>
}

interface Named {
  readonly id: string
  readonly client?: { readonly id: string }
}

export const sampleOf = async ({ ask }: Served): Promise<Sample> => {
  const page = async (path: string): Promise<ReadonlyArray<Named>> =>
    (await ask("GET", `${path}?limit=100`))["data"] ?? []
  const projects = await page("/v1/projects")
  const ids = (named: ReadonlyArray<Named>) => named.map(({ id }) => id)
  return {
    projects: ids(projects),
    clients: ids(await page("/v1/clients")),
    invoices: ids(await page("/v1/invoices")),
    owned: projects.flatMap(({ id, client }) =>
      client === undefined || client === null ? [] : [[client.id, id] as const]
    )
  }
}

const reading =
  (paths: (sample: Sample) => ReadonlyArray<string>) =>
  async (_: Served, sample: Sample): Promise<ReadonlyArray<Line>> =>
    paths(sample).map((path) => ["GET", path] as const)

const invoiceOf = ([client_id, project_id]: readonly [string, string], index: number) => ({
  client_id,
  project_id,
  tax_rate: 0.1,
  notes: "Thanks",
  line_items: [
    { description: "Design", quantity: 1.5, unit_price: 12_000 + index },
    { description: "Development", quantity: 7.25, unit_price: 15_000 },
    { description: "Hosting", quantity: 1, unit_price: 990 }
  ]
})

export const endpoints: ReadonlyArray<Endpoint> = [
  {
    name: "GET /v1/projects/:id",
    lines: reading(({ projects }) => projects.map((id) => `/v1/projects/${id}`))
  },
  {
    name: "GET /v1/invoices/:id",
    lines: reading(({ invoices }) => invoices.map((id) => `/v1/invoices/${id}`))
  },
  { name: "GET /v1/projects", lines: reading(() => ["/v1/projects"]) },
  { name: "GET /v1/invoices", lines: reading(() => ["/v1/invoices"]) },
  { name: "GET /v1/clients", lines: reading(() => ["/v1/clients"]) },
  {
    name: "GET /v1/invoices/:id/pdf",
    lines: reading(({ invoices }) => invoices.map((id) => `/v1/invoices/${id}/pdf`))
  },
  {
    name: "PATCH /v1/projects/:id",
    lines: async (_, { projects }) =>
      projects.map((id, index) => {
        const change = { description: `Changed ${Math.random()}`, budget: 5000 + index }
        return ["PATCH", `/v1/projects/${id}`, change]
      })
  },
  {
    name: "POST /v1/projects",
    lines: async (_, { clients }) =>
      clients.map((client_id, index) => [
        "POST",
        "/v1/projects",
        { name: `New ${index}`, client_id }
      ])
  },
  {
    name: "POST /v1/invoices",
    lines: async (_, { owned }) =>
      owned.map((pair, index) => ["POST", "/v1/invoices", invoiceOf(pair, index)])
  },
  {
    name: "POST /v1/invoices/:id/send",
    once: true,
    lines: async ({ ask }, { owned }, count) => {
      const lines: Line[] = []
      for (let index = 0; index < count; index++) {
        const [pair] = [owned[index % owned.length]]
        if (pair === undefined) return lines
        const draft: Partial<Named> = await ask("POST", "/v1/invoices", invoiceOf(pair, index))
        lines.push(["POST", `/v1/invoices/${draft.id}/send`])
      }
      return lines
    }
  }
]
