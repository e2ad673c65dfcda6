/**
 * Passwords by e-mail address. A sign-in costs one hash computation, whether the address is unknown
 * or belongs to users of several workspaces, so that the time of an answer reveals neither. The
 * salt follows from the address and the service's key, and one result is compared with every stored
 * hash. (Padding to a fixed number would make each attempt as expensive as the worst.) Hashes with
 * another salt, of an older version or key, cost one computation each until the next sign-in renews
 * them. Equal passwords of one person in two workspaces have equal hashes, which only the database
 * shows.
 */
import { Context, Effect, Layer, Redacted } from "effect"
import { comparedForms, PasswordTooCommon } from "../../domain/people/Password.ts"
import { CommonPasswords, PasswordHasher } from "../ports/people/Passwords.ts"
import { Signer } from "../ports/Signer.ts"
import { useCase } from "../UseCase.ts"

const saltLength = 16

/** A PHC string without its last field: hashes that share it need one computation. */
const settingsOf = (hash: string): string => hash.slice(0, hash.lastIndexOf("$"))

export class Passwords extends Context.Service<
  Passwords,
  {
    /** The hash of a new password. */
    readonly choose: (
      email: string,
      password: Redacted.Redacted
    ) => Effect.Effect<string, PasswordTooCommon>
    /** For each stored hash whether the password matches; null matches none. */
    readonly match: (
      email: string,
      password: Redacted.Redacted,
      stored: ReadonlyArray<string | null>
    ) => Effect.Effect<ReadonlyArray<boolean>>
    /** The hash to store after a correct password: a new one if the salt is outdated. */
    readonly renew: (
      email: string,
      password: Redacted.Redacted,
      stored: string
    ) => Effect.Effect<string>
  }
>()("retainer/app/Passwords") {
  static readonly layer = Layer.effect(
    Passwords,
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const signer = yield* Signer
      const common = yield* CommonPasswords

      const saltOf = (email: string): Uint8Array =>
        signer.derive("password-salt", email.toLowerCase()).subarray(0, saltLength)

      const hash = useCase("Passwords.hash")(function* (
        email: string,
        password: Redacted.Redacted
      ) {
        return yield* hasher.hash(password, hasher.settings(saltOf(email)))
      })

      const requireUncommon = Effect.fnUntraced(function* (password: Redacted.Redacted) {
        const { whole, core } = comparedForms(Redacted.value(password))
        if (core === "") return yield* new PasswordTooCommon({ reason: "no letters" })
        if ((yield* common.has(whole)) || (yield* common.has(core))) {
          return yield* new PasswordTooCommon({ reason: "common" })
        }
      })

      return Passwords.of({
        choose: (email, password) =>
          Effect.andThen(requireUncommon(password), hash(email, password)),

        match: useCase("Passwords.match")(function* (email, password, stored) {
          const settings = new Set(stored.flatMap((one) => (one === null ? [] : settingsOf(one))))
          // An unknown address costs a computation, too.
          if (settings.size === 0) settings.add(hasher.settings(saltOf(email)))
          const made = yield* Effect.forEach(settings, (one) => hasher.hash(password, one))
          return stored.map(
            (one) => one !== null && made.some((computed) => signer.sameHash(computed, one))
          )
        }),

        renew: useCase("Passwords.renew")(function* (email, password, stored) {
          return settingsOf(stored) === hasher.settings(saltOf(email))
            ? stored
            : // The password was correct, so this is no guess.
              yield* Effect.provideService(hash(email, password), CurrentPasswordLane, "known")
        })
      })
    })
  )
}

/**
 * The lane in which a password computation queues. Strangers have a lane of their own, so their
 * guesses do not delay devices that signed in to the account before.
 *
 * `known` is a caller whose claim was checked before: a known device, the bearer of a link, an
 * operator.
 */
export type PasswordLane = "known" | "stranger"

export const CurrentPasswordLane = Context.Reference<PasswordLane>(
  "retainer/app/CurrentPasswordLane",
  { defaultValue: () => "known" }
)
