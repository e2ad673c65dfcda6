/**
 * Prints the tables of docs/scale.md: what a process, a server and many cells carry and cost, how
 * cells fill while workspaces join, and where the next bottleneck is. All of it is arithmetic on
 * the figures below. With `--write` it replaces the tables in the page.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

/** Measured, milliseconds of processor time and bytes; docs/scale.md says how. */
const measured = {
  cached: { process: 0.04, database: 0.002 },
  /** The mean of a look-up and a list. */
  drawn: { process: 0.7, database: 0.255 },
  change: { process: 0.51, database: 0.325 },
  send: { process: 7.25, database: 2.65 },
  passwordHash: 42,
  router: 0.31,
  invoiceRows: 12_900,
  invoiceFile: 23_100
}

/** Assumed: an agency of ten people with an integration. */
const agency = {
  requestsADay: 5000,
  changes: 0.05,
  drawnReads: 0.5,
  busiestHour: 1 / 8,
  invoicesAMonth: 200,
  /** The invoice, and half of the receipts and reminders. */
  mailsPerInvoice: 1.5,
  signInsADay: 2
}

/** List prices without VAT in EUR a month; docs/scale.md names the lists and their dates. */
const prices = { serverCores: 8, server: 138.49, volumeGb: 0.0572, objectGb: 0.0072, mail: 0.00009 }

/** A cell is a server with a synchronous standby of the same size. */
const cell = {
  /** The other half is for peaks, and for a process that died. */
  usedCores: 0.5,
  maxGb: 1000,
  /** Workspaces join a cell while its disk is less full. */
  openBelow: 0.5
}

/** Each month, as parts of the agencies. The data of those that leave is deleted. */
const growth = { first: 1000, joining: 0.12, leaving: 0.02, years: 6 }

const requestsASecond = (agency.requestsADay * agency.busiestHour) / 3600
const mailsAMonth = agency.invoicesAMonth * agency.mailsPerInvoice
const gbAMonth = (agency.invoicesAMonth * (measured.invoiceRows + measured.invoiceFile)) / 1e9

const msPerRequest = (place: "process" | "database"): number => {
  const { cached, drawn, change, send } = measured
  const read = (1 - agency.drawnReads) * cached[place] + agency.drawnReads * drawn[place]
  const sends = agency.invoicesAMonth / 30 / agency.requestsADay
  return (1 - agency.changes) * read + agency.changes * change[place] + sends * send[place]
}
const processMs = msPerRequest("process")
const serverMs = processMs + msPerRequest("database")

const byProcessor = (cores: number, ms: number): number =>
  Math.floor((cores * cell.usedCores * 1000) / ms / requestsASecond)
const ofProcess = byProcessor(1, processMs)
const ofServer = byProcessor(prices.serverCores, serverMs)
/** Three years of data of each. */
const ofCell = Math.min(ofServer, Math.floor(cell.maxGb / (36 * gbAMonth)))

/** Two significant digits: nothing here is known better. */
const rounded = (value: number): string =>
  Number(value.toPrecision(2)).toLocaleString("en-GB", { maximumFractionDigits: 3 })

const tableOf = (...rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const [head = [], ...others] = rows.map((row) => `| ${row.join(" | ")} |`)
  return [head, `|${"---|".repeat(rows[0]?.length ?? 0)}`, ...others].join("\n")
}

/** Servers of routers, two at least; one cell needs none. */
const routersOf = (cells: number, agencies: number): number => {
  const cores = (agencies * requestsASecond * measured.router) / 1000
  return cells === 1 ? 0 : Math.max(2, Math.ceil(cores / cell.usedCores / prices.serverCores))
}

/** Data lies on the primary, on the standby, and twice in the backups. */
const costOf = (cells: number, gb: number, agencies: number): number =>
  (2 * cells + routersOf(cells, agencies)) * prices.server +
  2 * gb * (prices.volumeGb + prices.objectGb) +
  agencies * mailsAMonth * prices.mail

const carriedBy = (name: string, agencies: number, cells?: number): ReadonlyArray<string> => {
  const gb = agencies * gbAMonth * 12
  return [
    name,
    rounded(agencies),
    rounded(agencies * requestsASecond),
    rounded((agencies * agency.requestsADay * 365) / 1e6),
    rounded((agencies * agency.invoicesAMonth * 12) / 1e6),
    rounded((agencies * mailsAMonth * 12) / 1e6),
    rounded(gb / 1000),
    cells === undefined ? "" : rounded(costOf(cells, gb, agencies))
  ]
}

