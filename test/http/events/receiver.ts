/** A workspace, a receiver of its own, and what was sent there, for the tests of webhooks. */
import { Effect } from "effect"
import { Receivers } from "../../../src/testing/events/WebhookSenderMemory.ts"
import { newOwner } from "../../support/owners.ts"

export const setUp = Effect.gen(function* () {
  const receivers = yield* Receivers
  yield* receivers.behave(() => Effect.succeed(200))
  const { app, made, call } = yield* newOwner()
  const url = `https://receiver.example/${made.workspace.id}`
  const create = (body: object = {}) =>
    Effect.map(call("POST", "/v1/webhook_endpoints", { url, ...body }), ({ body: made }) => made)
  const received = Effect.map(receivers.messages, (all) =>
    all.filter((message) => message.url.startsWith(url))
  )
  const newClient = Effect.map(
    call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }),
    ({ body }) => body
  )
  const deliveries = (id: string) =>
    Effect.map(call("GET", `/v1/webhook_endpoints/${id}/deliveries`), ({ body }) => body.data)
  return { app, receivers, call, url, create, received, newClient, deliveries }
})

export const bodyOf = (message: { readonly body: string }) => JSON.parse(message.body)
