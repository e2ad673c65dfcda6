/**
 * Finds what a link of a mail stands for. The database holds the hash of the link as it was made, and
 * its mail may be written after the key was rotated: then they are two texts of the same link.
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
