/**
 * The steps of a sign-in that a router of several cells takes with each of them
 * (`http/cells/FanOut.ts`): it asks where the password is right, and then one cell begins a
 * session, shows the choice of workspaces, or all record the failure. Only a cell knows the steps,
 * and none of them tells a caller more than a sign-in would.
 */
import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { Cell } from "../../app/Cell.ts"
import { CurrentPasswordLane } from "../../app/people/Passwords.ts"
import { SignIn } from "../../app/people/SignIn.ts"
import { WorkspaceId } from "../../domain/Ids.ts"
import type { FormRequest } from "../BrowserRequests.ts"
import type { PageRefused } from "../forms/FormReader.ts"
import type { PageResponse } from "../Layout.ts"
import { home, makeBeginSession } from "./BeginSession.ts"
import { makeDevices } from "./Devices.ts"
import { type Limited, makePasswordAttempts } from "./PasswordAttempts.ts"
import { attemptOf, makeAttemptPages, type SignInPage } from "./SignInAttempt.ts"
import { codePage } from "./SignInView.ts"

/** The workspaces of all cells to choose from, as base64url of JSON. */
const Choices = Schema.StringFromBase64Url.pipe(
  Schema.decodeTo(
    Schema.fromJsonString(
      Schema.Array(Schema.Struct({ id: WorkspaceId.schema, name: Schema.String }))
    )
  )
)
const choicesIn = Schema.decodeUnknownOption(Choices)

type Answer = Effect.Effect<PageResponse, PageRefused>

export const makeCellSignIn = (limited: Limited, signInPageOf: SignInPage) =>
  Effect.gen(function* () {
    const { label } = yield* Cell
    const signIn = yield* SignIn
    const devices = yield* makeDevices
    const begin = yield* makeBeginSession
    const limitAttempt = yield* makePasswordAttempts(limited)
    const pages = makeAttemptPages(signInPageOf)

    const ask = Effect.fnUntraced(function* (page: FormRequest) {
      const { email, password, target } = attemptOf(page)
      yield* limitAttempt(page, email)
      const isKnown = devices.known(page.cookies.device, email) !== null
      const matches = yield* signIn
        .matches(email, password, target?.id ?? null)
        .pipe(Effect.provideService(CurrentPasswordLane, isKnown ? "known" : "stranger"))
      return HttpServerResponse.jsonUnsafe(
        { matches },
        { headers: { "cache-control": "no-store" } }
      )
    })

    const goOn = (page: FormRequest, proof: string): Answer => {
      const { email, returnTo } = attemptOf(page)
      const isKnown = devices.known(page.cookies.device, email) !== null
      return signIn.beginProved(proof, { session: page.cookies.session, isKnown }).pipe(
        Effect.flatMap((begun) => begin(page, begun.email, begun.session, returnTo ?? home)),
        Effect.catchTags({
          SecondFactorNeeded: ({ pending }) => Effect.succeed(codePage(page, pending, returnTo)),
          WrongCredentials: () => pages.wrong(page)
        })
      )
    }

    const fail = Effect.fnUntraced(function* (page: FormRequest, someDown: boolean) {
      const { email, target } = attemptOf(page)
      yield* signIn.recordFailure(email, target?.id ?? null)
      return yield* pages.wrong(page, someDown)
    })

    /** Undefined for a sign-in that no router split into steps. */
    return (page: FormRequest): Answer | undefined => {
      const [step, given = ""] = (page.request.headers["retainer-sign-in"] ?? "").split(" ", 2)
      if (label === null) return undefined
      if (step === "ask") return ask(page)
      if (step === "begin") return goOn(page, given)
      if (step === "none") return fail(page, given === "some-down")
      return step === "choose"
        ? pages.choice(
            page,
            Option.getOrElse(choicesIn(given), () => [])
          )
        : undefined
    }
  })
