/**
 * The password policy: 12 to 200 characters, and no common password, even with digits and signs
 * around it (NIST SP 800-63B §5.1.1.2). Passwords from before these rules work until they are
 * changed.
 */
import { Data, Schema } from "effect"

export const minPasswordLength = 12

export const Password = Schema.String.check(
  Schema.isMinCodePoints(minPasswordLength, {
    message: `must be at least ${minPasswordLength} characters`
  }),
  Schema.isMaxCodePoints(200, { message: "must be at most 200 characters" })
)

/** The number of common passwords that are refused. */
export const commonPasswords = 10_000

/** The forms of a password that are looked up among the common passwords, in lower case. */
export const comparedForms = (
  password: string
): { readonly whole: string; readonly core: string } => {
  const whole = password.toLowerCase()
  return { whole, core: whole.replace(/^[\p{N}\p{P}\p{S}\s]+|[\p{N}\p{P}\p{S}\s]+$/gu, "") }
}

/** `core` is empty if the password has only digits and signs. */
export class PasswordTooCommon extends Data.TaggedError("PasswordTooCommon")<{
  readonly reason: "common" | "no letters"
}> {
  override get message() {
    return this.reason === "common"
      ? "The password must not be one of the 10,000 most common passwords, also not with " +
          "digits and signs around it"
      : "The password must have more than digits and signs"
  }
}
