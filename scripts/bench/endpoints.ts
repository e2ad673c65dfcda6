/** The measured requests: one row of the table each. */
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

interface Meta {
  readonly next_cursor: string | null
}

export const sampleOf = async ({ ask }: Served): Promise<Sample> => {
  /** The first thousand. */
  const walk = async (path: string): Promise<ReadonlyArray<Named>> => {
    const found: Named[] = []
    for (let cursor: string | null = ""; cursor !== null && found.length < 1000; ) {
      const page: { readonly data?: ReadonlyArray<Named>; readonly meta?: Meta } = await ask(
        "GET",
        `${path}?limit=100${cursor && `&cursor=${cursor}`}`
      )
      found.push(...(page.data ?? []))
      cursor = page.meta?.next_cursor ?? null
    }
    return found
  }
  const projects = await walk("/v1/projects")
  const ids = (named: ReadonlyArray<Named>) => named.map(({ id }) => id)
  return {
    projects: ids(projects),
    clients: ids(await walk("/v1/clients")),
    invoices: ids(await walk("/v1/invoices")),
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

const pick = <A>(from: ReadonlyArray<A>): A => {
  const found = from[Math.floor(Math.random() * from.length)]
  if (found === undefined) throw new Error("the sample data has none of these")
  return found
}

/** Reads of a workspace in daily use. */
const aRead = ({ invoices, projects }: Sample): Line => {
  const of100 = Math.random() * 100
  if (of100 < 35) return ["GET", `/v1/invoices/${pick(invoices)}`]
  if (of100 < 65) return ["GET", `/v1/projects/${pick(projects)}`]
  if (of100 < 80) {
    const status = pick(["planning", "in_progress", "review", "completed"])
    return ["GET", `/v1/projects?status=${status}`]
  }
  if (of100 < 92) return ["GET", `/v1/invoices?status=${pick(["draft", "sent", "paid"])}`]
  return ["GET", "/v1/clients"]
}

const aWrite = ({ projects, owned }: Sample, index: number): Line => {
  const of10 = Math.random() * 10
  if (of10 < 6) return ["PATCH", `/v1/projects/${pick(projects)}`, { budget: 5000 + index }]
  const [client_id] = pick(owned)
  if (of10 < 8) return ["POST", "/v1/projects", { name: `New ${index}`, client_id }]
  return ["POST", "/v1/invoices", invoiceOf(pick(owned), index)]
}

/** Reads of one workspace, and so many writes of a hundred requests. */
const mixed = (writes: number): Endpoint => ({
  name: `mixed, ${writes} % writes`,
  lines: async (_, sample) =>
    Array.from({ length: 6000 }, (_, index) =>
      (index * writes) % 100 < writes ? aWrite(sample, index) : aRead(sample)
    )
})

/** More URLs than the response cache has room for, in turn: each request misses it. */
const uncached = (name: string, pathOf: (sample: Sample, index: number) => string): Endpoint => ({
  name: `${name}, not cached`,
  lines: async (_, sample) =>
    Array.from({ length: 40_000 }, (_, index) => ["GET", pathOf(sample, index)] as const)
})

const at = (ids: ReadonlyArray<string>, index: number): string => ids[index % ids.length] ?? ""

export const endpoints: ReadonlyArray<Endpoint> = [
  ...[0, 1, 5, 20].map(mixed),
  uncached("look-ups of projects", ({ projects }, index) => {
    return `/v1/projects/${at(projects, index)}?n=${index}`
  }),
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
