/**
 * My account: a user changes name, e-mail address, password, language and keys, and ends sessions.
 * Another address needs a password that was entered a short time ago, because it opens the account.
 */
import { Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { OwnAccount } from "../../app/people/account/OwnAccount.ts"
import { SecondFactors } from "../../app/people/account/SecondFactors.ts"
import { type ActiveSession, type SignedIn, SignIn } from "../../app/people/SignIn.ts"
import { UserName } from "../../domain/people/User.ts"
import { Language } from "../../domain/text/Language.ts"
import { EmailAddress } from "../../domain/text/Text.ts"
import { textLocaleOf } from "../../domain/workspaces/Workspace.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest, FormRequest } from "../BrowserRequests.ts"
import { signInFirst } from "../forms/FormRecovery.ts"
import { checked } from "../forms/Forms.ts"
import { makeOnce } from "../forms/OnceForms.ts"
import { type PageResponse, seeOther } from "../Layout.ts"
import { timeFormatsOf } from "../PageFormats.ts"
import { makePages } from "../Pages.ts"
import { commonProblem, lengthProblem, passwordIn } from "../people/NewPassword.ts"
import { makePasswordAttempts } from "../people/PasswordAttempts.ts"
import { type AccountPart, accountPage, accountPath, type RefusedPart } from "./AccountViews.ts"
import { allOthers, sessionsPath } from "./SessionViews.ts"

const wordsOf = ({ language }: BrowserRequest) => wordsIn(language).account

/** A path with its confirmation. */
const done = (what: string): string => `${accountPath}?done=${what}`

const makeShow = Effect.map(
  Effect.all([SignIn, SecondFactors]),
  ([signIn, factors]) =>
    (signedIn: SignedIn, page: BrowserRequest, refused: RefusedPart | null = null) =>
      Effect.gen(function* () {
        const { session } = page.cookies
        const { locale } = textLocaleOf(signedIn.workspace, page.language)
        const sessions = session === null ? [] : yield* signIn.listSessions(session)
        const times = yield* timeFormatsOf(signedIn.workspace, locale)
        const hasFactor = yield* factors.isEnrolled(signedIn.user)
        return accountPage({ signedIn, page, times, sessions, hasFactor, refused })
      })
)

type Show = Effect.Success<typeof makeShow>

const refuse = (
  show: Show,
  signedIn: SignedIn,
  page: FormRequest,
  part: AccountPart,
  field: string,
  message: string
): Effect.Effect<PageResponse> =>
  show(signedIn, page, { part, given: page.form, wrong: [{ field, message }] })

const makeChangePassword = (show: Show) =>
  Effect.gen(function* () {
    const account = yield* OwnAccount
    const once = yield* makeOnce
    return (signedIn: SignedIn, page: FormRequest, session: Redacted.Redacted) => {
      const words = wordsOf(page)
      const chosen = passwordIn(page.form, "new_password")
      const again = passwordIn(page.form, "new_password_again")
      const wrong = (field: string, message: string) =>
        refuse(show, signedIn, page, "password", field, message)
      const problem = lengthProblem(words, chosen)
      if (problem !== undefined) return wrong("new_password", problem)
      if (again !== "" && again !== chosen) {
        return wrong("new_password_again", words.passwordsDiffer)
      }
      const present = Redacted.make(passwordIn(page.form, "present_password"))
      return once(
        signedIn,
        page,
        Effect.as(account.changePassword(session, present, Redacted.make(chosen)), done("password"))
      ).pipe(
        Effect.catchTags({
          PasswordWrong: () => wrong("present_password", words.presentWrong),
          PasswordTooCommon: (error) => wrong("new_password", commonProblem(words, error))
        })
      )
    }
  })

const makeRequestEmail = (show: Show) =>
  Effect.gen(function* () {
    const account = yield* OwnAccount
    const once = yield* makeOnce
    return (signedIn: SignedIn, page: FormRequest) => {
      const words = wordsOf(page)
      const email = checked(EmailAddress, page.form.text("email"), words.emailWrong)
      const wrong = (message: string) => refuse(show, signedIn, page, "email", "email", message)
      if (Result.isFailure(email)) return wrong(email.failure)
      if (email.success === signedIn.user.email) return wrong(words.emailSame)
      return once(
        signedIn,
        page,
        Effect.as(account.requestEmail(signedIn.user, email.success), done("email"))
      ).pipe(Effect.catchTag("MailBoundReached", ({ message }) => wrong(message)))
    }
  })

const layerProfile = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { signedInPost } = yield* makePages
    const account = yield* OwnAccount
    const once = yield* makeOnce
    const show = yield* makeShow

    yield* signedInPost(`${accountPath}/name`, (signedIn, page) => {
      const name = checked(UserName, page.form.text("name"), wordsOf(page).nameWrong)
      return Result.isFailure(name)
        ? refuse(show, signedIn, page, "name", "name", name.failure)
        : once(signedIn, page, Effect.as(account.rename(signedIn.user, name.success), done("name")))
    })

    yield* signedInPost(`${accountPath}/preferences`, (signedIn, page) => {
      const language = Schema.decodeUnknownOption(Language)(page.form.text("language"))
      const preferences = {
        language: Option.getOrNull(language),
        keys: page.form.text("keys") === "on"
      }
      return once(
        signedIn,
        page,
        Effect.as(account.savePreferences(signedIn.user, preferences), done("preferences"))
      )
    })
  })
)

const layerAccess = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, settingsGet, signedInPost, provedOwnPost, limited } = yield* makePages
    const signIn = yield* SignIn
    const once = yield* makeOnce
    const show = yield* makeShow
    const limitAttempt = yield* makePasswordAttempts(limited)
    const changePassword = yield* makeChangePassword(show)
    const requestEmail = yield* makeRequestEmail(show)

    yield* settingsGet(accountPath, show)
    yield* get("/settings/sessions", () => Effect.succeed(seeOther(`${accountPath}#sessions`)))

    yield* signedInPost(`${accountPath}/password`, (signedIn, page) =>
      Effect.gen(function* () {
        const { session } = page.cookies
        if (session === null) return signInFirst(page, accountPath)
        yield* limitAttempt(page, signedIn.user.email)
        return yield* changePassword(signedIn, page, session)
      })
    )

    yield* provedOwnPost(`${accountPath}/email`, (signedIn: ActiveSession, page) =>
      Effect.andThen(limited(page, "mail_link"), requestEmail(signedIn, page))
    )

    yield* signedInPost(sessionsPath, (signedIn, page) => {
      const { session } = page.cookies
      const chosen = page.form.text("session")
      if (session === null) return Effect.succeed(signInFirst(page, accountPath))
      const ended =
        chosen === allOthers
          ? Effect.as(signIn.endOtherSessions(session), done("others"))
          : Effect.as(signIn.endSession(session, chosen), done("ended"))
      return once(signedIn, page, ended)
    })
  })
)

export const layerAccountPages = Layer.merge(layerProfile, layerAccess)
