/**
 * The answer of a write equals the next read in every process, byte by byte and with the same tag,
 * and the object of its event. `HISTORIES=10` makes ten times as many writes.
 */
import { assert, describe, it } from "@effect/vitest"
import { canonicalJson } from "../../../src/domain/text/Text.ts"
import {
  eventsAfter,
  made,
  makeRandom,
  places,
  type Random,
  rounds,
  type Service
} from "../../support/histories.ts"
import type { Answer } from "../../support/historiesRequests.ts"
import type { Json } from "../../support/pair.ts"

const texts = [
  "plain",
  "e\u0301 decomposed",
  "ÅΩ\u212b",
  "family 👩‍👩‍👧",
  "\u200bzero width",
  "<b>&amp;",
  "ﷺ مرحبا",
  "'; drop",
  "a".repeat(200)
]

/** A payment has no event that shows it: the events are of its invoice. */
const isShownByEvent = ({ id }: Json): boolean => !String(id).startsWith("pay_")

/**
 * Writes by random processes; each answer is compared with a read of the resource in every process.
 */
const makeWriter = (service: Service, random: Random) => {
  const { call, urls } = service
  const answers: Array<Json> = []
  const send = (method: string, path: string, body: object) =>
    call(random.below(2), method, path, { body })

  const compare = async (path: string, answer: Answer): Promise<void> => {
    for (const process of urls().keys()) {
      const read = await call(process, "GET", path)
      assert.strictEqual(read.bytes.toString(), answer.bytes.toString(), path)
      // A create has no tag; its resource has one.
      if (answer.headers.etag !== undefined) {
        assert.strictEqual(read.headers.etag, answer.headers.etag, path)
      }
    }
  }
  /**
   * An empty PATCH changes nothing. An invoice that is no draft refuses it, but not for its tag.
   */
  const requireOwnTag = async (path: string): Promise<void> => {
    const { etag } = (await call(0, "GET", path)).headers
    if (etag === undefined) return
    const empty = { body: {}, headers: { "if-match": etag } }
    assert.notInclude(String((await call(random.below(2), "PATCH", path, empty)).bytes), "If-Match")
  }
  /** `shownAt` is the path of the resource, by its id. */
  const write = async (
    method: string,
    path: string,
    body: object,
    shownAt: (id: string) => string
  ): Promise<Json> => {
    const answer = await send(method, path, body)
    const resource = await made(Promise.resolve(answer))
    const shown = shownAt(resource.id)
    await compare(shown, answer)
    if (isShownByEvent(resource)) await requireOwnTag(shown)
    answers.push(resource)
    return resource
  }
  return {
    random,
    answers,
    send,
    /** The resource is shown below the path that it was made at, or at another one. */
    create: (path: string, body: object, shownBelow = path) =>
      write("POST", path, body, (id) => `${shownBelow}/${id}`),
    change: (path: string, body: object) => write("PATCH", path, body, () => path),
    act: (path: string, action: string, body: object) =>
      write("POST", `${path}/${action}`, body, () => path)
  }
}
type Writer = ReturnType<typeof makeWriter>

const address = { line1: "1", city: "B", state: "S", postal_code: "1", country: "DE" }

const writeClient = async ({ random: { pick }, create, change }: Writer): Promise<string> => {
  const text = () => pick(texts)
  const { id } = await create("/v1/clients", {
    name: text(),
    email: "a@x.example",
    company: text(),
    phone: pick([null, "+49 1"]),
    notes: text(),
    address: pick([null, address])
  })
  const changes = [{ notes: text() }, { company: null }, { phone: text() }, { address }]
  await change(`/v1/clients/${id}`, pick<object>(changes))
  return id
}

const writeProject = async (
  { random: { pick }, create, change }: Writer,
  client_id: string
): Promise<string> => {
  const text = () => pick(texts)
  const { id } = await create("/v1/projects", {
    name: text(),
    client_id,
    description: text(),
    budget: pick([0, 1, 100_000_000_000_000]),
    start_date: "2026-01-01",
    end_date: pick([null, "2026-12-31"])
  })
  const path = `/v1/projects/${id}`
  const milestone = { name: text(), amount: pick([0, 1, 12_345]), due_date: "2026-02-28" }
  await create(`${path}/milestones`, milestone, "/v1/milestones")
  const task = { title: text(), status: pick(["todo", "done"]), due_date: "2026-03-01" }
  await create(`${path}/tasks`, task, "/v1/tasks")
  const changes = [{ name: text() }, { budget: null }, { status: "review" }]
  await change(path, pick<object>(changes))
  return id
}

const writeInvoice = async (
  { random: { pick, chance }, create, change, act, send }: Writer,
  client_id: string,
  project_id: string | null
): Promise<void> => {
  const text = () => pick(texts)
  const line = () => ({
    description: text(),
    quantity: pick([1, 0.333, 0.0001, 2.5, 1_000_000]),
    unit_price: pick([1, 99, 1_234_567])
  })
  const { id } = await create("/v1/invoices", {
    client_id,
    project_id,
    tax_rate: pick([null, 0.19, 0.123456, 0.000001, 1]),
    currency: pick(["EUR", "JPY", "KWD"]),
    notes: text(),
    line_items: [line(), { description: text(), quantity: 1, unit_price: 100 }]
  })
  const path = `/v1/invoices/${id}`
  const changes = [{ notes: text() }, { tax_rate: 0.07 }, { discount: 2 }, { line_items: [line()] }]
  const { total } = await change(path, pick<object>(changes))
  if (chance(0.5)) {
    await act(path, "void", { reason: text() })
    return
  }
  await made(send("POST", `${path}/send`, {}))
  if (total === 0) return
  const payment = { amount: pick([1, total]), reference: text(), method: pick([null, "card"]) }
  await create(`${path}/payments`, payment, "/v1/payments")
}

describe.each(places)("answers of writes on %s", (_name, use) => {
  const service = use()

  it("equal the next read, and the event of the write", async () => {
    const writer = makeWriter(service, makeRandom())
    for (let round = 0; round < rounds(10); round++) {
      const client = await writeClient(writer)
      const project = await writeProject(writer, client)
      await writeInvoice(writer, client, round % 2 === 0 ? project : null)
    }
    const shown = (await eventsAfter(service)).map(({ data }) => canonicalJson(data.object))
    for (const answer of writer.answers.filter(isShownByEvent).map(canonicalJson)) {
      assert.include(shown, answer, "no event says what a write answered")
    }
  })
})