const capacity = (): string =>
  tableOf(
    ["", "agencies", "requests/s", "requests", "invoices", "mails", "data, TB", "EUR a month"],
    carriedBy("one process: half of a core", ofProcess),
    carriedBy(`one server: half of ${prices.serverCores} cores`, ofServer),
    carriedBy("one server: its disk after three years, a cell", ofCell, 1),
    carriedBy("ten cells", 10 * ofCell, 10),
    carriedBy("a hundred cells", 100 * ofCell, 100)
  )

interface Cell {
  agencies: number
  gb: number
}

const sumOf = (cells: ReadonlyArray<Cell>) => ({
  agencies: cells.reduce((sum, one) => sum + one.agencies, 0),
  gb: cells.reduce((sum, one) => sum + one.gb, 0)
})

/** Into the emptiest cell that takes workspaces, or into a new one. */
const place = (cells: Array<Cell>, agencies: number, gb: number): void => {
  const open = cells
    .filter((one) => one.gb + gb < cell.openBelow * cell.maxGb && one.agencies < ofServer)
    .sort((one, other) => one.gb - other.gb)[0]
  if (open === undefined) cells.push({ agencies, gb })
  else {
    open.agencies += agencies
    open.gb += gb
  }
}

/** Answers the number of workspaces that moved because a disk was full. */
const passMonth = (cells: Array<Cell>): number => {
  for (const one of cells) {
    const stay = Math.round(one.agencies * (1 - growth.leaving))
    one.gb = (one.agencies === 0 ? 0 : (one.gb * stay) / one.agencies) + stay * gbAMonth
    one.agencies = stay
  }
  const joining = Math.round(sumOf(cells).agencies * growth.joining)
  for (let left = joining; left > 0; left -= 100) place(cells, Math.min(100, left), 0)
  let moved = 0
  for (const full of cells.filter(({ gb }) => gb > cell.maxGb)) {
    // A fifth leaves, so the next move is months away.
    const [agencies, gb] = [Math.round(full.agencies / 5), full.gb / 5]
    full.agencies -= agencies
    full.gb -= gb
    moved += agencies
    place(cells, agencies, gb)
  }
  return moved
}

const simulation = (): string => {
  const cells: Array<Cell> = [{ agencies: growth.first, gb: 0 }]
  const years = Array.from({ length: growth.years }, (_, year) => {
    let moved = 0
    for (let month = 0; month < 12; month++) moved += passMonth(cells)
    const { agencies, gb } = sumOf(cells)
    return [
      String(year + 1),
      rounded(agencies),
      rounded(agencies * requestsASecond),
      rounded(gb / 1000),
      String(cells.length),
      rounded(moved),
      rounded(costOf(cells.length, gb, agencies))
    ]
  })
  const head = ["year", "agencies", "requests/s", "data, TB", "cells", "moved", "EUR a month"]
  return tableOf(head, ...years)
}

const bottlenecks = (): string => {
  const row = (cells: number): ReadonlyArray<string> => {
    const agencies = cells * ofCell
    const signIns = (agencies * agency.signInsADay * agency.busiestHour) / 3600
    const deliveries = ofCell * requestsASecond * agency.changes
    const filesTb = (agencies * agency.invoicesAMonth * 12 * measured.invoiceFile) / 1e12
    const disk = 2 * (prices.volumeGb + prices.objectGb)
    const saved = filesTb * 1000 * (disk - prices.objectGb)
    return [
      String(cells),
      rounded(signIns),
      rounded((signIns * measured.passwordHash) / 1000),
      cells === 1 ? "" : rounded((agencies * requestsASecond * measured.router) / 1000),
      rounded(deliveries),
      rounded(filesTb),
      rounded(saved)
    ]
  }
  return tableOf(
    [
      "cells",
      "sign-ins/s",
      "their cores in each cell",
      "cores of routers",
      "webhooks/s of a cell",
      "files a year, TB",
      "EUR a month less, if in a bucket"
    ],
    ...[1, 10, 100, 400].map(row)
  )
}

/** By the name in the page's markers. */
export const scaleTables = (): Readonly<Record<string, string>> => ({
  capacity: capacity(),
  growth: simulation(),
  bottlenecks: bottlenecks()
})

/** The page with the tables of now between its markers. */
export const withTables = (page: string): string =>
  Object.entries(scaleTables()).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(<!-- table: ${name} -->\n).*?(<!-- end -->)`, "s"),
        (_, start: string, end: string) => `${start}${table}\n${end}`
      ),
    page
  )

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const page = new URL("../docs/scale.md", import.meta.url)
  if (process.argv.includes("--write")) {
    writeFileSync(page, withTables(readFileSync(page, "utf8")))
  } else console.log(Object.values(scaleTables()).join("\n\n"))
}
