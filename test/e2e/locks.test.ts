/**
 * Lock contention on a real PostgreSQL: requests that do not need the locked row continue. Order
 * stands for time here: the others are answered before the first waiter gives up.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace } from "../support/cliHere.ts"
import { outsider } from "../support/locks.ts"
import { placeOnPostgres } from "../support/place.ts"
import { eventually, type Server, startServer, stopServer } from "../support/process.ts"

let place: Awaited<ReturnType<typeof placeOnPostgres>>
let server: Server
let database: ReturnType<typeof outsider>
let acme: string
let other: string

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}

const call = async (
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {}
): Promise<Answer> => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const newInvoice = async (key: string): Promise<string> => {
  const client = await call(key, "POST", "/v1/clients", { name: "A", email: "a@x.example" })
  const made = await call(key, "POST", "/v1/invoices", {
    client_id: client.body.id,
    line_items: [{ description: "x", quantity: 1, unit_price: 1 }]
  })
  return made.body.id
}

beforeAll(async () => {
  place = await placeOnPostgres({ DATABASE_POOL_SIZE: "8", RATE_LIMIT: "off" })
  server = await startServer(place.environment)
  database = outsider(place.url)
  const workspace = async (name: string): Promise<string> => {
    const owner = { name, "owner-email": `${name}@x.example` }
    return (await createWorkspace(place.environment, owner)).api_key
  }
  acme = await workspace("acme")
  other = await workspace("other")
})

afterAll(async () => {
  await stopServer(server)
  await place.remove()
})

/**
 * Locks the invoice's row, sends requests that need it, and runs `meanwhile` once some wait; the
 * row is released on its signal or at its end. Answers all answers.
 */
const besideWaiters = async (
  invoice: string,
  requests: ReadonlyArray<() => Promise<Answer>>,
  meanwhile: (answered: () => ReadonlyArray<Answer>) => Promise<void>
): Promise<ReadonlyArray<Answer>> => {
  const release = await database.hold(invoice)
  try {
    const answers: Answer[] = []
    const all = Promise.all(
      requests.map(async (request) => {
        const answer = await request()
        answers.push(answer)
        return answer
      })
    )
    await eventually(async () => ((await database.waiting()) >= 1 ? true : undefined))
    await meanwhile(() => answers)
    await release()
    return await all
  } finally {
    await release()
  }
}

/** Requests of other callers; each must succeed. */
const everybodyElse = async (held: string): Promise<void> => {
  const answers = await Promise.all([
    call(other, "GET", "/v1/invoices"),
    call(other, "GET", "/v1/projects"),
    call(other, "POST", "/v1/clients", { name: "B", email: "b@x.example" }),
    newInvoice(other).then((id) => call(other, "PATCH", `/v1/invoices/${id}`, { notes: "n" })),
    call(acme, "GET", `/v1/invoices/${held}`),
    call(acme, "GET", "/v1/clients")
  ])
  assert.deepStrictEqual(
    answers.map(({ status }) => status),
    [200, 200, 201, 200, 200, 200]
  )
  assert.strictEqual((await fetch(`${server.url}/readyz`)).status, 200)
}

const isForTheirNumber = ({ body }: Answer): boolean =>
  body.error?.message.includes("Too many changes are waiting") === true

const patch = (invoice: string) => () =>
  call(acme, "PATCH", `/v1/invoices/${invoice}`, { notes: "changed" })

/** On a slow machine all may have been refused before the row was released. */
const assertChangedOrRefused = (answers: ReadonlyArray<Answer>): void => {
  for (const { status } of answers) assert.include([200, 429], status, server.stderr())
}

