/**
 * A workspace that moves between two cells behind a router: what was made before the move goes on
 * working at its old address, and is refused by name where no router passes it on.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect } from "effect"
import { Housekeeping } from "../../src/app/ports/Housekeeping.ts"
import { layerEverything } from "../../src/cli/commands/Shared.ts"
import { WorkspaceId } from "../../src/domain/Ids.ts"
import { callback, password, useCells } from "../support/cells.ts"
import { run as runSql } from "../support/moving.ts"
import type { Environment } from "../support/process.ts"
import { completedSession, startStripe } from "../support/stripe.ts"
import { makeVisitor } from "../support/visitor.ts"

const secrets = { eu1: "whsec_one", eu2: "whsec_two" }
const stripe = await startStripe(secrets.eu1)
const cells = useCells((label) => ({
  PROCESSOR: "stripe",
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: label === "eu1" ? secrets.eu1 : `${secrets.eu2},${secrets.eu1}`,
  STRIPE_API_URL: stripe.url
}))
const { running, call, cli, sentInvoice, mailedLink } = cells
const visitor = () => makeVisitor(fetch, running().url)
const pathOf = (url: string): string => new URL(url).pathname

/** What each server does once an hour. */
const purge = (env: Environment) =>
  Effect.flatMap(Housekeeping, (housekeeping) =>
    Effect.flatMap(DateTime.now, housekeeping.purge)
  ).pipe(
    Effect.provide(layerEverything),
    Effect.provide(NodeServices.layer),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))),
    Effect.runPromise
  )

/** An app of the cell with the tokens of its owner. */
const appWithTokens = async () => {
  const { eu1, url } = running()
  const app = await cli(
    eu1,
    ...["oauth-app", "create", "--workspace", eu1.workspaceId],
    ...["--name", "App", "--redirect-uri", callback]
  )
  const person = visitor()
  await person.signIn(eu1.email, password)
  const query = new URLSearchParams({
    ...{ response_type: "code", client_id: app.client_id, redirect_uri: callback },
    ...{ scope: "invoices:read", state: "s" }
  })
  const action = `/oauth/authorize?${query}`
  const left = await person.submit(await person.get(action), action, { decision: "allow" })
  const code = new URL(left.leftFor ?? "").searchParams.get("code") ?? ""
  const token = async (fields: Readonly<Record<string, string>>) => {
    const { client_id, client_secret } = app
    const body = new URLSearchParams({ client_id, client_secret, ...fields })
    const response = await fetch(`${url}/oauth/token`, { method: "POST", body })
    return { status: response.status, body: await response.json() }
  }
  const first = await token({ grant_type: "authorization_code", code, redirect_uri: callback })
  return { ...first.body, authorize: action, token }
}

