/**
 * Looks up a mailed link by its hash. The mail may be rendered after the key was rotated. Then the
 * link has another text than the one whose hash is stored, so every text of its payload is tried.
 */
import { Effect, Redacted } from "effect"
import type { Signer } from "./ports/Signer.ts"

export const findSealed = Effect.fnUntraced(function* <A>(
  signer: Signer["Service"],
  purpose: string,
  secret: string,
  findByHash: (hash: string) => Effect.Effect<A | null>
) {
  const payload = signer.unseal(purpose, secret)
  if (payload === undefined) return null
  for (const text of signer.sealings(purpose, payload)) {
    const found = yield* findByHash(signer.hash(Redacted.make(text)))
    if (found !== null) return found
  }
  return null
})
