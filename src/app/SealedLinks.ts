/**
 * Sealed links. The label of the cell stands before a link and is sealed with it, so that it cannot
 * be exchanged; the label of another cell is accepted, because its workspace may have moved here.
 */
import { Effect, Redacted } from "effect"
import { labelledLink, labelsSoFar, splitLink } from "../domain/access/CellLabel.ts"
import type { Signer } from "./ports/Signer.ts"

type Seals = Signer["Service"]

const labelled = (label: string | null, purpose: string): string =>
  label === null ? purpose : `${label}.${purpose}`

/** The text of a link that carries the payload. */
export const sealLink = (
  signer: Seals,
  label: string | null,
  purpose: string,
  payload: string
): string => labelledLink(label, signer.seal(labelled(label, purpose), payload))

/** The payload; undefined for a text that was not sealed for this purpose. */
export const unsealLink = (signer: Seals, purpose: string, link: string): string | undefined => {
  const { label, rest } = splitLink(link)
  return signer.unseal(labelled(label, purpose), rest)
}

/** The link with its label, and as it was before the cell had one. */
const sealings = (signer: Seals, purpose: string, payload: string, label: string | null) =>
  labelsSoFar(label).flatMap((one) =>
    signer.sealings(labelled(one, purpose), payload).map((text) => labelledLink(one, text))
  )

/**
 * Looks up a mailed link by its hash. The mail may be rendered after the key was rotated, or after
 * the cell got its label. Then the link has another text than the one whose hash is stored, so
 * every text of its payload is tried.
 */
export const findSealed = Effect.fnUntraced(function* <A>(
  signer: Seals,
  purpose: string,
  link: string,
  findByHash: (hash: string) => Effect.Effect<A | null>
) {
  const payload = unsealLink(signer, purpose, link)
  if (payload === undefined) return null
  for (const text of sealings(signer, purpose, payload, splitLink(link).label)) {
    const found = yield* findByHash(signer.hash(Redacted.make(text)))
    if (found !== null) return found
  }
  return null
})
