/** A consumer's program that uses every entry of the package; it is type-checked and not run. */
import { Effect, Layer, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { type ConfigInvalid, Retainer, type RetainerSettings } from "retainer"
import { Api, WireApi } from "retainer/api"
import { createRetainer, makeClient, withIdempotencyKey } from "retainer/client"
import { Inbox, layerRetainerMemory, RetainerMemory } from "retainer/testing"
import { verifyWebhook } from "retainer/webhooks"

const settings: RetainerSettings = { port: 0, dataDir: ".data", webhookAllowPrivate: true }

export const served = Layer.launch(Retainer.layer(settings)).pipe(
  Effect.catchTag("ConfigInvalid", (error: ConfigInvalid) => Effect.die(error.message))
)

export const url: Promise<string> = Retainer.start(settings).then((server) => server.url)

/** Only the first start of an embedded database has these. */
export const firstKey: Promise<string | undefined> = Retainer.start(settings).then(
  ({ firstStart }) => (firstStart === null ? undefined : Redacted.value(firstStart.apiKey))
)

// @ts-expect-error The package has no such setting.
export const refused = Retainer.layer({ prot: 0 })

export const total: Promise<number> = Effect.gen(function* () {
  const api = yield* makeClient({ baseUrl: "http://127.0.0.1:3000", apiKey: "rk_…" })
  const client = yield* api.clients
    .create({ payload: { name: "Ada", email: "ada@client.example" } })
    .pipe(withIdempotencyKey("client-ada"))
  const { meta } = yield* api.invoices.list({ query: { client_id: client.id } })
  return meta.total
}).pipe(
  Effect.catchTag("Unauthorized", (error) => Effect.die(error.message)),
  Effect.provide(FetchHttpClient.layer),
  Effect.runPromise
)

export const status: Promise<"draft" | "sent" | "paid" | "overdue" | "void"> = createRetainer({
  baseUrl: "http://127.0.0.1:3000",
  apiKey: "rk_…"
})
  .invoices.get("inv_…")
  .then((invoice) => invoice.status)

export const kind = (headers: Parameters<typeof verifyWebhook>[1], body: string) =>
  Effect.map(verifyWebhook("whsec_…", headers, body), (event): string => event.type)

export const mailed = Effect.gen(function* () {
  const app = yield* RetainerMemory
  yield* app.workspace()
  return (yield* Inbox).mails
}).pipe(Effect.provide(layerRetainerMemory))

export const contract = [Api, WireApi]
