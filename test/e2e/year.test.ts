/**
 * A simulated year: agencies in four time zones with daylight saving send, remind, get paid and
 * void while time moves, and the secret key is renewed. Every event, mail and webhook message is
 * the expected one, at its instant, no more and no less. `npm test` simulates eleven days with
 * three changes of the clocks, `npm run test:year` a year; `YEAR_SEED` repeats a failure.
 */
import { assert, describe, it } from "@effect/vitest"
import { dayAfter, hour, localDay, makeRandom } from "../support/yearCalendar.ts"
import { YearExpectation, type YearInvoice } from "../support/yearExpectation.ts"
import { startYear, type YearAgency, type YearService } from "../support/yearService.ts"

const day = 24 * hour
const isWhole = process.env["YEAR"] === "whole"
const plan = isWhole
  ? { start: "2027-01-01T00:00:00Z", days: 365, agencies: 20, renewals: [90, 180, 270] }
  : { start: "2027-03-26T00:00:00Z", days: 11, agencies: 4, renewals: [5] }
const seed = Number(process.env["YEAR_SEED"] ?? Date.now() % 1_000_000)
const start = Date.parse(plan.start)

interface Year {
  readonly service: YearService
  readonly expected: YearExpectation
  readonly random: () => number
}

const made = (answer: { readonly status: number; readonly body: { readonly id: string } }) => {
  assert.strictEqual(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.id
}

const bill = async ({ service, expected, random }: Year, agency: YearAgency) => {
  const { call, name } = agency
  const email = `c${expected.invoices.length}.${name.slice(3)}@x.example`
  const client = made(await call("POST", "/clients", { name: "Ada", email }))
  expected.event(agency, "client.created", client)
  const due = dayAfter(expected.today(agency), Math.floor(random() * 40))
  const total = 2 * (1000 + Math.floor(random() * 9000))
  const line_items = [{ description: "Work", quantity: 2, unit_price: total / 2 }]
  const id = made(await call("POST", "/invoices", { client_id: client, due_date: due, line_items }))
  expected.event(agency, "invoice.created", id)
  const isLate = random() < 0.1 && !expected.isDueAtOnce(agency, due)
  if (isLate)
    await service.plain("POST", "/test/mails/failures", { kind: "temporary", count: 1, to: email })
  assert.strictEqual((await call("POST", `/invoices/${id}/send`, {})).status, 200)
  const { body } = await call("GET", `/invoices/${id}`)
  const paymentUrl = body.processor_payment_url
  expected.send({ workspace: agency, id, email, due, paymentUrl, rest: total }, isLate)
}

const pay = async (
  { service, expected, random }: Year,
  { call }: YearAgency,
  invoice: YearInvoice
) => {
  if (random() < 0.5) {
    const { status, body } = await service.plain("POST", "/test/payments", {
      url: invoice.paymentUrl
    })
    assert.strictEqual(status, 204, JSON.stringify(body))
    return expected.pay(invoice, invoice.rest, "processor")
  }
  const amount = random() < 0.5 ? invoice.rest : Math.ceil(invoice.rest / 2)
  made(await call("POST", `/invoices/${invoice.id}/payments`, { amount, method: "cash" }))
  expected.pay(invoice, amount, "hand")
}

/** A second reminder of a day is refused, as is a void after money came. */
const change = async (year: Year, agency: YearAgency, invoice: YearInvoice, which: number) => {
  const { expected } = year
  const { call } = agency
  const path = `/invoices/${invoice.id}`
  if (which < 0.5) return pay(year, agency, invoice)
  if (which < 0.7) {
    const { status } = await call("POST", `${path}/remind`, {})
    assert.strictEqual(status, expected.remind(invoice) ? 200 : 422)
    return
  }
  if (which < 0.85) {
    const { status } = await call("POST", `${path}/void`, {})
    assert.strictEqual(status, invoice.isTouched ? 422 : 200)
    if (!invoice.isTouched) expected.void(invoice)
    return
  }
  const amount = Math.ceil(invoice.rest / 2)
  const lines = [{ line: 0, amount }]
  const note = await call("POST", `${path}/credit_notes`, { lines, reason: "Too much" })
  assert.strictEqual(note.status, 201, JSON.stringify(note.body))
  expected.credit(invoice, note.body.total, note.body.id)
}

/** Each agency does something about every third day. */
const act = async (year: Year) => {
  const { service, expected, random } = year
  for (const agency of service.agencies) {
    if (random() > 0.3) continue
    const open = expected.open.filter(({ workspace }) => workspace.name === agency.name)
    const invoice = open[Math.floor(random() * open.length)]
    if (invoice === undefined || random() < 0.4) await bill(year, agency)
    else await change(year, agency, invoice, random())
  }
}

const sorted = (texts: ReadonlyArray<string>) => texts.toSorted()

const requireMails = async ({ service, expected }: Year, from: number): Promise<number> => {
  const due = expected.mails.slice(from).map(({ text }) => text)
  assert.deepStrictEqual(sorted(await service.takeMails()), sorted(due))
  return expected.mails.length
}

interface Event {
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly data: { readonly object: { readonly id: string } }
}

const eventsOf = async ({ call }: YearAgency): Promise<ReadonlyArray<Event>> => {
  const all: Array<Event> = []
  for (let after = 0; ; ) {
    const { body } = await call("GET", `/events?after=${after}&limit=100`)
    if (body.data.length === 0) return all
    all.push(...body.data)
    after = body.meta.next_after
  }
}

/** The log, its webhook messages, and the records that are younger than their retention. */
const requireLog = async ({ service, expected }: Year, now: number) => {
  for (const agency of service.agencies) {
    const { name, call, endpoint } = agency
    const events = await eventsOf(agency)
    const found = events.map((one) => `${one.created_at} ${name} ${one.type} ${one.data.object.id}`)
    const due = expected.events.filter(({ workspace }) => workspace === name)
    assert.deepStrictEqual(sorted(found), sorted(due.map(({ text }) => text)))
    const accepted = service.accepted.filter(({ workspace }) => workspace === name)
    assert.deepStrictEqual(sorted(accepted.map(({ id }) => id)), sorted(events.map(({ id }) => id)))
    const totalOf = async (path: string) => (await call("GET", `${path}?limit=1`)).body.meta.total
    const mails = expected.mails.filter(({ workspace }) => workspace === name)
    assert.deepStrictEqual(
      [await totalOf("/mails"), await totalOf(`/webhook_endpoints/${endpoint}/deliveries`)],
      [
        mails.filter(({ queuedAt }) => queuedAt >= now - 90 * day).length,
        due.filter(({ at }) => at >= now - 30 * day).length
      ],
      "records of mails and deliveries"
    )
  }
}

describe("a simulated year", () => {
  it("brings every mail and event on its day, and no other", { timeout: 1_800_000 }, async () => {
    const service = await startYear(plan.agencies, start)
    const expected = new YearExpectation(start)
    const year = { service, expected, random: makeRandom(seed) }
    const about = `YEAR_SEED=${seed}`
    try {
      let mails = 0
      let now = start
      for (let at = 0; at < plan.days; at += 1) {
        now = start + at * day + Math.floor(year.random() * day)
        await service.moveTo(now)
        expected.moveTo(now)
        const renews = plan.renewals.includes(at)
        if (renews || at % 7 === 0) {
          // A mail whose first attempt failed is sent within these seconds.
          now += 10_000
          await service.moveTo(now)
          expected.moveTo(now)
          mails = await requireMails(year, mails)
        }
        if (renews) await service.renewKey()
        // Before anything new happens: its messages may still be on their way, or refused.
        if (at % 30 === 29) await requireLog(year, now)
        await act(year)
      }
      now = start + plan.days * day
      await service.moveTo(now)
      expected.moveTo(now)
      await requireMails(year, mails)
      await requireLog(year, now)
      for (const { name } of service.agencies.slice(0, isWhole ? plan.agencies : 1)) {
        assert.isNull((await service.verify(name)).first_difference)
      }
      assert.deepStrictEqual((await service.doctor()).totals, [])
      const zones = service.agencies.map(({ zone }) => `${zone} ${localDay(zone, now)}`)
      console.info(
        `${plan.days} days, ${zones.length} agencies: ${expected.mails.length} mails, ` +
          `${expected.events.length} events, ${expected.invoices.length} invoices; ${about}`
      )
    } catch (error) {
      throw new Error(`${about}: ${error instanceof Error ? error.message : error}`, {
        cause: error
      })
    } finally {
      await service.stop()
    }
  })
})
