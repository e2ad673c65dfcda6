/**
 * The client without Effect on the whole API in memory: every way in and out that its table knows.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import {
  createRetainer,
  type Retainer,
  RetainerError,
  RetainerForbidden,
  RetainerNotFound,
  RetainerUnauthorized,
  RetainerUnprocessable
} from "../../src/client.ts"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { newAddress } from "../support/owners.ts"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const made = yield* app.workspace({ ownerEmail: newAddress() })
  const asked: Array<string> = []
  const ask: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    asked.push(`${request.method} ${request.url.replace("http://retainer.test/v1", "")}`)
    return app.fetch(request)
  }
  const as = (key: Redacted.Redacted): Retainer =>
    createRetainer({
      baseUrl: "http://retainer.test/",
      apiKey: Redacted.value(key),
      fetch: ask,
      retries: false
    })
  return { app, made, ask, asked, as, retainer: as(made.apiKey) }
})

/** The call's failure, which has to be one of this class. */
const failureOf = async <E>(
  call: PromiseLike<unknown>,
  Failure: new (...given: never) => E
): Promise<E> => {
  const error = await Promise.resolve(call).then(
    () => assert.fail("did not fail"),
    (reason: unknown) => reason
  )
  if (!(error instanceof Failure)) throw error
  return error
}

const person = { name: "Ada", email: "ada@client.example" }

