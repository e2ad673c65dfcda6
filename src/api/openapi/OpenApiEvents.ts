/**
 * Events in the OpenAPI document: `Event` is the union of one schema per family, discriminated by
 * `type`, and `webhooks` has the messages that an endpoint receives (docs/decisions/0064).
 */
import { Record, SchemaAST } from "effect"
import { eventFamilies, eventTypes, familyOf } from "../../domain/events/Event.ts"
import { eventSchemas, WebhookTestEvent } from "../../domain/events/EventSchemas.ts"
import type { Json } from "./OpenApiSchemas.ts"

export const eventComponents = [...Object.values(eventSchemas), WebhookTestEvent]

const refTo = ({ ast }: (typeof eventComponents)[number]): string =>
  `#/components/schemas/${SchemaAST.resolveIdentifier(ast)}`

const refs = Record.map(eventSchemas, refTo)

export const eventComponent: Json = {
  description:
    "A later version may add types; read `type` first, and ignore one that you do not know",
  oneOf: eventFamilies.map((family) => ({ $ref: refs[family] })),
  discriminator: {
    propertyName: "type",
    mapping: Object.fromEntries(
      eventTypes.flatMap((type) => {
        const family = familyOf(type)
        return family === undefined ? [] : [[type, refs[family]]]
      })
    )
  }
}

/** A tag of its own: openapi-generator writes one file per tag, and one would replace the other. */
export const webhookTag = { name: "webhooks", description: "Events, as an endpoint receives them." }

const header = (name: string, description: string, schema: Json) => ({
  name,
  in: "header",
  required: true,
  description,
  schema
})

const signedWith = [
  header("webhook-id", "The `id` of the event, the same in every try", {
    type: "string",
    pattern: "^evt_[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$"
  }),
  header("webhook-timestamp", "Of the try, in Unix seconds", {
    type: "string",
    pattern: "^[0-9]+$"
  }),
  header(
    "webhook-signature",
    "`v1,` and the HMAC-SHA-256 in base64; two with a space between them after a rotation",
    { type: "string", pattern: "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$" }
  )
]

const message = (name: string, summary: string, description: string, schema: unknown): Json => ({
  post: {
    tags: [webhookTag.name],
    operationId: `${webhookTag.name}.${name}`,
    summary,
    description,
    parameters: signedWith,
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: {
      "2XX": { description: "Delivered" },
      "410": { description: "The delivery is dead: the endpoint is gone" },
      default: { description: "The delivery is retried" }
    },
    security: []
  }
})

/** The schema of the test is inline: oapi-codegen drops a component that no path refers to. */
export const webhooksOf = (test: unknown): Json => ({
  ...Object.fromEntries(
    eventFamilies.map((family) => [
      family,
      message(
        family,
        `Events of the family ${family}`,
        eventTypes
          .filter((type) => familyOf(type) === family)
          .map((type) => `\`${type}\``)
          .join(", "),
        { $ref: refs[family] }
      )
    ])
  ),
  test: message("test", "The test of an endpoint", "`webhook.test`", test)
})
