/**
 * Counts the JavaScript function calls of one request by V8's precise coverage: a figure without
 * noise. The server runs in this process, so that it can be counted; requests come from another
 * one. With an argument N it also prints the N files and the N functions that are called most.
 */
import { startPostgres } from "../../test/support/postgres.ts"
import { type FunctionCalls, startCoverage } from "./coverage.ts"
import { load } from "./load.ts"
import type { Line } from "./sender.ts"
import { makeServed, secretKey } from "./served.ts"

/** Requests of each kind that are counted, after as many that warm up. */
const count = 200

const sum = (calls: ReadonlyArray<FunctionCalls>): number =>
  calls.reduce((total, one) => total + one.calls, 0)

const nameOf = ({ file, name }: FunctionCalls): string => `${file} ${name}`

/** The most frequent groups, as lines. */
const top = (
  calls: ReadonlyArray<FunctionCalls>,
  groupOf: (one: FunctionCalls) => string,
  length: number
): ReadonlyArray<string> => {
  const groups = new Map<string, number>()
  for (const one of calls) groups.set(groupOf(one), (groups.get(groupOf(one)) ?? 0) + one.calls)
  return [...groups]
    .sort(([, one], [, other]) => other - one)
    .slice(0, length)
    .map(([name, times]) => `  ${(times / count).toFixed(1)} ${name}`)
}

const main = async (details: number): Promise<void> => {
  const postgres = await startPostgres([])
  const url = await postgres.createDatabase("bench_calls")
  const served = await makeServed("here", new URL("../..", import.meta.url).pathname, url)
  try {
    await served.seed(1000)
    await postgres.tidy("bench_calls")
    const { Retainer } = await import("../../src/Retainer.ts")
    const server = await Retainer.start({
      databaseUrl: url,
      dataDir: served.directory,
      secretKeys: secretKey,
      processor: "test",
      rateLimit: "off",
      host: "127.0.0.1",
      port: 0
    })
    /** The pages of a list, and where each begins. */
    const walk = async (path: string, limit: number) => {
      const ids: string[] = []
      const pages: string[] = []
      for (let cursor: string | null = ""; cursor !== null && pages.length < 2 * count; ) {
        const page = `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`
        const response = await fetch(`${server.url}${page}`, {
          headers: { authorization: `Bearer ${served.key()}` }
        })
        const { data, meta } = JSON.parse(await response.text())
        ids.push(...data.map(({ id }: { readonly id: string }) => id))
        pages.push(page.replace(/limit=\d+/, "limit=20"))
        cursor = meta.next_cursor
      }
      return { ids, pages }
    }
    const { ids: invoices } = await walk("/v1/invoices", 100)
    const { ids: projects } = await walk("/v1/projects", 100)
    const { ids: clients } = await walk("/v1/clients", 1)
    const { pages } = await walk("/v1/invoices", 2)
    const client = clients[0] ?? ""
    const times = Array.from({ length: 2 * count }, (_, index) => index)
    const line_items = [
      { description: "Design", quantity: 1.5, unit_price: 12_000 },
      { description: "Hosting", quantity: 1, unit_price: 990 }
    ]
    const kinds: ReadonlyArray<readonly [name: string, line: (index: number) => Line]> = [
      [
        "GET project",
        (index) => ["GET", `/v1/projects/${projects[index % projects.length]}?n=${index}`]
      ],
      ["GET project, cached", () => ["GET", `/v1/projects/${projects[0]}`]],
      ["GET invoice", (index) => ["GET", `/v1/invoices/${invoices[index]}`]],
      ["GET invoices", (index) => ["GET", pages[index] ?? ""]],
      [
        "PATCH project",
        (index) => [
          "PATCH",
          `/v1/projects/${projects[index % projects.length]}`,
          { description: `Changed ${index}`, budget: 5000 + index }
        ]
      ],
      [
        "POST project",
        (index) => [
          "POST",
          "/v1/projects",
          { name: `New ${index}`, client_id: client, budget: 100_000 }
        ]
      ],
      [
        "POST invoice",
        () => ["POST", "/v1/invoices", { client_id: client, tax_rate: 0.1, line_items }]
      ]
    ]
    const takeCalls = await startCoverage()
    const idle = { url: server.url, key: served.key(), connections: 1, seconds: 1, once: true }
    for (const [name, line] of kinds) {
      const lines = times.map(line)
      await load({ ...idle, lines: lines.slice(0, count) })
      await takeCalls()
      const { bad } = await load({ ...idle, lines: lines.slice(count) })
      const calls = await takeCalls()
      console.log(
        `${name}: ${Math.round(sum(calls) / count)} calls${bad > 0 ? `, ${bad} refused` : ""}`
      )
      for (const line of [
        ...top(calls, (one) => one.file, details),
        ...top(calls, nameOf, details)
      ]) {
        console.log(line)
      }
    }
    await server.stop()
  } finally {
    await served.remove()
    await postgres.remove()
  }
}

await main(Number(process.argv[2] ?? 0))