describe("a row that somebody holds", () => {
  it("stops nobody who does not want it, and those who do are told to come again", async () => {
    const invoice = await newInvoice(acme)
    const answers = await besideWaiters(
      invoice,
      Array.from({ length: 50 }, () => patch(invoice)),
      async (answered) => {
        await everybodyElse(invoice)
        const refused = await eventually(async () => answered()[0])
        assert.strictEqual(refused.status, 429)
        assert.strictEqual(refused.body.error.code, "RATE_LIMITED")
        assert.include(refused.body.error.message, "changing the same resource")
        assert.strictEqual(refused.headers.get("retry-after"), "1")
      }
    )
    assertChangedOrRefused(answers)
    assert.strictEqual((await patch(invoice)()).status, 200)
  })

  it("is waited for by 240 changes of one workspace: none is refused for their number", async () => {
    const invoice = await newInvoice(acme)
    await besideWaiters(
      invoice,
      Array.from({ length: 240 }, () => patch(invoice)),
      async (answered) => {
        // Whom the queue has no room for is answered first.
        const first = await eventually(async () => answered()[0])
        assert.include(first.body.error.message, "changing the same resource")
      }
    )
  })

  it("lets so many wait and refuses the rest at once", async () => {
    const invoice = await newInvoice(acme)
    // The share of a workspace is half of the five connections for changes, and 500 may wait for
    // it.
    const answers = await besideWaiters(
      invoice,
      Array.from({ length: 530 }, () => patch(invoice)),
      async (answered) => {
        // On a slow machine the first requests may time out before the last is sent.
        const refused = await eventually(async () =>
          answered().length >= 28 && answered().some(isForTheirNumber) ? [...answered()] : undefined
        )
        for (const answer of refused) {
          assert.strictEqual(answer.status, 429)
          const isAboutNumber = isForTheirNumber(answer)
          if (!isAboutNumber)
            assert.include(answer.body.error.message, "changing the same resource")
          assert.strictEqual(answer.headers.get("retry-after"), isAboutNumber ? "2" : "1")
        }
        await everybodyElse(invoice)
      }
    )
    assertChangedOrRefused(answers)
    assert.strictEqual((await patch(invoice)()).status, 200)
  })

  it("is waited for by twins under one Idempotency-Key without stopping others", async () => {
    const invoice = await newInvoice(acme)
    // A request that waited too long is refused, and repeated.
    const send = async (): Promise<Answer> => {
      const key = { "idempotency-key": "twins" }
      const answer = await call(acme, "POST", `/v1/invoices/${invoice}/send`, {}, key)
      return answer.status === 429 ? await send() : answer
    }
    const answers = await besideWaiters(
      invoice,
      Array.from({ length: 100 }, () => send),
      async (answered) => {
        await everybodyElse(invoice)
        assert.deepStrictEqual(answered(), [])
      }
    )
    assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.strictEqual(new Set(answers.map(({ body }) => body.sent_at)).size, 1)
    const first = answers.filter(({ headers }) => headers.get("idempotent-replayed") === null)
    assert.strictEqual(first.length, 1)
  })

  it("is waited for before If-Match is compared: a resend of what changed is refused", async () => {
    const [invoice, credited] = [await newInvoice(acme), await newInvoice(acme)]
    for (const id of [invoice, credited]) await call(acme, "POST", `/v1/invoices/${id}/send`)
    const { body: note } = await call(acme, "POST", `/v1/invoices/${credited}/credit_notes`, {
      reason: "Wrong price"
    })
    for (const path of [`/v1/invoices/${invoice}`, `/v1/credit_notes/${note.id}`]) {
      const before = await eventually(async () => {
        const answer = await call(acme, "GET", path)
        return answer.body.delivery.status === "sent" ? answer : undefined
      })
      const ifMatch = { "if-match": before.headers.get("etag") ?? "" }
      const release = await database.hold(before.body.id, "delivery_attempts = 7")
      const resent = call(acme, "POST", `${path}/resend`, {}, ifMatch)
      await eventually(async () => ((await database.waiting()) >= 1 ? true : undefined))
      await release()
      assert.strictEqual((await resent).status, 422, path)
      assert.strictEqual((await call(acme, "GET", path)).body.delivery.attempts, 7)
    }
  })

  it("was waited for with no more connections than the setting allows", async () => {
    const reads = Array.from({ length: 300 }, () => call(other, "GET", "/v1/invoices"))
    const writes = Array.from({ length: 60 }, (_, n) =>
      call(n % 2 === 0 ? acme : other, "POST", "/v1/clients", { name: "C", email: "c@x.example" })
    )
    await Promise.all([...reads, ...writes])
    assert.isAtMost(await database.connections(), 8)
  })
})
