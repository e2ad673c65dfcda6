/**
 * Races for one resource over all processes: no update is lost, one caller wins where one may, and
 * no request fails. `HISTORIES=10` makes ten times as many rounds.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  allOf,
  inRounds,
  made,
  makerOf,
  places,
  requireNoGap,
  requireVerified,
  rounds,
  type Service,
  statusesOf,
  times
} from "../../support/histories.ts"
import type { Answer } from "../../support/historiesRequests.ts"
import { eventually } from "../../support/process.ts"

/** Requests at the same time, none of which may fail. */
const race = async (requests: ReadonlyArray<Promise<Answer>>): Promise<ReadonlyArray<Answer>> => {
  const answers = await Promise.all(requests)
  for (const { status, bytes } of answers) {
    assert.isTrue(
      status > 0 && status < 500,
      `a request in a race was answered ${status}: ${bytes}`
    )
  }
  return answers
}

/** Each field in a PATCH of its own; all of them have to stand. */
const patchFields = async (service: Service, path: string, fields: object): Promise<void> => {
  const answers = await race(
    Object.entries(fields).map(([name, value], process) =>
      service.call(process, "PATCH", path, { body: { [name]: value } })
    )
  )
  assert.deepStrictEqual(new Set(statusesOf(answers)), new Set([200]))
}

const countOf = (statuses: ReadonlyArray<number>, status: number): number =>
  statuses.filter((one) => one === status).length

/** Send, void and edit one draft. */
const sendVoidEdit = async (service: Service): Promise<void> => {
  const make = makerOf(service)
  const { id } = await make.invoice((await make.client()).id)
  const path = `/v1/invoices/${id}`
  const post = (process: number, action: string) =>
    service.call(process, "POST", `${path}/${action}`, { body: {} })
  const [first, voided, second] = statusesOf(
    await race([
      post(0, "send"),
      post(1, "void"),
      post(1, "send"),
      service.call(0, "PATCH", path, { body: { notes: "late" } })
    ])
  )
  assert.isFalse(first === 200 && second === 200, "a draft was sent twice")
  assert.strictEqual(voided, 200)
  for (const process of [0, 1]) {
    const { status } = await made(service.call(process, "GET", path))
    assert.strictEqual(status, "void", "an invoice is not void after its void was acknowledged")
  }
}

/** Payments beyond what is owed, and a void. */
const payVoid = async (service: Service): Promise<void> => {
  const make = makerOf(service)
  const { id } = await make.invoice((await make.client()).id)
  const path = `/v1/invoices/${id}`
  await made(service.call(0, "POST", `${path}/send`, { body: {} }))
  const amounts = [400, 400, 400, 600]
  const statuses = statusesOf(
    await race([
      ...amounts.map((amount, process) =>
        service.call(process, "POST", `${path}/payments`, { body: { amount } })
      ),
      service.call(1, "POST", `${path}/void`, { body: {} })
    ])
  )
  const taken = amounts.reduce((sum, amount, at) => sum + (statuses[at] === 201 ? amount : 0), 0)
  const now = await made(service.call(1, "GET", path))
  assert.isAtMost(taken, 1000, "more was taken than is owed")
  assert.strictEqual(now.amount_paid, taken, "amount_paid is not the sum of the payments")
  assert.isFalse(statuses.at(-1) === 200 && taken > 0, "an invoice is void and paid")
  assert.isTrue(statuses.at(-1) === 200 || taken > 0, "neither the void nor a payment succeeded")
}

/** A mailed invoice is voided several times, beside a resend: the client gets one notice. */
const voidAndResend = async (service: Service): Promise<void> => {
  const make = makerOf(service)
  const { id } = await make.invoice((await make.client()).id)
  const path = `/v1/invoices/${id}`
  await made(service.call(0, "POST", `${path}/send`, { body: {} }))
  await eventually(async () => {
    const { delivery } = await made(service.call(0, "GET", path))
    return delivery.status === "sent" ? true : undefined
  })
  const post = (process: number, action: string) =>
    service.call(process, "POST", `${path}/${action}`, { body: {} })
  const [one, resent = 0, two, three] = statusesOf(
    await race([post(0, "void"), post(1, "resend"), post(1, "void"), post(0, "void")])
  )
  assert.deepStrictEqual([one, two, three], [200, 200, 200])
  assert.include([200, 422], resent)
  const notices = await allOf(service, `/v1/mails?object=${id}&kind=notice`)
  assert.lengthOf(notices, 1, "the notice of a void is not one mail")
}

