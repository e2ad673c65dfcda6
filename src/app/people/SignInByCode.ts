/** The second step of a sign-in: the code of the second factor, after the password. */
import { Data, Effect } from "effect"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { SecondFactors } from "./account/SecondFactors.ts"
import { pendingSignIns } from "./PendingSignIns.ts"
import { SignInAudit } from "./SignInAudit.ts"
import { type Browser, beginSignIn } from "./SignInByPassword.ts"

/** The password was entered too long ago, or was changed since. */
export class SignInExpired extends Data.TaggedError("SignInExpired") {}

export const signInByCode = Effect.gen(function* () {
  const pending = yield* pendingSignIns
  const factors = yield* SecondFactors
  const audit = yield* SignInAudit
  const begin = yield* beginSignIn
  const { transact } = yield* UnitOfWork

  const enter = Effect.fnUntraced(function* (
    found: NonNullable<Effect.Success<ReturnType<typeof pending.open>>>,
    code: string,
    browser: Browser
  ) {
    yield* factors.use(found.user, code)
    return yield* begin(found, found.passwordHash, browser)
  }, transact)

  return useCase("SignIn.signInByCode")(function* (sealed: string, code: string, browser: Browser) {
    const found = yield* pending.open(sealed)
    if (found === null) return yield* new SignInExpired()
    const { email } = found.user
    const session = yield* enter(found, code, browser).pipe(
      Effect.tapError(() => audit.failed(found.user)),
      Effect.catchTag("WrongCredentials", () => Effect.fail(new SignInExpired()))
    )
    return { session, email }
  })
})
