/**
 * Answers that are cached by a server pass to no other caller: not to another workspace, a key with
 * fewer scopes or a malformed credential; and they depend on no header but those that choose their
 * form.
 */
import { assert, describe, it } from "@effect/vitest"
import { beforeAll } from "vitest"
import { makerOf, onEmbedded, onTwoProcesses, type Service } from "../../support/histories.ts"
import type { Answer, Call } from "../../support/historiesRequests.ts"

interface Setting {
  readonly paths: ReadonlyArray<string>
  /** An object of the other workspace. */
  readonly stranger: string
  /** By the only scope that each has. */
  readonly scoped: ReadonlyArray<readonly [scope: string, key: string]>
}

const scopeOf = (path: string): string => {
  if (/^\/v1\/clients\/[^/]+\/projects/.test(path)) return "projects:read"
  if (/^\/v1\/clients\/[^/]+\/invoices/.test(path)) return "invoices:read"
  return `${path.split(/[/?]/)[2]}:read`
}

const settingOf = async (service: Service, workspace: string): Promise<Setting> => {
  const make = makerOf(service)
  const client = await make.client()
  const project = await make.project(client.id)
  await make.task(project.id)
  const invoice = await make.invoice(client.id, { project_id: project.id })
  const json = async (line: string) => {
    const { code, stdout, stderr } = await service.cli(`${line} --json`)
    assert.strictEqual(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const owner = "--owner-name O --owner-email other@x.example"
  const place = "--currency EUR --timezone UTC --plan scale"
  const other = await json(`workspace create --name Other ${place} ${owner}`)
  const scoped: Array<readonly [string, string]> = []
  for (const scope of ["projects:read", "clients:read", "invoices:read"]) {
    const { api_key: key } = await json(
      `key create --workspace ${workspace} --name K --scopes ${scope}`
    )
    scoped.push([scope, key])
  }
  const paths = [
    `projects/${project.id}`,
    "projects?limit=5",
    `projects/${project.id}/milestones`,
    `clients/${client.id}`,
    "clients",
    `clients/${client.id}/projects`,
    `clients/${client.id}/invoices`,
    `invoices/${invoice.id}`,
    "invoices",
    `invoices/${invoice.id}/payments`,
    `invoices/${invoice.id}/pdf`,
    "tasks",
    "analytics/receivables",
    "analytics/projects"
  ]
  return { paths: paths.map((path) => `/v1/${path}`), stranger: other.api_key, scoped }
}

/** Headers that do not change the content. */
const otherHeaders: ReadonlyArray<Readonly<Record<string, string>>> = [
  { "accept-language": "ar" },
  { origin: "https://other.example" },
  { "x-forwarded-host": "other.example" },
  { "x-forwarded-proto": "https" },
  { cookie: "a=b" },
  { "accept-encoding": "gzip" },
  { "accept-encoding": "br;q=1, gzip;q=0" },
  { "cache-control": "no-cache" },
  { "x-http-method-override": "DELETE" },
  { "if-modified-since": "Mon, 23 Nov 2099 00:00:00 GMT" },
  { range: "bytes=0-3" }
]

const tagsOf = (etag: string): ReadonlyArray<readonly [tag: string, status: number]> => [
  [etag, 304],
  [`W/${etag}`, 304],
  [`"x", ${etag}`, 304],
  [`${etag.slice(0, -1)}-gzip"`, 304],
  ['"x"', 200],
  [etag.slice(1, -1), 200],
  [etag.toUpperCase(), 200]
]

/** Visits of each path, by its owner first. */
const useVisits = (service: Service, workspace: () => Promise<string>) => {
  let setting: Setting | undefined
  beforeAll(async () => {
    setting = await settingOf(service, await workspace())
  })
  const made = (): Setting => {
    if (setting === undefined) throw new Error("there is nothing to visit yet")
    return setting
  }
  const get = (path: string, call: Call = {}) => service.call(0, "GET", path, call)
  /** The answer to the owner, which is cached by now. */
  const warm = async (path: string): Promise<Answer> => {
    await get(path)
    await get(path)
    const answer = await get(path)
    assert.strictEqual(answer.status, 200, path)
    return answer
  }
  return {
    setting: made,
    get,
    key: service.key,
    /** The work on each path, after which the owner has the same answer as before. */
    onEach: async (work: (path: string, own: Answer) => Promise<void>): Promise<void> => {
      for (const path of made().paths) {
        const own = await warm(path)
        await work(path, own)
        assert.deepStrictEqual((await get(path)).bytes, own.bytes, `${path} as its owner sees it`)
      }
    }
  }
}
type Visits = ReturnType<typeof useVisits>

const describeCallers = ({ setting, get, key: ownKey, onEach }: Visits): void => {
  it("a key of another workspace sees nothing of it", () =>
    onEach(async (path, own) => {
      const { status, bytes } = await get(path, { key: setting().stranger })
      assert.strictEqual(status, /_[0-9a-z]{26}/.test(path) ? 404 : 200, path)
      for (const [id] of String(own.bytes).matchAll(/(client|proj|inv|task)_[0-9a-z]{26}/g)) {
        if (!path.includes(id)) assert.notInclude(String(bytes), id, path)
      }
      const tag = own.headers.etag
      if (tag !== undefined) {
        const conditional = { key: setting().stranger, headers: { "if-none-match": tag } }
        assert.notStrictEqual((await get(path, conditional)).status, 304, path)
      }
    }))

  it("a malformed or unknown credential is 401", () =>
    onEach(async (path) => {
      const key = ownKey()
      const calls: ReadonlyArray<Call> = [
        { key: null },
        { key: null, headers: { "if-none-match": "*" } },
        { key: `rk_${"A".repeat(38)}` },
        { key: key.slice(0, -1) },
        { key: `${key}x` },
        { key: null, headers: { authorization: `Basic ${key}` } },
        { key: `${key}, Bearer ${setting().stranger}` }
      ]
      for (const call of calls) {
        const { status } = await get(path, call)
        assert.strictEqual(status, 401, `${path} with ${JSON.stringify(call)}`)
      }
    }))

  it("a key sees what its scopes allow", () =>
    onEach(async (path) => {
      for (const [scope, key] of setting().scoped) {
        const { status } = await get(path, { key })
        assert.strictEqual(status, scope === scopeOf(path) ? 200 : 403, `${path} with ${scope}`)
      }
    }))
}

const describeForms = ({ get, onEach }: Visits): void => {
  it("headers that choose no form change nothing", () =>
    onEach(async (path, own) => {
      for (const headers of otherHeaders) {
        for (let round = 0; round < 2; round++) {
          const answer = await get(path, { headers })
          const by = `${path} with ${JSON.stringify(headers)}`
          assert.strictEqual(answer.status, 200, by)
          assert.deepStrictEqual(answer.bytes, own.bytes, by)
          assert.notInclude(JSON.stringify(answer.headers), "other.example", by)
        }
      }
    }))

  it("JSON stays JSON after the table of the same list, and a tag is compared as it is", () =>
    onEach(async (path, own) => {
      await get(path, { headers: { accept: "text/csv" } })
      const json = await get(path, { headers: { accept: "application/json, */*" } })
      assert.strictEqual(json.headers["content-type"], own.headers["content-type"], path)
      for (const [tag, status] of tagsOf(own.headers.etag ?? '"none"')) {
        if (own.headers.etag === undefined) break
        const answer = await get(path, { headers: { "if-none-match": tag } })
        assert.strictEqual(answer.status, status, `${path} with the tag ${tag}`)
      }
    }))
}

const describeSeparation = (service: Service, workspace: () => Promise<string>): void => {
  const visits = useVisits(service, workspace)
  describeCallers(visits)
  describeForms(visits)
}

describe("callers of two processes", () => {
  const service = onTwoProcesses()
  describeSeparation(service, async () => service.running().workspaceId)
})

describe("callers of the embedded database", () => {
  const service = onEmbedded()
  describeSeparation(service, async () => {
    const [first] = JSON.parse((await service.cli("workspace list --json")).stdout).workspaces
    return first.id
  })
})