describe("a workspace that moved to another cell", () => {
  it("is reached by its old keys, sessions and links", async () => {
    const { eu1, eu2, url } = running()
    const at = (cell: typeof eu1) => String(cell.server.ready["listening"])
    const invoice = await sentInvoice(eu1)
    const email = "client@eu1.example"
    const client = await call(eu1.key, "POST", "/v1/clients", { name: "Cleo", email })
    const invite = () => call(eu1.key, "POST", `/v1/clients/${client.body.id}/invite`, {})
    await invite()
    const invitation = await mailedLink(eu1, /http:\/\/\S+\/portal\/invitations\/[\w.-]+/)
    const person = visitor()
    await person.signIn(eu1.email, password)
    const app = await appWithTokens()
    const other = await cli(eu1, "workspace", "create", ...otherAgency)

    const moved = await cli(
      eu1,
      ...["workspace", "move", eu1.workspaceId, "--to", String(eu2.environment["DATABASE_URL"])],
      ...["--to-cell", "eu2", "--to-data-dir", eu2.path, "--yes"]
    )
    assert.strictEqual(moved.to_cell, "eu2")

    const assertReached = async () => {
      const read = await call(eu1.key, "GET", "/v1/workspace")
      assert.strictEqual(read.status, 200)
      assert.strictEqual(read.body.id, eu1.workspaceId)
      assert.isNull(read.headers.get("retainer-moved"))
      const page = await visitor().get(pathOf(invoice.processor_payment_url))
      assert.strictEqual(page.status, 200, page.body)
      assert.include(page.body, invoice.number)
    }
    await assertReached()
    const fields = { name: "New", email: "new@client.example" }
    assert.strictEqual((await call(eu1.key, "POST", "/v1/clients", fields)).status, 201)
    assert.include((await person.get("/settings/workspace")).body, "Agency eu1")
    const notes = { ...fields, name: "Of a form" }
    const added = await person.submit(await person.get("/clients/new"), "/clients/new", notes)
    assert.include(added.body, "Of a form")

    const guest = visitor()
    const home = await guest.submit(await guest.get(pathOf(invitation)), pathOf(invitation))
    assert.include(home.body, email)
    assert.include((await guest.get("/portal")).body, email)

    assert.strictEqual((await call(app.access_token, "GET", "/v1/invoices")).status, 200)
    const { refresh_token } = app
    const renewed = await app.token({ grant_type: "refresh_token", refresh_token })
    assert.strictEqual(renewed.status, 200, JSON.stringify(renewed.body))
    assert.match(renewed.body.access_token, /^rat_eu2_/)
    assert.include((await person.get(app.authorize)).body, "Allow App?")

    // Stripe knows the address of the old cell alone.
    const event = completedSession({
      ...{ eventId: "evt_1", intent: "pi_1", amount: 1000 },
      ...{ workspaceId: eu1.workspaceId, invoiceId: invoice.id }
    })
    const { body, signature } = stripe.message(event)
    const reported = await fetch(`${url}/processor/stripe/eu1`, {
      ...{ method: "POST", body, headers: { "stripe-signature": signature } }
    })
    assert.strictEqual(reported.status, 200)
    const paid = await call(eu1.key, "GET", `/v1/invoices/${invoice.id}`)
    assert.strictEqual(paid.body.status, "paid")

    // A body that the router cannot send twice is refused by name, as without a router.
    const large = await call(eu1.key, "POST", "/v1/clients", { ...fields, notes: "x".repeat(2e5) })
    assert.strictEqual(large.status, 401)
    assert.include(large.body.error.message, "eu2")
    assert.isNull(large.headers.get("retainer-moved"))
    const headers = { authorization: `Bearer ${eu1.key}` }
    const direct = await fetch(`${at(eu1)}/v1/workspace`, { headers })
    assert.strictEqual(direct.status, 401)
    assert.isNull(direct.headers.get("retainer-moved"))
    assert.include((await direct.json()).error.message, "eu2")
    const html = { accept: "text/html", "accept-language": "de" }
    for (const path of [pathOf(invoice.processor_payment_url), pathOf(invitation)]) {
      const refused = await fetch(`${at(eu1)}${path}`, { headers: html })
      assert.strictEqual(refused.status, 404)
      assert.include(await refused.text(), "eu2")
    }

    // Nobody else's key leads there, also one who says so.
    const claims = { authorization: `Bearer ${other.api_key}`, "retainer-moved": "eu2" }
    const own = await fetch(`${url}/v1/workspace`, { headers: claims })
    assert.strictEqual((await own.json()).id, other.workspace_id)

    const id = WorkspaceId.toUuid(WorkspaceId.schema.make(eu1.workspaceId))
    const source = String(eu1.environment["DATABASE_URL"])
    await runSql(
      source,
      `UPDATE workspaces SET deleted_at = now() - interval '15 days'
      WHERE id = '${id}'`
    )
    await purge(eu1.environment)
    const left = await runSql(source, `SELECT 1 FROM workspaces WHERE id = '${id}'`)
    assert.deepStrictEqual(left, [], "the rows at the source were not erased")
    await assertReached()
    assert.strictEqual(
      (await app.token({ grant_type: "refresh_token", ...renewed.body })).status,
      200
    )
  }, 120_000)
})

const otherAgency = [
  ...["--name", "Other", "--plan", "scale", "--currency", "EUR", "--timezone", "UTC"],
  ...["--owner-name", "O", "--owner-email", "other@agency.example"]
]