/** A payment is reversed several times, while others are recorded. */
const reverseAndPay = async (service: Service): Promise<void> => {
  const make = makerOf(service)
  const { id } = await make.invoice((await make.client()).id)
  const path = `/v1/invoices/${id}`
  await made(service.call(0, "POST", `${path}/send`, { body: {} }))
  const pay = (process: number, amount: number) =>
    service.call(process, "POST", `${path}/payments`, { body: { amount } })
  const first = await made(pay(0, 600))
  const reverse = (process: number) =>
    service.call(process, "POST", `${path}/payments/${first.id}/reverse`, { body: { reason: "r" } })
  const statuses = statusesOf(
    await race([reverse(0), pay(1, 400), reverse(1), pay(0, 600), reverse(1)])
  )
  const [one = 0, small = 0, two = 0, large = 0, three = 0] = statuses
  assert.strictEqual(countOf([one, two, three], 201), 1, "not reversed once")
  const now = await made(service.call(1, "GET", path))
  const taken = 400 * countOf([small], 201) + 600 * countOf([large], 201)
  assert.strictEqual(now.amount_paid, taken, "amount_paid is not the sum of the payments")
  assert.strictEqual(now.status, taken === now.total ? "paid" : "sent")
}

/** A payment is reversed while the credit of its excess is used: one of both succeeds. */
const withdrawAndUse = async (service: Service): Promise<void> => {
  const make = makerOf(service)
  const client = (await make.client()).id
  const [{ id }, next] = [await make.invoice(client), await make.invoice(client)]
  for (const one of [id, next.id]) {
    await made(service.call(0, "POST", `/v1/invoices/${one}/send`, { body: {} }))
  }
  const payment = await made(
    service.call(0, "POST", `/v1/invoices/${id}/payments`, {
      body: { amount: 1500, excess: "credit" }
    })
  )
  const credit = payment.credit.id
  const [reversed = 0, used = 0, refunded = 0] = statusesOf(
    await race([
      service.call(0, "POST", `/v1/invoices/${id}/payments/${payment.id}/reverse`, {
        body: { reason: "r" }
      }),
      service.call(1, "POST", `/v1/invoices/${next.id}/payments`, { body: { credit_id: credit } }),
      service.call(1, "POST", `/v1/credits/${credit}/refund`, { body: { amount: 500 } })
    ])
  )
  assert.strictEqual(countOf([reversed, used], 201) + countOf([refunded], 200), 1)
  const {
    amount,
    applied,
    refunded: back,
    withdrawn,
    remaining
  } = await made(service.call(1, "GET", `/v1/credits/${credit}`))
  assert.strictEqual(applied + back + withdrawn + remaining, amount)
  assert.strictEqual(withdrawn, reversed === 201 ? 500 : 0)
}

const archiveWithTasks = async (service: Service): Promise<void> => {
  const make = makerOf(service)
  const { id } = await make.project((await make.client()).id)
  const task = await make.task(id)
  const path = `/v1/projects/${id}`
  const create = (process: number) =>
    service.call(process, "POST", `${path}/tasks`, { body: { title: "added" } })
  const [archived, , one, other, done] = statusesOf(
    await race([
      service.call(0, "DELETE", path),
      service.call(1, "PATCH", path, { body: { name: "renamed" } }),
      create(0),
      create(1),
      service.call(1, "PATCH", `/v1/tasks/${task.id}`, { body: { status: "done" } })
    ])
  )
  const now = await made(service.call(1, "GET", path))
  assert.strictEqual(archived, 204)
  assert.strictEqual(now.status, "archived")
  assert.strictEqual(now.task_count, 1 + countOf([one ?? 0, other ?? 0], 201))
  assert.strictEqual(now.completed_task_count, done === 200 ? 1 : 0)
}

