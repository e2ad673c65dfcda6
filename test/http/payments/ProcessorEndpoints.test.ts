/** Webhook paths of payment processors: one for each that sends messages. */
import { assert, describe, it } from "@effect/vitest"
import type { Scope } from "effect"
import { Effect, Layer } from "effect"
import { HttpEffect, HttpRouter, type HttpServerRequest } from "effect/http"
import { Cell } from "../../../src/app/Cell.ts"
import { Payments } from "../../../src/app/payments/Payments.ts"
import { PaymentProcessor } from "../../../src/app/ports/payments/PaymentProcessor.ts"
import { type ProcessorName, processorNames } from "../../../src/domain/payments/Checkout.ts"
import { layerProcessorEndpoints } from "../../../src/http/payments/ProcessorEndpoints.ts"
import { WorkspaceMovesMemory } from "../../../src/testing/workspaces/WorkspaceMovesMemory.ts"

const signed = { "x-signature": "x" }

/**
 * The status of a signed message at each processor's path, for the configured processor of this
 * name.
 */
const statusesWith = Effect.fnUntraced(function* (
  name: ProcessorName,
  header: string | null,
  label: string | null = null
) {
  const messages =
    header === null ? null : { signatureHeader: header, read: () => Effect.succeed(null) }
  const processor = Layer.mock(PaymentProcessor, { name, messages })
  const routes = yield* HttpRouter.toHttpEffect(
    layerProcessorEndpoints.pipe(
      Layer.provide([Layer.mock(Payments, {}), processor, Layer.succeed(Cell, { label })]),
      Layer.provide(WorkspaceMovesMemory)
    )
  )
  const handle = HttpEffect.toWebHandlerWith<
    never,
    HttpServerRequest.HttpServerRequest | Scope.Scope
  >(yield* Effect.context<never>())(routes)
  const paths = [...processorNames, ...(label === null ? [] : ["stripe/eu1", "stripe/eu2"])]
  const entries = yield* Effect.forEach(paths, (path) =>
    Effect.promise(async () => {
      const url = `http://retainer.test/processor/${path}`
      const response = await handle(
        new Request(url, { method: "POST", body: "{}", headers: signed })
      )
      return [path, response.status] as const
    })
  )
  return Object.fromEntries(entries)
})

describe("the path of a processor's messages", () => {
  it.effect("asks for the signature in the header that the processor names", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* statusesWith("stripe", "x-other"), { stripe: 400, test: 404 })
    }).pipe(Effect.scoped)
  )

  it.effect("is its name", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* statusesWith("stripe", "x-signature"), {
        stripe: 200,
        test: 404
      })
    }).pipe(Effect.scoped)
  )

  it.effect("may have the label of a cell: of this one, or of one that passes messages on", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* statusesWith("stripe", "x-signature", "eu1"), {
        ...{ stripe: 200, test: 404 },
        ...{ "stripe/eu1": 200, "stripe/eu2": 200 }
      })
    }).pipe(Effect.scoped)
  )

  it.effect("is not there for the built-in one, which anyone could speak for", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* statusesWith("test", null), { stripe: 404, test: 404 })
    }).pipe(Effect.scoped)
  )
})
