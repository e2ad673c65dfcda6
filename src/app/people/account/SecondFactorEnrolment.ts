/**
 * Enrolment of a second factor. A proposed secret is stored nowhere: it travels, encrypted for its
 * user, in the form that confirms it with a code.
 */
import { DateTime, Effect, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { makeRecoveryCode, recoveryCodes } from "../../../domain/people/RecoveryCode.ts"
import type { User } from "../../../domain/people/User.ts"
import { Journal } from "../../Journal.ts"
import { Notices } from "../../mail/Notices.ts"
import { OneTimePasswords } from "../../ports/people/OneTimePasswords.ts"
import { SecondFactorRepository } from "../../ports/people/SecondFactorRepository.ts"
import { Signer } from "../../ports/Signer.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { factorPlace, Vault } from "../../ports/Vault.ts"
import { useCase } from "../../UseCase.ts"
import { CodeWrong, hashOfRecoveryCode } from "./SecondFactorCodes.ts"

const secretBytes = 20
/** The name in the app; a longer one would not fit into a QR code with every address. */
const maxIssuer = 40
const sealPurpose = "second-factor-proposal"

/** A secret that no code has confirmed yet. */
export interface ProposedFactor {
  readonly secret: string
  /** For a QR code. */
  readonly uri: string
  /** The encrypted secret, for the form that confirms it. */
  readonly sealed: string
}

export const enrolment = Effect.gen(function* () {
  const factors = yield* SecondFactorRepository
  const passwords = yield* OneTimePasswords
  const signer = yield* Signer
  const vault = yield* Vault
  const random = yield* SecureRandom.SecureRandom
  const journal = yield* Journal
  const notices = yield* Notices
  const { transact } = yield* UnitOfWork

  const purposeOf = ({ id }: User) => `${sealPurpose} ${id}`

  const proposalOf = (
    user: User,
    issuer: string,
    secret: Redacted.Redacted,
    sealed: string
  ): ProposedFactor => ({
    secret: Redacted.value(secret),
    uri: passwords.uri(secret, [...issuer].slice(0, maxIssuer).join(""), user.email),
    sealed
  })

  /** The vault only gets what was sealed here. */
  const open = (user: User, sealed: string): Redacted.Redacted | null => {
    const parcel = signer.unseal(purposeOf(user), sealed)
    return parcel === undefined ? null : vault.decrypt(parcel, factorPlace(user))
  }

  return {
    propose: Effect.fnUntraced(function* (user: User, issuer: string) {
      const secret = passwords.secretOf(yield* random.randomBytes(secretBytes))
      const sealed = signer.seal(purposeOf(user), vault.encrypt(secret, factorPlace(user)))
      return proposalOf(user, issuer, secret, sealed)
    }),

    reopen: (user: User, issuer: string, sealed: string) => {
      const secret = open(user, sealed)
      return secret === null ? null : proposalOf(user, issuer, secret, sealed)
    },

    enrol: useCase("SecondFactors.enrol")(function* (user: User, sealed: string, code: string) {
      const { workspaceId, id: userId } = user
      const secret = open(user, sealed)
      const now = yield* DateTime.now
      const step = secret === null ? null : passwords.stepOf(secret, code.replace(/\s/g, ""), now)
      if (secret === null || step === null) return yield* new CodeWrong()
      if ((yield* factors.findForUpdate(workspaceId, userId)) !== null) {
        return yield* new CodeWrong()
      }
      const codes: string[] = []
      while (codes.length < recoveryCodes) codes.push(yield* makeRecoveryCode(random))
      yield* factors.insert({
        workspaceId,
        userId,
        secret: vault.encrypt(secret, factorPlace(user)),
        usedStep: step,
        recoveryHashes: codes.map((one) => hashOfRecoveryCode(signer, one)),
        createdAt: now
      })
      yield* notices.toUser(user, { type: "second_factor_on" })
      yield* journal.note(workspaceId, "user.second_factor_on", null, user)
      return codes
    }, transact)
  }
})
