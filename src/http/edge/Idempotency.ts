/**
 * `Idempotency-Key` on POST: the key, the change and the answer are committed together or not at
 * all. A repeat waits for the commit of the first request and replays its answer; a refused request
 * leaves its key free.
 */
import { Data, DateTime, Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentPrincipal, Idempotency } from "../../api/endpoint/Middleware.ts"
import { BadRequest, Unprocessable } from "../../api/errors/ErrorEnvelope.ts"
import {
  IdempotencyRepository,
  type KeyScope,
  type StoredAnswer
} from "../../app/ports/IdempotencyRepository.ts"
import { Signer } from "../../app/ports/Signer.ts"
import { UnitOfWork } from "../../app/ports/UnitOfWork.ts"
import { answerPlace, Vault } from "../../app/ports/Vault.ts"
import { CurrentRehearsal } from "../../domain/Rehearsal.ts"
import { canonicalJson } from "../../domain/text/Text.ts"
import { bodyReader } from "../body/RequestBody.ts"

/** An answer that is not stored; as an error it rolls back its transaction. */
class NotStored extends Data.TaggedError("NotStored")<{
  readonly response: HttpServerResponse.HttpServerResponse
}> {}

/** Bodies are compared as JSON; a body that is no JSON is compared as text, and refused later. */
const meaningOf = (body: string): string => {
  try {
    return canonicalJson(JSON.parse(body))
  } catch {
    return body
  }
}

const keyForm = /^[\x20-\x7e]{1,255}$/
const invalidKey = new BadRequest({
  message: "Idempotency-Key: must be 1 to 255 printable ASCII characters"
})

/** A resource begins with its id. */
const leadingId = /^\{"id":"(\w+)"/

const textOf = (response: HttpServerResponse.HttpServerResponse): string | undefined => {
  const { body } = response
  return body._tag === "Uint8Array" ? Buffer.from(body.body).toString() : undefined
}

/** A path has several spellings, but one route and one set of decoded parameters. */
const resolvedPath = (
  { path }: { readonly path: string },
  params: Readonly<Record<string, string | undefined>>
): string => path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""))

const replayBy =
  ({ decrypt }: Vault["Service"]) =>
  (scope: KeyScope, { status, body }: StoredAnswer) => {
    const text = Redacted.value(decrypt(body, answerPlace(scope)))
    const id = status === 201 ? leadingId.exec(text)?.[1] : undefined
    return HttpServerResponse.text(text, {
      status,
      contentType: "application/json",
      headers: { "idempotent-replayed": "true", ...(id === undefined ? {} : { location: id }) }
    })
  }

export const layerIdempotency = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const repository = yield* IdempotencyRepository
    const signer = yield* Signer
    const vault = yield* Vault
    const { transact } = yield* UnitOfWork

    const replayed = replayBy(vault)

    /** Stores the answer in the transaction of the change, or replays the stored one. */
    const once = Effect.fnUntraced(function* <E, R>(
      scope: KeyScope,
      requestHash: string,
      httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
    ) {
      const now = yield* DateTime.now
      const expired = DateTime.subtract(now, { hours: 24 })
      const found = yield* repository.find(scope, expired)
      if (found === null) {
        // The change of the first request may be the cause of the refusal; then that request is
        // committed.
        const refusedWith = <E2>(refusal: E2): Effect.Effect<never, E2 | NotStored> =>
          Effect.flatMap(repository.find(scope, expired), (first) =>
            Effect.fail<E2 | NotStored>(
              first?.requestHash === requestHash
                ? new NotStored({ response: replayed(scope, first) })
                : refusal
            )
          )
        const response = yield* Effect.catch(httpEffect, refusedWith)
        const { status } = response
        if (status >= 300) return yield* refusedWith(new NotStored({ response }))
        // An answer may contain a secret that is shown once.
        const body = vault.encrypt(Redacted.make(textOf(response) ?? ""), answerPlace(scope))
        yield* repository.insert(scope, { requestHash, status, body }, now, expired)
        return response
      }
      if (found.requestHash !== requestHash) {
        return yield* new Unprocessable({
          message: "Idempotency-Key: was used for a request with another body"
        })
      }
      return replayed(scope, found)
    }, transact)

    return Idempotency.of((httpEffect, { endpoint }) => {
      const { takesBody, read } = bodyReader(endpoint)
      return Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const key = request.headers["idempotency-key"]
        if (key === undefined || (yield* CurrentRehearsal) !== null) return yield* httpEffect
        if (!keyForm.test(key)) return yield* invalidKey
        const { workspace, credentialId } = yield* CurrentPrincipal
        const path = resolvedPath(endpoint, yield* HttpRouter.params)
        const scope = {
          workspaceId: workspace.id,
          credential: credentialId,
          route: `${request.method} ${path}`.slice(0, 500),
          key
        }
        const body = yield* read(request)
        const requestHash = signer.hash(Redacted.make(takesBody ? meaningOf(body) : body))
        return yield* Effect.catchIf(
          once(scope, requestHash, httpEffect),
          (error) => error instanceof NotStored,
          ({ response }) => Effect.succeed(response)
        )
      })
    })
  })
)
