/** Routes of pages: identify the visitor, render failures as pages, set cookies. */
import { Context, Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { ClientAddress } from "../api/endpoint/ClientAddress.ts"
import type { Unreadable, UploadedFile } from "../api/endpoint/UploadForm.ts"
import { type Busy, CurrentLane, laneOf, onBusy } from "../app/AdmissionControl.ts"
import { CurrentActor } from "../app/CurrentActor.ts"
import { type ActiveSession, type SignedIn, SignIn } from "../app/people/SignIn.ts"
import { type LimitExceeded, RateLimits } from "../app/ports/RateLimits.ts"
import { userActor } from "../domain/access/Actor.ts"
import type { LimitedAction } from "../domain/access/RateLimit.ts"
import { mayManage } from "../domain/people/User.ts"
import { makeRefusedPage, noPage } from "./ErrorPages.ts"
import {
  type Form,
  type FormKind,
  formOfFields,
  malformed,
  PageRefused
} from "./forms/FormReader.ts"
import { makeFormRecovery, pageOfForm, signInFirst } from "./forms/FormRecovery.ts"
import type { PageResponse } from "./Layout.ts"
import { type FormLost, type FormRequest, type Visit, type VisitRequest, Visits } from "./Visits.ts"

type Answer = Effect.Effect<PageResponse, PageRefused>

type FileFormProblem = Unreadable | PageRefused | FormLost

/** Reads a form and streams its file to `onFile`; the file is null if the form has none. */
type ReadFileForm = <A, E>(
  onFile: (file: UploadedFile, form: Form) => Effect.Effect<A, E>
) => Effect.Effect<{ readonly form: Form; readonly file: A | null }, E | FileFormProblem>

const unread = formOfFields(new Map(), true)

export const pageNotFound = new PageRefused(noPage)

const notForMembers = (what: "change" | "see") =>
  new PageRefused({
    status: 403,
    title: "Not for members",
    message: `Only owners and admins of the workspace may ${what} this.`
  })

export const tooManyAttempts = ({ retryAfterSeconds }: LimitExceeded) =>
  new PageRefused({
    status: 429,
    title: "Too many attempts",
    message: `Wait ${retryAfterSeconds} seconds and try again.`,
    retryAfterSeconds
  })

const tooBusy = ({ message, retryAfterSeconds }: Busy) =>
  new PageRefused({ status: 429, title: "Please try again", message, retryAfterSeconds })

export const makePages = Effect.gen(function* () {
  const router = yield* HttpRouter.HttpRouter
  const visits = yield* Visits
  const signIn = yield* SignIn
  const limits = yield* RateLimits
  const addressOf = yield* ClientAddress
  const refusedPage = yield* makeRefusedPage
  const { formLost, passwordNeeded, sessionEnded } = makeFormRecovery(visits)
  /** Paths with a GET route; a refused form leads back to one of them. */
  const pages: string[] = []

  /** Takes one attempt from the limit of the visitor's address, or of the address and account. */
  const limited = ({ request }: VisitRequest, what: LimitedAction, account?: string) => {
    const address = addressOf(request)
    return Effect.mapError(
      limits.takeTry(what, account === undefined ? address : `${account} ${address}`),
      tooManyAttempts
    )
  }

  const route = (
    method: "GET" | "POST",
    path: HttpRouter.PathInput,
    handle: (page: VisitRequest) => Answer
  ) =>
    router.add(
      method,
      path,
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const params = yield* HttpRouter.params
        const visit = yield* visits.of(request)
        const response = yield* handle({ request, visit, params }).pipe(
          onBusy((busy) => Effect.fail(tooBusy(busy))),
          Effect.catchTag("PageRefused", (refused) => Effect.succeed(refusedPage(request, refused)))
        )
        const isFilled = visit.draft?.page === request.url && response.status === 200
        const once = isFilled ? visits.withCookie(response, "kept", null) : response
        return visit.mark === null
          ? once
          : visits.withCookie(once, "visit", visit.mark, 400 * 86_400)
      })
    )

  const get = (path: HttpRouter.PathInput, handle: (page: VisitRequest) => Answer) => {
    pages.push(path)
    return route("GET", path, handle)
  }

  const post = (
    path: HttpRouter.PathInput,
    handle: (page: FormRequest) => Answer,
    kind: FormKind = "fields"
  ) =>
    route("POST", path, (page) =>
      visits.form(page.request, page.visit, kind).pipe(
        Effect.flatMap((form) => handle({ ...page, form })),
        Effect.catchTag("FormLost", ({ form }) =>
          Effect.succeed(formLost(page, form, pageOfForm(pages, path, page.request.url, form)))
        )
      )
    )

  /** Requests of a session use the lane of its workspace; the audit log names its user. */
  const onAccountOf = <A, E>({ workspace, user }: SignedIn, answer: Effect.Effect<A, E>) =>
    Effect.provideContext(
      answer,
      Context.make(CurrentLane, laneOf(workspace.id)).pipe(
        Context.add(CurrentActor, userActor(user))
      )
    )

  const who = ({ session }: Visit): Effect.Effect<ActiveSession | null> =>
    session === null ? Effect.succeed(null) : signIn.resolve(session)

  /** A page that needs a session; other visitors are redirected to sign-in and back. */
  const settingsGet = (
    path: HttpRouter.PathInput,
    handle: (signedIn: SignedIn, page: VisitRequest) => Answer
  ) =>
    get(path, (page) =>
      Effect.flatMap(who(page.visit), (signedIn) =>
        signedIn === null
          ? Effect.succeed(signInFirst(page, page.request.url))
          : onAccountOf(signedIn, handle(signedIn, page))
      )
    )

  /** A page that members may not see. */
  const managersGet: typeof settingsGet = (path, handle) =>
    settingsGet(path, (signedIn, page) =>
      mayManage(signedIn.user) ? handle(signedIn, page) : Effect.fail(notForMembers("see"))
    )

  const signedInPost = (
    path: HttpRouter.PathInput,
    handle: (signedIn: ActiveSession, page: FormRequest) => Answer,
    kind?: FormKind
  ) =>
    post(
      path,
      (page) =>
        Effect.flatMap(who(page.visit), (signedIn) =>
          signedIn === null
            ? Effect.succeed(
                sessionEnded(page, pageOfForm(pages, path, page.request.url, page.form))
              )
            : onAccountOf(signedIn, handle(signedIn, page))
        ),
      kind
    )

  /** A change of the workspace: owners and admins only. */
  const settingsPost = (
    path: HttpRouter.PathInput,
    handle: (signedIn: ActiveSession, page: FormRequest) => Answer,
    kind?: FormKind
  ) =>
    signedInPost(
      path,
      (signedIn, page) =>
        mayManage(signedIn.user) ? handle(signedIn, page) : Effect.fail(notForMembers("change")),
      kind
    )

  /**
   * A change that a stolen session must not make: it needs a password entered within the last 15
   * minutes.
   */
  const provedPost: typeof settingsPost = (path, handle, kind) =>
    settingsPost(
      path,
      (session, page) =>
        session.isProved
          ? handle(session, page)
          : Effect.succeed(
              passwordNeeded(page, pageOfForm(pages, path, page.request.url, page.form))
            ),
      kind
    )

  const provedUpload: typeof settingsPost = (path, handle) => provedPost(path, handle, "upload")

  /** A form that may contain a picture. */
  const uploadPost: typeof settingsPost = (path, handle) => settingsPost(path, handle, "upload")

  /** A form with a file of at most `maxBytes`; a request without a session is not read. */
  const filePost = (
    path: HttpRouter.PathInput,
    maxBytes: number,
    handle: (
      signedIn: SignedIn,
      page: VisitRequest,
      read: ReadFileForm
    ) => Effect.Effect<PageResponse, FileFormProblem>
  ) =>
    route("POST", path, (page) => {
      const at = (form: Form) => pageOfForm(pages, path, page.request.url, form)
      const read: ReadFileForm = (onFile) =>
        visits.fileForm(page.request, page.visit, { maxBytes, onFile })
      return Effect.flatMap(who(page.visit), (signedIn) =>
        signedIn === null
          ? // Checked before the body is read, which a stranger may send as slowly as an upload.
            Effect.succeed(sessionEnded({ ...page, form: unread }, at(unread)))
          : onAccountOf(signedIn, handle(signedIn, page, read))
      ).pipe(
        Effect.catchTags({
          FormLost: ({ form }) => Effect.succeed(formLost(page, form, at(form))),
          UploadMalformed: () => Effect.fail(malformed),
          UploadRefused: () => Effect.fail(malformed)
        })
      )
    })

  return {
    get,
    post,
    settingsGet,
    managersGet,
    signedInPost,
    settingsPost,
    provedPost,
    provedUpload,
    uploadPost,
    filePost,
    who,
    visits,
    limits,
    limited
  }
})
