/**
 * The API in memory for tests without Effect, as such a test uses it; and Layers of one's own in
 * it.
 */
import { Effect, Layer } from "effect"
import { assert, describe, expect, test } from "vitest"
import { RetainerUnprocessable } from "../../src/client.ts"
import { Mailer, startRetainer } from "../../src/testing.ts"

const line_items = [{ description: "Design", quantity: 1, unit_price: 5000 }]

const sentBy = async (
  { api }: Pick<Awaited<ReturnType<typeof startRetainer>>, "api">,
  email: string,
  due_date?: string
) => {
  const client = await api.clients.create({ name: "Ada", email })
  const { id } = await api.invoices.create({
    client_id: client.id,
    line_items,
    ...(due_date === undefined ? {} : { due_date })
  })
  await api.invoices.send(id, {})
  return id
}

describe("the API in memory without Effect", () => {
  test("tells the time that it is told, and only goes forward", async () => {
    await using retainer = await startRetainer({ now: "2026-03-01T09:00:00Z" })
    const client = await retainer.api.clients.create({ name: "Ada", email: "ada@x.example" })
    assert.strictEqual(client.created_at, "2026-03-01T09:00:00.000Z")
    await retainer.clock.advance("1 hour")
    await retainer.clock.moveTo("2026-03-02T00:00:00Z")
    assert.deepStrictEqual(await retainer.clock.now(), new Date("2026-03-02T00:00:00Z"))
    await expect(retainer.clock.moveTo("2026-03-01T00:00:00Z")).rejects.toThrow(
      "Time only moves forward: it is 2026-03-02T00:00:00.000Z"
    )
  })

  test("does what is due on the way at its own time", async () => {
    await using retainer = await startRetainer({
      now: "2026-03-01T09:00:00Z",
      timeZone: "Asia/Tokyo",
      reminderDays: [3]
    })
    const id = await sentBy(retainer, "ada@x.example", "2026-03-10")
    await retainer.clock.advance("30 days")
    const { data } = await retainer.api.events.list({})
    assert.deepStrictEqual(
      data
        .filter(({ type }) => ["invoice.overdue", "invoice.reminded"].includes(type))
        .map(({ type, created_at }) => [type, created_at]),
      [
        ["invoice.overdue", "2026-03-10T15:00:00.000Z"],
        ["invoice.reminded", "2026-03-12T15:00:00.000Z"]
      ]
    )
    assert.strictEqual((await retainer.api.invoices.get(id)).status, "overdue")
    const subjects = (await retainer.mails.all()).map(({ subject }) => subject)
    assert.deepStrictEqual(subjects, ["Invoice INV-0001", "Reminder: invoice INV-0001"])
  })

  test("lets mails fail, and tries them again", async () => {
    await using retainer = await startRetainer()
    await retainer.mails.fail({ kind: "temporary", count: 2, to: "ada@x.example" })
    const id = await sentBy(retainer, "ada@x.example")
    const seen = []
    for (const wait of ["0 seconds", "5 seconds", "10 seconds"] as const) {
      await retainer.clock.advance(wait)
      const { delivery } = await retainer.api.invoices.get(id)
      seen.push([delivery?.status, delivery?.attempts])
    }
    assert.deepStrictEqual(seen, [
      ["queued", 1],
      ["queued", 2],
      ["sent", 3]
    ])
    assert.strictEqual((await retainer.mails.next()).to.address, "ada@x.example")
    await retainer.mails.fail({ kind: "permanent" })
    const refused = await sentBy(retainer, "bob@x.example")
    await retainer.clock.advance(0)
    assert.strictEqual((await retainer.api.invoices.get(refused)).delivery?.status, "failed")
  })

  test("delivers webhooks, again where their receiver was away", async () => {
    await using retainer = await startRetainer()
    await retainer.api.webhook_endpoints.create({ url: "https://app.example/hooks" })
    await retainer.webhooks.answer(503)
    await retainer.api.clients.create({ name: "Ada", email: "ada@x.example" })
    assert.lengthOf(await retainer.webhooks.messages(), 1)
    await retainer.webhooks.answer(204)
    await retainer.clock.advance("1 day")
    const messages = await retainer.webhooks.messages()
    assert.deepStrictEqual(
      messages.map(({ body }) => JSON.parse(body).type),
      ["client.created", "client.created"]
    )
  })

  test("is paid, at once or late", async () => {
    await using retainer = await startRetainer()
    const id = await sentBy(retainer, "ada@x.example")
    const url = (await retainer.api.invoices.get(id)).processor_payment_url ?? ""
    assert.isFalse(await retainer.pay(url, "decline"))
    assert.isTrue(await retainer.pay(url, "late"))
    assert.strictEqual((await retainer.api.invoices.get(id)).status, "sent")
    await retainer.clock.advance("5 seconds")
    assert.strictEqual((await retainer.api.invoices.get(id)).status, "paid")
  })

  test("has workspaces that see nothing of each other, keys of few scopes, and pages", async () => {
    await using retainer = await startRetainer({ name: "First" })
    const other = await retainer.workspace({ ownerEmail: "other@x.example" })
    const client = await retainer.api.clients.create({ name: "Ada", email: "ada@x.example" })
    await expect(other.api.clients.get(client.id)).rejects.toMatchObject({ status: 404 })
    const reader = await retainer.apiWith(["clients:read"])
    await expect(reader.clients.create({ name: "B", email: "b@x.example" })).rejects.toMatchObject({
      status: 403
    })
    await expect(
      retainer.api.clients.create({ name: "", email: "b@x.example" })
    ).rejects.toBeInstanceOf(RetainerUnprocessable)
    assert.strictEqual((await retainer.fetch("http://retainer.test/sign-in")).status, 200)
    const test = await retainer.fetch("http://retainer.test/test/clock")
    assert.strictEqual(test.status, 404)
  })

  test("takes a Layer of one's own in place of one in memory", async () => {
    const subjects: Array<string> = []
    const mailer = Layer.succeed(Mailer, {
      send: ({ subject }) => Effect.sync(() => void subjects.push(subject))
    })
    await using retainer = await startRetainer({ fakes: mailer })
    await sentBy(retainer, "ada@x.example")
    await retainer.clock.advance(0)
    assert.deepStrictEqual(subjects, ["Invoice INV-0001"])
    assert.deepStrictEqual(await retainer.mails.all(), [])
  })
})
