/** Events against the OpenAPI document: of each family, as the log and as a webhook has them. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { eventFamilies } from "../../../src/domain/events/Event.ts"
import { ReadEvent } from "../../../src/domain/events/EventSchemas.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { document } from "../../support/document.ts"
import { problemsOf } from "../../support/jsonSchema.ts"
import { populated } from "../../support/populated.ts"
import { sender } from "../../support/requests.ts"
import { bodyOf, setUp } from "./receiver.ts"

const { webhooks, components } = document
const bodySchemaOf = (name: string) =>
  webhooks[name].post.requestBody.content["application/json"].schema

layer(layerRetainerMemory)("events are as the document says", (it) => {
  it.effect("in the log, each as the schema of its family", () =>
    Effect.gen(function* () {
      const { apiKey } = yield* populated
      const { data } = (yield* sender(apiKey)("GET", "/v1/events?limit=100")).body
      const families = new Set<string>()
      for (const event of data) {
        assert.deepStrictEqual(
          problemsOf(document, components.schemas.Event, event),
          [],
          event.type
        )
        const family = event.type.slice(0, event.type.indexOf("."))
        families.add(family)
        assert.deepStrictEqual(problemsOf(document, bodySchemaOf(family), event), [], event.type)
        assert.deepStrictEqual<unknown>(Schema.decodeUnknownSync(ReadEvent)(event), event)
        const wrong = { ...event, type: family === "task" ? "client.updated" : "task.updated" }
        assert.isNotEmpty(problemsOf(document, components.schemas.Event, wrong), event.type)
      }
      assert.includeMembers(
        [...families],
        ["client", "project", "task", "milestone", "invoice", "file"]
      )
      assert.sameMembers(Object.keys(webhooks), [...eventFamilies, "test"])
    })
  )

  it.effect("as a webhook, with its headers; the test of an endpoint too", () =>
    Effect.gen(function* () {
      const { app, call, create, received, newClient } = yield* setUp
      const { id } = yield* create()
      yield* newClient
      yield* call("POST", `/v1/webhook_endpoints/${id}/test`)
      yield* app.deliverWebhooks
      const messages = yield* received
      assert.lengthOf(messages, 2)
      for (const message of messages) {
        const event = bodyOf(message)
        const name = event.type === "webhook.test" ? "test" : "client"
        assert.deepStrictEqual(problemsOf(document, bodySchemaOf(name), event), [], event.type)
        for (const { name: header, schema } of webhooks[name].post.parameters) {
          const sent = message.headers[header]
          assert.deepStrictEqual(problemsOf(document, schema, sent), [], `${header}: ${sent}`)
        }
      }
    })
  )
})
