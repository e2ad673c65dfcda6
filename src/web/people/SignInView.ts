/** The page that asks who one is: for the settings, for an app that sent one here, after a session ended. */
import { h } from "preact"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { Problems } from "../Forms.ts"
import { fillKept } from "../Kept.ts"
import { pageResponse } from "../Layout.ts"
import { button, checks, field, form, link, note, problems } from "../Parts.ts"
import type { Visit } from "../Visits.ts"

/** What was typed waits on the page to which this sign-in leads. */
const isKept = (visit: Visit, returnTo: string | undefined): boolean =>
  visit.kept !== null && visit.kept.page === returnTo

export interface SignInForm {
  readonly visit: Visit
  readonly returnTo: string | undefined
  /** The app that sent the person here, where it is known to be one. */
  readonly appName: string | undefined
  /** There was a session. */
  readonly ended?: boolean
  readonly email?: string
  readonly wrong?: Problems
  /** Where the address belongs to several workspaces. */
  readonly workspaces?: ReadonlyArray<Workspace>
}

export const signInPage = (
  { visit, returnTo, appName, ended = false, email, wrong = [], workspaces }: SignInForm,
  status = 200
) =>
  pageResponse(
    "Sign in · Retainer",
    fillKept(
      [
        h("h1", null, appName === undefined ? "Sign in" : `Sign in to continue to ${appName}`),
        ended || isKept(visit, returnTo)
          ? note(
              "plain",
              h(
                "p",
                null,
                "Your session ended. Sign in to continue.",
                isKept(visit, returnTo)
                  ? " What you typed will be filled in again; it is not saved yet."
                  : ""
              )
            )
          : null,
        problems(wrong),
        form("/sign-in", visit.csrf, [
          returnTo === undefined
            ? null
            : h("input", { type: "hidden", name: "return_to", value: returnTo }),
          field({
            name: "email",
            label: "E-mail",
            type: "email",
            value: email ?? "",
            required: true,
            autocomplete: "username",
            maxLength: 254
          }),
          field({
            name: "password",
            label: "Password",
            type: "password",
            required: true,
            autocomplete: "current-password",
            maxLength: 200
          }),
          workspaces === undefined
            ? null
            : checks(
                "workspace",
                "Which workspace?",
                workspaces.map(({ id, name }) => ({ value: id, label: name })),
                [],
                "radio",
                wrong
              ),
          button("Sign in")
        ]),
        h("p", { class: "small" }, link("/sign-in/forgot", "Forgot the password?"))
      ],
      visit.kept
    ),
    { status, narrow: true }
  )
