/** Routes of pages that need a session, by the role of its user and the age of its password. */
import { Effect } from "effect"
import type { HttpRouter } from "effect/http"
import type { Unreadable, UploadedFile } from "../api/endpoint/UploadForm.ts"
import { type ActiveSession, type SignedIn, SignIn } from "../app/people/SignIn.ts"
import { mayManage } from "../domain/people/Permissions.ts"
import type { BrowserCookies, BrowserRequest, FormRequest } from "./BrowserRequests.ts"
import type { CsrfCookieMissing } from "./forms/CsrfProtection.ts"
import {
  type Form,
  type FormKind,
  formOfFields,
  malformed,
  type PageRefused
} from "./forms/FormReader.ts"
import { signInFirst } from "./forms/FormRecovery.ts"
import { type InFrame, notForMembers, type SignedInAnswer } from "./InFrame.ts"
import { type PageResponse, seeOther } from "./Layout.ts"
import type { PageRoutes } from "./PageRoutes.ts"

export type FileFormProblem = Unreadable | PageRefused | CsrfCookieMissing

/** Reads a form and streams its file to `onFile`; the file is null if the form has none. */
export type ReadFileForm = <A, E>(
  onFile: (file: UploadedFile, form: Form) => Effect.Effect<A, E>
) => Effect.Effect<{ readonly form: Form; readonly file: A | null }, E | FileFormProblem>

const unread = formOfFields(new Map(), true)

/** The session of a visitor, if it is valid. */
export const makeWho = Effect.map(
  SignIn,
  (signIn) =>
    ({ session }: BrowserCookies): Effect.Effect<ActiveSession | null> =>
      session === null ? Effect.succeed(null) : signIn.resolve(session)
)

type Who = Effect.Success<typeof makeWho>

const enrolPath = "/account/second-factor"

/**
 * Leads to the enrolment of a second factor where the workspace requires one; undefined for all
 * others, and on that page itself.
 */
export const enrolFirst = (
  { mustEnrol }: ActiveSession,
  { request }: BrowserRequest
): Effect.Effect<PageResponse> | undefined =>
  mustEnrol && request.url.split("?", 1)[0] !== enrolPath
    ? Effect.succeed(seeOther(enrolPath))
    : undefined

export const makeSessionRoutes = (
  { get, post, formPage, recovery }: PageRoutes,
  who: Who,
  inFrame: InFrame
) => {
  /** A page that needs a session; other visitors are redirected to sign-in and back. */
  const settingsGet = (
    path: HttpRouter.PathInput,
    handle: (signedIn: SignedIn, page: BrowserRequest) => SignedInAnswer
  ) =>
    get(path, (page) =>
      Effect.flatMap(who(page.cookies), (signedIn) =>
        signedIn === null
          ? Effect.succeed(signInFirst(page, page.request.url))
          : (enrolFirst(signedIn, page) ??
            inFrame<BrowserRequest, never>(signedIn, page, (framed) => handle(signedIn, framed)))
      )
    )

  const signedInPost = (
    path: HttpRouter.PathInput,
    handle: (signedIn: ActiveSession, page: FormRequest) => SignedInAnswer,
    kind?: FormKind
  ) =>
    post(
      path,
      (page) =>
        Effect.flatMap(who(page.cookies), (signedIn) =>
          signedIn === null
            ? Effect.succeed(recovery.sessionEnded(page, formPage(path, page, page.form)))
            : (enrolFirst(signedIn, page) ??
              inFrame<FormRequest, never>(signedIn, page, (framed) => handle(signedIn, framed)))
        ),
      kind
    )

  return { settingsGet, signedInPost }
}

/** Routes of owners and admins. */
export const makeManagerRoutes = (
  { settingsGet, signedInPost }: ReturnType<typeof makeSessionRoutes>,
  { formPage, recovery }: PageRoutes
) => {
  /** A page that members may not see. */
  const managersGet: typeof settingsGet = (path, handle) =>
    settingsGet(path, (signedIn, page) =>
      mayManage(signedIn.user) ? handle(signedIn, page) : Effect.fail(notForMembers("see"))
    )

  /** A change of the workspace: owners and admins only. */
  const settingsPost = (
    path: HttpRouter.PathInput,
    handle: (signedIn: ActiveSession, page: FormRequest) => SignedInAnswer,
    kind?: FormKind
  ) =>
    signedInPost(
      path,
      (signedIn, page) =>
        mayManage(signedIn.user) ? handle(signedIn, page) : Effect.fail(notForMembers("change")),
      kind
    )

  const proved =
    (path: HttpRouter.PathInput, handle: Parameters<typeof settingsPost>[1]) =>
    (session: ActiveSession, page: FormRequest): SignedInAnswer =>
      session.isProved
        ? handle(session, page)
        : Effect.succeed(recovery.passwordNeeded(page, formPage(path, page, page.form)))

  /**
   * A change that a stolen session must not make: it needs a password entered within the last 15
   * minutes.
   */
  const provedPost: typeof settingsPost = (path, handle, kind) =>
    settingsPost(path, proved(path, handle), kind)

  /** The same for a change of one's own account, which members may make too. */
  const provedOwnPost: typeof settingsPost = (path, handle, kind) =>
    signedInPost(path, proved(path, handle), kind)

  const provedUpload: typeof settingsPost = (path, handle) => provedPost(path, handle, "upload")

  /** A form that may contain a picture. */
  const uploadPost: typeof settingsPost = (path, handle) => settingsPost(path, handle, "upload")

  return {
    managersGet,
    settingsPost,
    provedPost,
    provedOwnPost,
    provedUpload,
    uploadPost
  }
}

/** A form with a file of at most `maxBytes`; a request without a session is not read. */
export const makeFilePost =
  ({ route, formPage, recovery, browserRequests }: PageRoutes, who: Who, inFrame: InFrame) =>
  (
    path: HttpRouter.PathInput,
    maxBytes: number,
    handle: (
      signedIn: SignedIn,
      page: BrowserRequest,
      read: ReadFileForm
    ) => Effect.Effect<PageResponse, FileFormProblem>
  ) =>
    route("POST", path, (page) => {
      const at = (form: Form) => formPage(path, page, form)
      const read: ReadFileForm = (onFile) =>
        browserRequests.fileForm(page.request, page.cookies, { maxBytes, onFile })
      return Effect.flatMap(who(page.cookies), (signedIn) =>
        signedIn === null
          ? // Checked before the body is read, which a stranger may send as slowly as an upload.
            Effect.succeed(recovery.sessionEnded({ ...page, form: unread }, at(unread)))
          : (enrolFirst(signedIn, page) ??
            inFrame(signedIn, page, (framed) => handle(signedIn, framed, read)))
      ).pipe(
        Effect.catchTags({
          CsrfCookieMissing: ({ form }) =>
            Effect.succeed(recovery.csrfCookieMissing(page, form, at(form))),
          UploadMalformed: () => Effect.fail(malformed),
          UploadRefused: () => Effect.fail(malformed)
        })
      )
    })
