/** The sentences about a new password that the rules refuse, in the reader's language. */
import { Schema } from "effect"
import { Password, type PasswordTooCommon } from "../../domain/people/Password.ts"
import type { AccountWords } from "../../words/account/AccountWords.ts"
import type { Form } from "../forms/FormReader.ts"

const isPassword = Schema.is(Password)

/** Spaces are part of a password. */
export const passwordIn = (form: Form, name: string): string =>
  (form.all(name)[0] ?? "").slice(0, 1000)

/** The problem of its length; undefined if there is none. */
export const lengthProblem = (
  { passwordShort, passwordLong }: AccountWords,
  password: string
): string | undefined => {
  if (isPassword(password)) return undefined
  return [...password].length > 200 ? passwordLong : passwordShort
}

export const commonProblem = (
  { passwordCommon, passwordNoLetters }: AccountWords,
  { reason }: PasswordTooCommon
): string => (reason === "common" ? passwordCommon : passwordNoLetters)
