/** The context of a request with a session, and its refusals inside the frame. */
import { Context, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentLane, laneOf } from "../app/AdmissionControl.ts"
import { CurrentActor, CurrentRole } from "../app/CurrentActor.ts"
import { Invoicing } from "../app/invoices/Invoicing.ts"
import type { SignedIn } from "../app/people/SignIn.ts"
import { userActor } from "../domain/access/Actor.ts"
import { RoleTooLow } from "../domain/people/User.ts"
import { wordsIn } from "../words/Words.ts"
import { type BrowserRequest, languageOfReader } from "./BrowserRequests.ts"
import { homeWay, refusalContent, textsFor } from "./ErrorPages.ts"
import { framedPage } from "./Frame.ts"
import { PageRefused, refusedInWords } from "./forms/FormReader.ts"
import type { PageResponse } from "./Layout.ts"

/** A handler's answer; a refusal of either kind is shown inside the frame. */
export type SignedInAnswer = Effect.Effect<PageResponse, PageRefused | RoleTooLow>

/** Requests of a session use the lane of its workspace; the audit log names its user. */
const onAccountOf = <A, E>({ workspace, user }: SignedIn, answer: Effect.Effect<A, E>) =>
  Effect.provideContext(
    answer,
    Context.make(CurrentLane, laneOf(workspace.id)).pipe(
      Context.add(CurrentActor, userActor(user)),
      Context.add(CurrentRole, user.role)
    )
  )

export const notForMembers = (what: "change" | "see") =>
  refusedInWords(
    403,
    ({
      frame: {
        notForMembers: { title, ...messages }
      }
    }) => ({
      title,
      message: messages[what]
    })
  )

/** A refusal inside the frame, in the reader's language as far as it has words. */
const refusedInFrame = (
  signedIn: SignedIn,
  page: BrowserRequest,
  refused: PageRefused
): PageResponse => {
  const texts = textsFor(refused, page.language)
  const { status, title, language = "en", retryAfterSeconds } = texts
  const ways = homeWay(wordsIn(page.language).frame)
  const response = framedPage(signedIn, page, {
    title,
    place: null,
    status,
    contentLanguage: language,
    children: refusalContent(texts, [ways])
  })
  return retryAfterSeconds === undefined
    ? response
    : HttpServerResponse.setHeader(response, "retry-after", String(retryAfterSeconds))
}

/** The language of a user's pages: their own choice, the browser's, the workspace's. */
export const languageFor = (
  { user, workspace }: SignedIn,
  { request }: BrowserRequest
): BrowserRequest["language"] => user.language ?? languageOfReader(request, workspace.language)

/** Runs a handler for one who is signed in, with what the frame of its page shows. */
export const makeInFrame = Effect.map(
  Invoicing,
  ({ waiting }) =>
    <P extends BrowserRequest, E>(
      signedIn: SignedIn,
      page: P,
      handle: (page: P) => Effect.Effect<PageResponse, E | PageRefused | RoleTooLow>
    ) =>
      onAccountOf(
        signedIn,
        Effect.gen(function* () {
          const counts = yield* waiting(signedIn.workspace)
          const language = languageFor(signedIn, page)
          const framed = { ...page, waiting: counts, language }
          const shown = (refused: PageRefused) =>
            Effect.succeed(refusedInFrame(signedIn, framed, refused))
          return yield* Effect.catch(handle(framed), (error): Effect.Effect<PageResponse, E> => {
            if (error instanceof RoleTooLow) return shown(notForMembers("change"))
            return error instanceof PageRefused ? shown(error) : Effect.fail(error)
          })
        })
      )
)

export type InFrame = Effect.Success<typeof makeInFrame>
