/**
 * Setting up a second factor, its recovery codes, which are shown once, and turning it off by
 * password and code. Tries are limited as those of passwords are.
 */
import { Effect, Layer, Redacted } from "effect"
import { HttpRouter } from "effect/http"
import { SecondFactors } from "../../app/people/account/SecondFactors.ts"
import { type ActiveSession, type SignedIn, SignIn } from "../../app/people/SignIn.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest, FormRequest } from "../BrowserRequests.ts"
import type { Problems } from "../forms/Forms.ts"
import { makeOnce } from "../forms/OnceForms.ts"
import { seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { makePasswordAttempts } from "../people/PasswordAttempts.ts"
import { makeOneTimeSecrets } from "../settings/OneTimeSecrets.ts"
import {
  enrolPage,
  type FactorLook,
  factorPath,
  recoveryGonePage,
  recoveryPage,
  turnOffPage
} from "./SecondFactorViews.ts"

const recoveryPath = `${factorPath}/recovery-codes` as const

const lookOf = (signedIn: SignedIn, page: BrowserRequest): FactorLook => ({
  signedIn,
  page,
  given: null,
  wrong: []
})

const refusedLook = (signedIn: SignedIn, page: FormRequest, wrong: Problems): FactorLook => ({
  signedIn,
  page,
  given: page.form,
  wrong
})

const layerEnrolment = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, provedOwnPost, limited, browserRequests } = yield* makePages
    const factors = yield* SecondFactors
    const secrets = yield* makeOneTimeSecrets
    const limitAttempt = yield* makePasswordAttempts(limited)

    yield* settingsGet(factorPath, (signedIn, page) =>
      Effect.gen(function* () {
        const { user, workspace } = signedIn
        const look = lookOf(signedIn, page)
        if (yield* factors.isEnrolled(user)) return turnOffPage(look)
        const proposed = yield* factors.propose(user, workspace.name)
        const isRequired = yield* factors.isRequired(workspace.id)
        return enrolPage(look, proposed, isRequired && user.role !== "member")
      })
    )

    const refused = (signedIn: ActiveSession, page: FormRequest) =>
      Effect.gen(function* () {
        const { user, workspace } = signedIn
        const { codeWrong } = wordsIn(page.language).secondFactor
        const sealed = page.form.text("proposal")
        const proposed =
          factors.reopen(user, workspace.name, sealed) ??
          (yield* factors.propose(user, workspace.name))
        const look = refusedLook(signedIn, page, [{ field: "code", message: codeWrong }])
        return enrolPage(look, proposed, false)
      })

    // The codes leave with the answer alone, so a resent form gets the page without them.
    yield* provedOwnPost(factorPath, (signedIn, page) =>
      Effect.gen(function* () {
        yield* limitAttempt(page, signedIn.user.email)
        if (yield* factors.isEnrolled(signedIn.user)) return seeOther(recoveryPath)
        return yield* factors
          .enrol(signedIn.user, page.form.text("proposal"), page.form.text("code"))
          .pipe(
            Effect.flatMap((codes) =>
              secrets.handOver(signedIn, page, recoveryPath, Redacted.make(codes.join(",")))
            ),
            Effect.catchTag("CodeWrong", () => refused(signedIn, page))
          )
      })
    )

    yield* settingsGet(recoveryPath, (signedIn, page) =>
      Effect.gen(function* () {
        const look = lookOf(signedIn, page)
        const secret = yield* secrets.take(signedIn, page)
        return secret === null
          ? recoveryGonePage(look)
          : browserRequests.withCookie(recoveryPage(look, secret.split(",")), "once", null)
      })
    )
  })
)

const layerTurningOff = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { signedInPost, limited } = yield* makePages
    const factors = yield* SecondFactors
    const signIn = yield* SignIn
    const once = yield* makeOnce
    const limitAttempt = yield* makePasswordAttempts(limited)

    yield* signedInPost(`${factorPath}/off`, (signedIn, page) =>
      Effect.gen(function* () {
        const { user } = signedIn
        const words = wordsIn(page.language)
        yield* limitAttempt(page, user.email)
        const refused = (field: string, message: string) =>
          turnOffPage(refusedLook(signedIn, page, [{ field, message }]))
        const password = Redacted.make((page.form.all("password")[0] ?? "").slice(0, 1000))
        const { session } = page.cookies
        const isRight = session !== null && (yield* signIn.provePassword(session, password))
        if (!isRight) return refused("password", words.account.presentWrong)
        const turnedOff = Effect.as(
          factors.disable(user, page.form.text("code")),
          "/account?done=factor"
        )
        return yield* once(signedIn, page, turnedOff).pipe(
          Effect.catchTag("CodeWrong", () =>
            Effect.succeed(refused("code", words.secondFactor.codeWrong))
          )
        )
      })
    )
  })
)

export const layerSecondFactorPages = Layer.merge(layerEnrolment, layerTurningOff)
