/** Attempts to sign in: what the form has, and the pages of one that starts no session. */
import { Effect, Redacted } from "effect"
import { OAuthAuthorizations } from "../../app/oauth/OAuthAuthorizations.ts"
import { WorkspaceId } from "../../domain/Ids.ts"
import { parseParameters } from "../../domain/oauth/OAuth.ts"
import { wordsIn } from "../../words/Words.ts"
import type { FormRequest } from "../BrowserRequests.ts"
import { ownPath } from "../PageUrls.ts"
import { type SignInForm, signInPage } from "./SignInView.ts"

/** The sign-in page, with the name of the app that the person continues to. */
export const makeSignInPage = Effect.gen(function* () {
  const authorizations = yield* OAuthAuthorizations

  /** The app is named only where the request is valid for it: its redirect URI is registered. */
  const appNameOf = (returnTo: string | undefined) => {
    const [path, query] = returnTo?.split("?", 2) ?? []
    if (path !== "/oauth/authorize" || query === undefined) return Effect.undefined
    return authorizations.prepare(parseParameters(new URLSearchParams(query))).pipe(
      Effect.map(({ app }) => app.name),
      Effect.catchTags({
        AuthorizationUnusable: () => Effect.undefined,
        AuthorizationRefused: () => Effect.undefined
      })
    )
  }
  return (given: Omit<SignInForm, "appName">, status?: number) =>
    Effect.map(appNameOf(given.returnTo), (appName) => signInPage({ ...given, appName }, status))
})

export type SignInPage = Effect.Success<typeof makeSignInPage>

/** The fields of a form that signs in. */
export const attemptOf = ({ form: given }: FormRequest) => {
  const workspaceId = WorkspaceId.parse(given.text("workspace"))
  return {
    email: given.text("email").slice(0, 254),
    // Spaces are part of a password.
    password: Redacted.make((given.all("password")[0] ?? "").slice(0, 1000)),
    returnTo: ownPath(given.text("return_to")),
    target: workspaceId._tag === "Some" ? { id: workspaceId.value } : undefined
  }
}

/** The pages of an attempt that starts no session. */
export const makeAttemptPages = (signInPageOf: SignInPage) => {
  const again = (
    page: FormRequest,
    more: Pick<SignInForm, "wrong" | "workspaces" | "someDown">,
    status?: number
  ) => {
    const { cookies, language } = page
    const { email, returnTo, target } = attemptOf(page)
    const isChoice = more.workspaces !== undefined
    return signInPageOf(
      { cookies, language, returnTo, email, ...(isChoice ? {} : { target }), ...more },
      status
    )
  }
  const wordsOf = ({ language }: FormRequest) => wordsIn(language).frame.signIn
  return {
    /** Names no field, so that the page does not reveal whether the address exists. */
    wrong: (page: FormRequest, someDown = false) =>
      again(page, { wrong: [wordsOf(page).wrong], someDown }, 403),
    choice: (page: FormRequest, workspaces: NonNullable<SignInForm["workspaces"]>) =>
      again(page, {
        workspaces,
        wrong: [{ field: "workspace", message: wordsOf(page).chooseWorkspace }]
      })
  }
}
