/**
 * Sign-ins that wait for the code of a second factor: a sealed text proves for ten minutes that the
 * password was right. It ends with the password.
 */
import { DateTime, Effect, Redacted } from "effect"
import { UserId } from "../../domain/Ids.ts"
import { Cell } from "../Cell.ts"
import { UserRepository, type UserWithPassword } from "../ports/people/UserRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { sealLink, unsealLink } from "../SealedLinks.ts"

const sealPurpose = "pending-sign-in"
const minutes = 10

export const pendingSignIns = Effect.gen(function* () {
  const users = yield* UserRepository
  const signer = yield* Signer
  const { label } = yield* Cell

  const fingerprint = (hash: string): string => signer.hash(Redacted.make(hash)).slice(0, 32)

  return {
    seal: Effect.fnUntraced(function* ({ user, passwordHash }: UserWithPassword) {
      const until = DateTime.toEpochMillis(DateTime.add(yield* DateTime.now, { minutes }))
      const parts = [user.id, until, fingerprint(passwordHash ?? ""), user.email]
      return sealLink(signer, label, sealPurpose, parts.join(" "))
    }),

    /** The address of the sign-in, for the limit of tries; null for a text that was not sealed. */
    emailOf: (sealed: string): string | null =>
      unsealLink(signer, sealPurpose, sealed)?.split(" ").slice(3).join(" ") ?? null,

    /** The user with the password that was proved; null if the text has expired. */
    open: Effect.fnUntraced(function* (sealed: string) {
      const [idText = "", until, proved, ...email] =
        unsealLink(signer, sealPurpose, sealed)?.split(" ") ?? []
      const id = UserId.parse(idText)
      const now = DateTime.toEpochMillis(yield* DateTime.now)
      if (id._tag === "None" || Number(until) <= now) return null
      const found = (yield* users.findByEmail(email.join(" "))).find(
        ({ user }) => user.id === id.value
      )
      if (found === undefined || found.passwordHash === null) return null
      const { passwordHash } = found
      return fingerprint(passwordHash) === proved ? { ...found, passwordHash } : null
    })
  }
})