layer(layerRetainerMemory)("the client without Effect", (it) => {
  const test = (name: string, use: (set: Effect.Success<typeof setUp>) => Promise<void>): void => {
    it.effect(name, () => Effect.flatMap(setUp, (set) => Effect.promise(() => use(set))))
  }

  test("does the main job: client, project, invoice, send, PDF, payment", async ({ retainer }) => {
    const client = await retainer.clients.create(person)
    const project = await retainer.projects.create({ name: "Site", client_id: client.id })
    const invoice = await retainer.invoices.create({
      client_id: client.id,
      project_id: project.id,
      line_items: [{ description: "Design", quantity: 1, unit_price: 12_000 }],
      tax_rate: 0.1
    })
    assert.deepStrictEqual([invoice.status, invoice.total], ["draft", 13_200])
    const changed = await retainer.invoices.update(invoice.id, { notes: "Thank you" })
    assert.strictEqual(changed.notes, "Thank you")
    assert.strictEqual((await retainer.invoices.send(invoice.id)).status, "sent")
    const pdf = await retainer.invoices.pdf(invoice.id)
    assert.strictEqual(new TextDecoder().decode(pdf.subarray(0, 5)), "%PDF-")
    const payment = await retainer.payments.record(invoice.id, { amount: 13_200 })
    assert.strictEqual(payment.amount, 13_200)
    assert.strictEqual((await retainer.invoices.get(invoice.id)).status, "paid")
    assert.isUndefined(await retainer.projects.archive(project.id))
  })

  test("sends forms, and takes what has no body", async ({ retainer }) => {
    const client = await retainer.clients.create(person)
    const form = new FormData()
    form.append("client_id", client.id)
    form.append("file", new File(["Hello"], "hello.txt"))
    const file = await retainer.files.create(form)
    assert.deepStrictEqual([file.name, file.size], ["hello.txt", 5])
    assert.isUndefined(await retainer.files.delete(file.id))
    const hook = await retainer.webhook_endpoints.create({ url: "https://app.example/hooks" })
    const rotated = await retainer.webhook_endpoints.rotate(hook.id)
    assert.notStrictEqual(rotated.secret, hook.secret)
  })

  test("reads a list page by page, when it is asked to", async ({ retainer, asked }) => {
    for (const name of ["A", "B", "C", "D", "E"]) {
      await retainer.clients.create({ ...person, name })
    }
    asked.length = 0
    const list = retainer.clients.list({ limit: 2, q: "ada" })
    // Another call completes first, so an unawaited request would be visible.
    await retainer.projects.list()
    assert.deepStrictEqual(asked, ["GET /projects"])
    asked.length = 0
    const page = await list
    assert.deepStrictEqual(
      page.data.map(({ name }) => name),
      ["E", "D"]
    )
    assert.deepStrictEqual([page.meta.total, asked.length], [5, 1])
    const names: Array<string> = []
    for await (const { name } of list) {
      names.push(name)
      if (name === "C") break
    }
    assert.deepStrictEqual([names, asked.length], [["E", "D", "C"], 2])
    const all: Array<string> = []
    for await (const { name } of retainer.clients.list({ limit: 2 })) all.push(name)
    assert.deepStrictEqual(all, ["E", "D", "C", "B", "A"])
    let pages = 0
    for await (const { data } of retainer.clients.list({ limit: 2 }).pages()) pages += data.length
    assert.strictEqual(pages, 5)
  })

  test("reads a log from where it is told to its present end", async ({ retainer, asked }) => {
    for (const name of ["A", "B", "C", "D"]) await retainer.clients.create({ ...person, name })
    asked.length = 0
    const found: Array<number> = []
    for await (const { sequence } of retainer.events.list({ after: 1, limit: 2 })) {
      found.push(sequence)
    }
    assert.deepStrictEqual(found, [2, 3, 4])
    assert.deepStrictEqual(
      asked,
      [1, 3, 4].map((after) => `GET /events?after=${after}&limit=2`)
    )
  })

  test("throws classes that carry what the answer told", async ({ retainer }) => {
    const client = await retainer.clients.create(person)
    const { id } = await retainer.invoices.create({
      client_id: client.id,
      line_items: [{ description: "W", quantity: 1, unit_price: 100 }]
    })
    const lines = [{ description: "W", quantity: -1, unit_price: 100 }]
    const wrong = await failureOf(
      retainer.invoices.create({ client_id: client.id, line_items: lines }),
      RetainerUnprocessable
    )
    assert.deepStrictEqual(
      wrong.fields.map(({ path }) => path),
      ["line_items[0].quantity"]
    )
    assert.match(wrong.requestId ?? "", /^req_/)
    assert.deepStrictEqual(
      [wrong.code, wrong.status, wrong.name, wrong instanceof RetainerError],
      ["UNPROCESSABLE", 422, "RetainerUnprocessable", true]
    )
    await retainer.invoices.void(id)
    const refused = await failureOf(retainer.invoices.send(id), RetainerUnprocessable)
    assert.deepInclude(refused.invoice, { status: "void", allowed: [] })
    const none = await failureOf(retainer.invoices.get("inv_none"), RetainerNotFound)
    assert.strictEqual(none.code, "RESOURCE_NOT_FOUND")
  })

  test("throws by credential and scope too", async ({ app, made, as, ask }) => {
    const none = createRetainer({ baseUrl: "http://retainer.test", apiKey: "rk_x", fetch: ask })
    await failureOf(none.clients.list(), RetainerUnauthorized)
    const key = await Effect.runPromise(app.apiKey(made, ["projects:read"]))
    await failureOf(as(key).clients.list(), RetainerForbidden)
  })

  test("rehearses a change", async ({ retainer, asked }) => {
    const client = await retainer.clients.create(person)
    const rehearsed = await retainer.clients.create(person, { dryRun: true })
    assert.deepStrictEqual([rehearsed.id, rehearsed.name], [null, person.name])
    const line_items = [{ description: "Design", quantity: 1, unit_price: 5 }]
    const bill = { client_id: client.id, line_items }
    const { id, number, total } = await retainer.invoices.create(bill, { dryRun: true })
    assert.deepStrictEqual({ id, number, total }, { id: null, number: null, total: 5 })
    const refused = retainer.invoices.create({ ...bill, line_items: [] }, { dryRun: true })
    await failureOf(refused, RetainerUnprocessable)
    assert.lengthOf(asked, 4)
    assert.strictEqual((await retainer.clients.list()).meta.total, 1)
    assert.strictEqual((await retainer.invoices.list()).meta.total, 0)
  })

  test("refuses an id that would be another address", async ({ retainer, asked }) => {
    for (const id of ["", ".", ".."]) await failureOf(retainer.invoices.get(id), TypeError)
    await failureOf(retainer.invoices.get("a/../b"), RetainerNotFound)
    assert.deepStrictEqual(asked, ["GET /invoices/a%2F..%2Fb"])
  })

  test("does a repeat under the caller's key once, and tells of the answer", async ({
    retainer
  }) => {
    const replayed: Array<string | null> = []
    const once = {
      idempotencyKey: "order-42",
      onAnswer: ({ headers }: { readonly headers: Headers }) => {
        replayed.push(headers.get("idempotent-replayed"))
      }
    }
    const first = await retainer.clients.create(person, once)
    const again = await retainer.clients.create(person, once)
    assert.strictEqual(again.id, first.id)
    assert.deepStrictEqual(replayed, [null, "true"])
    const etag: Array<string> = []
    await retainer.clients.get(first.id, {
      onAnswer: ({ headers }) => {
        etag.push(headers.get("etag") ?? "")
      }
    })
    await retainer.clients.update(first.id, { name: "B" })
    for (const stale of [{ ifMatch: etag.join() }, { headers: { "If-Match": etag.join() } }]) {
      await failureOf(
        retainer.clients.update(first.id, { name: "C" }, stale),
        RetainerUnprocessable
      )
      await failureOf(retainer.clients.invite(first.id, {}, stale), RetainerUnprocessable)
    }
  })
})
