/**
 * The 10,000 most common passwords, from the list that zxcvbn ships in order of frequency. The list
 * takes some megabytes, so it is loaded when the first password is chosen.
 */
import { Effect, Layer } from "effect"
import { CommonPasswords } from "../../app/ports/people/Passwords.ts"
import { commonPasswords } from "../../domain/people/Password.ts"

export const CommonPasswordsZxcvbn = Layer.effect(
  CommonPasswords,
  Effect.map(
    Effect.cached(
      Effect.map(
        Effect.promise(() => import("@zxcvbn-ts/language-common")),
        ({ dictionary }) => new Set(dictionary["passwords-common"].slice(0, commonPasswords))
      )
    ),
    (list) => ({ has: (text) => Effect.map(list, (common) => common.has(text)) })
  )
)
