/**
 * Idempotent forms: a form carries a random key (`once`). Its success is stored under the key for
 * 24 hours, in the transaction of the change, as the answer of an `Idempotency-Key` is. A double
 * click or a resent form is redirected as the first one was, and changes nothing.
 */
import { DateTime, Effect, Redacted } from "effect"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { IdempotencyRepository } from "../../app/ports/IdempotencyRepository.ts"
import { UnitOfWork } from "../../app/ports/UnitOfWork.ts"
import { answerPlace, Vault } from "../../app/ports/Vault.ts"
import { type Child, input } from "../../html/Elements.ts"
import type { BrowserRequest, FormRequest } from "../BrowserRequests.ts"
import { type PageResponse, seeOther } from "../Layout.ts"
import { type Form, malformed, type PageRefused } from "./FormReader.ts"

const onceName = "once"
const keyForm = /^[0-9a-f]{32}$/

/** The hidden field; a refused form keeps the key that it was sent with. */
export const onceField = ({ formKey }: BrowserRequest, refused: Form | null = null): Child => {
  const given = refused?.text(onceName) ?? ""
  return input({ type: "hidden", name: onceName, value: keyForm.test(given) ? given : formKey })
}

export const makeOnce = Effect.gen(function* () {
  const repository = yield* IdempotencyRepository
  const vault = yield* Vault
  const { transact } = yield* UnitOfWork

  /** `change` returns the path to redirect to. */
  return Effect.fnUntraced(function* <E, R>(
    { workspace, user }: SignedIn,
    { request, form }: FormRequest,
    change: Effect.Effect<string, E, R>
  ): Effect.fn.Return<PageResponse, E | PageRefused, R> {
    const key = form.text(onceName)
    if (!keyForm.test(key)) return yield* malformed
    const scope = {
      workspaceId: workspace.id,
      credential: user.id,
      route: `POST ${request.url}`.slice(0, 500),
      key
    }
    const run = Effect.gen(function* () {
      const now = yield* DateTime.now
      const expired = DateTime.subtract(now, { hours: 24 })
      const stored = Effect.map(repository.find(scope, expired), (found) =>
        found === null ? null : Redacted.value(vault.decrypt(found.body, answerPlace(scope)))
      )
      const first = yield* stored
      if (first !== null) return first
      const location = yield* Effect.catch(change, (error) =>
        // The change of the first request may be the cause of the refusal of the second.
        Effect.flatMap(stored, (before) =>
          before === null ? Effect.fail(error) : Effect.succeed(before)
        )
      )
      const body = vault.encrypt(Redacted.make(location), answerPlace(scope))
      yield* repository.insert(scope, { requestHash: "", status: 303, body }, now, expired)
      return location
    })
    return seeOther(yield* transact(run))
  })
})