describe.each(places)("races on %s", (_name, use) => {
  const service = use()
  const make = makerOf(service)
  const { call } = service

  it("different fields of a client are changed at once: all stand", () =>
    inRounds(12, async (round) => {
      const { id } = await make.client()
      const path = `/v1/clients/${id}`
      const fields = { name: `n${round}`, company: "co", phone: "+49 1", notes: "no" }
      await patchFields(service, path, fields)
      assert.deepInclude(await made(call(round, "GET", path)), fields)
    }))

  it("different fields of a draft are changed at once: the total follows from all", () =>
    inRounds(12, async (round) => {
      const { id } = await make.invoice((await make.client()).id)
      const path = `/v1/invoices/${id}`
      const line_items = [{ description: "y", quantity: 2, unit_price: 700 }]
      const fields = { notes: "no", tax_rate: 0.19, discount: 7 }
      await patchFields(service, path, { ...fields, line_items })
      const total = 1393 + Math.round(1393 * 0.19)
      assert.deepInclude(await made(call(round, "GET", path)), { ...fields, total })
    }))

  it("one of several changes with the same If-Match succeeds", () =>
    inRounds(12, async () => {
      const { id } = await make.project((await make.client()).id)
      const path = `/v1/projects/${id}`
      const { etag = "" } = (await call(0, "GET", path)).headers
      const answers = await race(
        Array.from({ length: 6 }, (_, process) =>
          call(process, "PATCH", path, {
            body: { name: `by ${process}` },
            headers: { "if-match": etag }
          })
        )
      )
      const winner = answers.findIndex(({ status }) => status === 200)
      assert.deepStrictEqual(statusesOf(answers).toSorted(), [200, 422, 422, 422, 422, 422])
      assert.strictEqual((await made(call(1, "GET", path))).name, `by ${winner}`)
    }))

  it("a draft is sent, voided and edited at once: it is sent at most once, and ends void", () =>
    inRounds(12, () => sendVoidEdit(service)))

  it("an invoice is paid several times and voided at once: never more than is owed", () =>
    inRounds(12, () => payVoid(service)))

  it("a mailed invoice is voided several times beside a resend: one notice", () =>
    inRounds(6, () => voidAndResend(service)))

  it("a payment is reversed several times beside payments: once, and the sum is right", () =>
    inRounds(12, () => reverseAndPay(service)))

  it("a payment is reversed while the credit of its excess is used: one of both", () =>
    inRounds(12, () => withdrawAndUse(service)))

  it("a milestone is billed several times at once: one invoice", () =>
    inRounds(12, async () => {
      const project = await make.project((await make.client()).id)
      const { id } = await make.milestone(project.id)
      const answers = await race(
        [0, 1, 2, 3].map((process) => call(process, "POST", `/v1/milestones/${id}/invoice`))
      )
      assert.deepStrictEqual(statusesOf(answers).toSorted(), [201, 422, 422, 422])
      assert.lengthOf(await allOf(service, `/v1/invoices?project_id=${project.id}`), 1)
    }))

  it("a project is archived while its tasks change: the counts are right", () =>
    inRounds(12, () => archiveWithTasks(service)))

  it("invoices are created and refused at once, with and without keys: no gap", async () => {
    const { id: client_id } = await make.client()
    const before = await requireNoGap(service)
    const all = Array.from({ length: rounds(120) }, (_, index) => index)
    const statuses: Array<number> = []
    await times(24, async () => {
      for (let index = all.pop(); index !== undefined; index = all.pop()) {
        const line_items =
          index % 5 === 0 ? [] : [{ description: "x", quantity: 1, unit_price: 1000 }]
        const headers = index % 7 === 0 ? { "idempotency-key": `number ${index}` } : {}
        const body = { client_id, line_items }
        const [{ status } = { status: 0 }] = await race([
          call(index, "POST", "/v1/invoices", { body, headers })
        ])
        statuses.push(status)
      }
    })
    const created = countOf(statuses, 201)
    assert.strictEqual(created, statuses.length - countOf(statuses, 422))
    assert.strictEqual(await requireNoGap(service), before + created)
    await requireVerified(service)
  })
})
