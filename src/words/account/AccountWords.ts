/** The words of a user's own account, of its sessions, and of the link to a new e-mail address. */
import type { Language } from "../../domain/text/Language.ts"

export const accountDones = [
  "name",
  "email",
  "confirmed",
  "password",
  "ended",
  "others",
  "preferences",
  "factor"
] as const
export type AccountDone = (typeof accountDones)[number]

export interface AccountWords {
  readonly dones: Readonly<Record<AccountDone, string>>

  readonly name: string
  readonly saveName: string
  readonly nameWrong: string

  readonly email: string
  readonly emailNow: (email: string) => string
  readonly newEmail: string
  readonly emailHint: string
  readonly requestEmail: string
  readonly emailWrong: string
  readonly emailSame: string

  readonly password: string
  readonly passwordHint: string
  readonly presentPassword: string
  readonly newPassword: string
  readonly passwordRules: string
  readonly repeatedPassword: string
  readonly changePassword: string
  readonly presentWrong: string
  readonly passwordShort: string
  readonly passwordLong: string
  readonly passwordCommon: string
  readonly passwordNoLetters: string
  readonly passwordsDiffer: string

  readonly sessions: string
  readonly sessionsHint: string
  /** Columns: device, address, since, last used. */
  readonly columns: readonly [string, string, string, string]
  readonly device: (browser: string, system: string) => string
  readonly unknownDevice: string
  readonly unknown: string
  readonly thisOne: string
  readonly end: string
  readonly endOthers: string
  readonly noOthers: string

  readonly preferences: string
  readonly language: string
  readonly asBrowser: string
  readonly languages: Readonly<Record<Language, string>>
  readonly keyboard: string
  readonly keys: string
  readonly keysHint: string
  readonly savePreferences: string

  readonly confirm: {
    readonly title: string
    readonly text: (email: string, name: string) => string
    readonly button: string
    readonly gone: string
    readonly goneText: string
  }
  readonly switcher: {
    readonly title: string
    /** On the sign-in to another workspace. */
    readonly signInTo: (workspace: string) => string
  }
}
