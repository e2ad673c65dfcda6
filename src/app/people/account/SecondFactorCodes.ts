/**
 * Codes of a second factor. A code counts once: the row of the factor is locked while it is
 * checked, and no step is accepted that is not after the last one. A recovery code ends with its
 * use.
 */
import { Data, DateTime, Effect, Redacted } from "effect"
import type { UserId, WorkspaceId } from "../../../domain/Ids.ts"
import { typedCode } from "../../../domain/people/RecoveryCode.ts"
import { OneTimePasswords } from "../../ports/people/OneTimePasswords.ts"
import {
  type SecondFactor,
  SecondFactorRepository
} from "../../ports/people/SecondFactorRepository.ts"
import { Signer } from "../../ports/Signer.ts"
import { factorPlace, Vault } from "../../ports/Vault.ts"

/** The code is wrong, was used before, or is of another time. */
export class CodeWrong extends Data.TaggedError("CodeWrong") {}

export interface FactorOwner {
  readonly workspaceId: WorkspaceId
  readonly id: UserId
}

const digits = /^\d{6}$/
/** A longer text is no code, and is not hashed. */
const maxLength = 40

export const hashOfRecoveryCode = (signer: Signer["Service"], code: string): string =>
  signer.hash(Redacted.make(`recovery:${typedCode(code)}`))

export const useCode = Effect.gen(function* () {
  const factors = yield* SecondFactorRepository
  const passwords = yield* OneTimePasswords
  const signer = yield* Signer
  const vault = yield* Vault

  const stepOf = (owner: FactorOwner, { secret }: SecondFactor, code: string, now: DateTime.Utc) =>
    passwords.stepOf(vault.decrypt(secret, factorPlace(owner)), code, now)

  return Effect.fnUntraced(function* (owner: FactorOwner, text: string) {
    const code = typedCode(text.slice(0, maxLength))
    const factor = yield* factors.findForUpdate(owner.workspaceId, owner.id)
    if (factor === null) return yield* new CodeWrong()
    if (digits.test(code)) {
      const step = stepOf(owner, factor, code, yield* DateTime.now)
      if (step === null || step <= factor.usedStep) return yield* new CodeWrong()
      return yield* factors.saveUse({ ...factor, usedStep: step })
    }
    const hash = hashOfRecoveryCode(signer, code)
    const recoveryHashes = factor.recoveryHashes.filter((one) => one !== hash)
    if (recoveryHashes.length === factor.recoveryHashes.length) return yield* new CodeWrong()
    yield* factors.saveUse({ ...factor, recoveryHashes })
  })
})
