/**
 * The upgrade that docs/operator.md describes: this version migrates the database of the previous
 * release while that release serves writes, and both then serve together. Skipped in a clone
 * without the release in its history.
 */
import { createServer } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { afterAll } from "vitest"
import { layerPostgresServer } from "../../src/infra/postgres/Database.ts"
import { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { runCliHere } from "../support/cliHere.ts"
import { placeOnPostgres } from "../support/place.ts"
import {
  type Environment,
  eventually,
  type Server,
  startServer,
  stopServer
} from "../support/process.ts"
import {
  checkoutOf,
  type Fixture,
  fixtureSecretKey,
  hasReleaseBefore,
  loadFixture,
  readFixture,
  releaseBefore
} from "../support/release.ts"
import { freshDatabase } from "../support/storages.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

/** A caller of the API that records every answer outside of 2xx. */
const callerOf = (server: Server, { apiKey }: Fixture) => {
  const refused: string[] = []
  const call = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${server.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const said = await answer.text()
    if (!answer.ok) refused.push(`${method} ${path} ${answer.status} ${said}`)
    return JSON.parse(said)
  }
  return { call, refused }
}

type Caller = ReturnType<typeof callerOf>

/** The life of an invoice, from its client to its payment; returns its id. */
const billOnce = async ({ call }: Caller, name: string): Promise<string> => {
  const client = await call("POST", "/clients", { name, email: "client@x.example" })
  const { id } = await call("POST", "/invoices", {
    client_id: client.id,
    line_items: [{ description: "Work", quantity: 2, unit_price: 1000 }]
  })
  await call("PATCH", `/invoices/${id}`, { notes: name })
  await call("POST", `/invoices/${id}/send`, {})
  await call("POST", `/invoices/${id}/payments`, { amount: 500, method: "bank_transfer" })
  return id
}

/** Creates and bills invoices until it is stopped, at least one. */
const keepBilling = (caller: Caller, name: string) => {
  let stopped = false
  const billed = (async () => {
    const ids: string[] = []
    do ids.push(await billOnce(caller, `${name} ${ids.length}`))
    while (!stopped)
    return ids
  })()
  return () => {
    stopped = true
    return billed
  }
}

const shown = async ({ call }: Caller, id: string) => {
  const { number, status, amount_paid, total, notes } = await call("GET", `/invoices/${id}`)
  return { number, status, amount_paid, total, notes }
}

/** A receiver of webhooks that records the ids of created invoices. */
const startReceiver = async () => {
  const created = new Set<string>()
  const server = createServer(async (request, response) => {
    const { type, data } = JSON.parse(await text(request))
    if (type === "invoice.created") created.add(data.object.id)
    response.writeHead(204).end()
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()))
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return { created, url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

const load = (url: string, fixture: Fixture) =>
  Effect.flatMap(MaintenanceClient, (sql) => loadFixture(sql, fixture)).pipe(
    Effect.provide(layerPostgresServer(Redacted.make(url))),
    Effect.runPromise
  )

const servers: Server[] = []
const start = async (...given: Parameters<typeof startServer>): Promise<Server> => {
  const server = await startServer(...given)
  servers.push(server)
  return server
}
afterAll(() => {
  for (const server of servers) server.signal("SIGKILL")
})

describe.skipIf(!hasReleaseBefore)(`an upgrade from ${releaseBefore.version}`, () => {
  it("migrates beside writers of the release before, which go on beside this one", async () => {
    const place = await placeOnPostgres({}, freshDatabase)
    const fixture = readFixture(releaseBefore.version)
    await load(place.url, fixture)
    const environment: Environment = {
      ...place.environment,
      SECRET_KEY: fixtureSecretKey,
      PROCESSOR: "test",
      RATE_LIMIT: "off",
      WEBHOOK_ALLOW_PRIVATE: "true"
    }
    const release = await checkoutOf(releaseBefore.commit)
    const before = await start(environment, [join(release, "src/main.ts")])
    const old = callerOf(before, fixture)
    const receiver = await startReceiver()
    await old.call("POST", "/webhook_endpoints", {
      url: receiver.url,
      events: ["invoice.created"]
    })
    const writers = ["A", "B", "C"].map((name) => keepBilling(old, name))
    const now = await start(environment)
    const here = callerOf(now, fixture)
    const beside = keepBilling(here, "D")
    const ids = (await Promise.all([...writers, beside].map((stop) => stop()))).flat()
    ids.push(await billOnce(old, "E"))
    assert.deepStrictEqual([...old.refused, ...here.refused], [])
    for (const id of ids) assert.deepStrictEqual(await shown(old, id), await shown(here, id))

    // Also while the previous release sends some of the deliveries.
    await eventually(async () => (ids.every((id) => receiver.created.has(id)) ? true : undefined))

    await Promise.all([stopServer(before), stopServer(now)])
    receiver.close()
    const verified = await runCliHere(["verify", "--json"], environment)
    assert.deepStrictEqual([JSON.parse(verified.stdout).first_difference, verified.code], [null, 0])
    const doctor = await runCliHere(["doctor", "--totals", "--json"], environment)
    assert.deepStrictEqual(JSON.parse(doctor.stdout).totals, [])
    await place.remove()
  })
})
