/**
 * Answers of an earlier release to every GET, and their comparison with the answers of this one:
 * the same fields have the same values, and further fields are allowed.
 */
import { createHash } from "node:crypto"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

/** Credentials that the release made. */
export interface ReleaseAccess {
  readonly workspaceId: string
  readonly apiKey: string
  /** With the scope clients:read alone. */
  readonly readerKey: string
  readonly owner: { readonly email: string; readonly password: string }
}

export interface Recorded {
  /** The instant of the answers, RFC 3339. */
  readonly at: string
  /** By path below /v1. */
  readonly answers: Readonly<Record<string, Json>>
  /** SHA-256 of each mailed document that the release stored, by the id of its invoice. */
  readonly documents: Readonly<Record<string, string>>
}

const firstPaths = [
  "/clients?limit=100",
  "/projects?limit=100",
  "/projects?status=archived&limit=100",
  "/invoices?limit=100",
  ...["draft", "sent", "overdue", "paid", "void"].map((one) => `/invoices?status=${one}&limit=100`),
  "/invoices?sort=due_date&limit=100",
  "/tasks?limit=100",
  "/files?limit=100",
  "/events?after=0&limit=100",
  "/events?after=100&limit=100",
  "/audit?after=0&limit=100",
  "/webhook_endpoints?limit=100",
  "/analytics/receivables",
  "/analytics/projects?limit=100",
  "/analytics/revenue?from=2025-01-01&to=2027-12-31&interval=month"
]

/** The paths of what has this id. */
const pathsOf = (id: string): ReadonlyArray<string> => {
  const [, kind = ""] = /^([a-z]+)_[0-7][0-9a-z]{25}$/.exec(id) ?? []
  const paths: Readonly<Record<string, ReadonlyArray<string>>> = {
    client: ["", "/projects?limit=100", "/invoices?limit=100", "/credits?limit=100"],
    proj: ["", "/tasks?limit=100", "/milestones?limit=100"],
    inv: ["", "/payments?limit=100"],
    task: [""],
    mile: [""],
    pay: [""],
    credit: [""],
    file: [""],
    whep: ["", "/deliveries?limit=100"]
  }
  const folders: Readonly<Record<string, string>> = {
    client: "clients",
    proj: "projects",
    inv: "invoices",
    task: "tasks",
    mile: "milestones",
    pay: "payments",
    credit: "credits",
    file: "files",
    whep: "webhook_endpoints"
  }
  return (paths[kind] ?? []).map((end) => `/${folders[kind]}/${id}${end}`)
}

const readerOf =
  (url: string, apiKey: string) =>
  (path: string): Promise<Response> =>
    fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${apiKey}` } })

const sha256 = async (answer: Response): Promise<string> =>
  createHash("sha256")
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest("hex")

const mailedDocument = (id: string): string => `/invoices/${id}/pdf?as=sent`

/** Follows the ids of every list. Paths that the release does not know are left out. */
export const recordAnswers = async (url: string, { apiKey }: ReleaseAccess): Promise<Recorded> => {
  const read = readerOf(url, apiKey)
  const answers: Record<string, Json> = {}
  const documents: Record<string, string> = {}
  const paths = [...firstPaths]
  const seen = new Set<string>()
  for (const path of paths) {
    if (seen.has(path)) continue
    seen.add(path)
    const answer = await read(path)
    if (answer.status !== 200) continue
    const body = await answer.json()
    answers[path] = body
    const ids = (Array.isArray(body.data) ? body.data : []).map(({ id }: Json) => String(id))
    if (!/^\/(?:events|audit)/.test(path)) paths.push(...ids.flatMap(pathsOf))
  }
  for (const path of Object.keys(answers)) {
    const id = /^\/invoices\/(inv_\w+)$/.exec(path)?.[1]
    // 0.1.0 ignores the parameter: it draws each document anew.
    if (id === undefined || (await read(`/invoices/${id}/pdf?as=other`)).status === 200) continue
    const document = await read(mailedDocument(id))
    if (document.status === 200) documents[id] = await sha256(document)
  }
  return { at: new Date().toISOString(), answers, documents }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

/** Places where the answer differs from the recorded one, as JSON paths with both values. */
export const differencesOf = (
  before: unknown,
  now: unknown,
  isFree: (path: string) => boolean,
  path = ""
): ReadonlyArray<string> => {
  if (isFree(path)) return []
  if (!isObject(before) || !isObject(now)) {
    return Object.is(before, now)
      ? []
      : [`${path}: ${JSON.stringify(before)} is now ${JSON.stringify(now)}`]
  }
  const isList = Array.isArray(before)
  if (isList && Array.isArray(now) && before.length !== now.length) {
    return [`${path}: ${before.length} entries are now ${now.length}`]
  }
  return Object.keys(before).flatMap((name) =>
    differencesOf(before[name], now[name], isFree, isList ? `${path}[]` : `${path}.${name}`)
  )
}

/** A link that ends, and an address in a list that only this server can read. */
const isAlwaysFree = (path: string): boolean => /\.(?:next_cursor|download_url)$/.test(path)

/** Differences of all answers, each once with the number of its places. */
export const compareAnswers = async (
  url: string,
  { apiKey }: ReleaseAccess,
  recorded: Recorded,
  isFree: (path: string) => boolean = () => false
): Promise<ReadonlyArray<string>> => {
  const read = readerOf(url, apiKey)
  const differences: string[] = []
  for (const [path, before] of Object.entries(recorded.answers)) {
    const now = await (await read(path)).json()
    const found = differencesOf(before, now, (place) => isAlwaysFree(place) || isFree(place))
    differences.push(...found.map((one) => `GET ${path} ${one}`))
  }
  for (const [id, hash] of Object.entries(recorded.documents)) {
    if ((await sha256(await read(mailedDocument(id)))) !== hash) {
      differences.push(`GET ${mailedDocument(id)} is another document`)
    }
  }
  return differences
}
