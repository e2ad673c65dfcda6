/**
 * Idempotency keys that are used at the same time by every process, with equal and with other
 * bodies: a key makes one resource and has one answer. `HISTORIES=10` makes ten times as many
 * rounds.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  allOf,
  inRounds,
  makerOf,
  places,
  rounds,
  statusesOf,
  times
} from "../../support/histories.ts"
import type { Answer } from "../../support/historiesRequests.ts"

const isReplay = ({ headers }: Answer): boolean => headers["idempotent-replayed"] === "true"

/** The parts of an answer that a replay repeats. */
const said = ({ status, bytes, headers }: Answer) => ({
  status,
  text: bytes.toString(),
  etag: headers.etag,
  location: headers.location
})

describe.each(places)("idempotency keys on %s", (_name, use) => {
  const service = use()
  const make = makerOf(service)
  const { call } = service
  const create = (process: number, key: string, body: object | string, path = "/v1/clients") =>
    call(process, "POST", path, { body, headers: { "idempotency-key": key } })
  const withName = (name: string) => ({ name, email: "c@x.example" })
  const stored = async (name: string) =>
    (await allOf(service, `/v1/clients?q=${name}`)).map(({ id }) => id)

  it("twins make one invoice; their answers, and later ones, are equal", async () => {
    const { id: client_id } = await make.client()
    await inRounds(12, async (round) => {
      const line_items = [{ description: `round ${round}`, quantity: 1, unit_price: 100 }]
      const body = { client_id, line_items }
      // Equal as JSON, not as text.
      const texts = [JSON.stringify(body), JSON.stringify(body, null, 2)]
      const twins = await times(6, (index) =>
        create(index, `twins ${round}`, texts[index % 2] ?? "", "/v1/invoices")
      )
      const fresh = twins.filter((answer) => !isReplay(answer))
      assert.lengthOf(fresh, 1, `statuses: ${statusesOf(twins).join()}`)
      const later = await create(round, `twins ${round}`, body, "/v1/invoices")
      for (const answer of [...twins, later]) {
        assert.deepStrictEqual(said(answer), said(fresh[0] ?? later))
      }
      assert.strictEqual(later.status, 201)
    })
    assert.lengthOf(await allOf(service, `/v1/invoices?client_id=${client_id}`), rounds(12))
  })

  it("two bodies under one key: one of them is stored, the other is refused", () =>
    inRounds(12, async (round) => {
      const names = [`first${round}`, `second${round}`]
      const answers = await times(4, (index) =>
        create(index, `bodies ${round}`, withName(names[index % 2] ?? ""))
      )
      assert.deepStrictEqual(statusesOf(answers).toSorted(), [201, 201, 422, 422])
      const ids = new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : [])))
      assert.strictEqual(ids.size, 1)
      assert.deepStrictEqual((await Promise.all(names.map(stored))).flat(), [...ids])
    }))

  it("a refused request frees its key: one of its twins is stored", () =>
    inRounds(12, async (round) => {
      const name = `freed${round}`
      const answers = await times(4, (index) =>
        create(index, `freed ${round}`, withName(index === 0 ? "" : name))
      )
      assert.deepStrictEqual(statusesOf(answers), [422, 201, 201, 201])
      assert.lengthOf(await stored(name), 1)
    }))

  it("twins that send one draft get one answer", async () => {
    const { id: client_id } = await make.client()
    await inRounds(12, async (round) => {
      const { id } = await make.invoice(client_id)
      const answers = await times(3, (index) =>
        create(index, `send ${round}`, {}, `/v1/invoices/${id}/send`)
      )
      assert.deepStrictEqual(statusesOf(answers), [200, 200, 200])
      assert.lengthOf(new Set(answers.map(({ bytes }) => bytes.toString())), 1)
      assert.lengthOf(
        answers.filter((answer) => !isReplay(answer)),
        1
      )
    })
  })
})
