/** The user's own sessions, and a button that ends all others without the password. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { OwnSession } from "../../../app/people/OwnSessions.ts"
import { type SignedIn, SignIn } from "../../../app/people/SignIn.ts"
import { h1, p } from "../../../html/Elements.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { seeOther } from "../../Layout.ts"
import { type TimeFormats, timeFormatsOf } from "../../PageFormats.ts"
import { makePages } from "../../Pages.ts"
import { button, cell, form, table } from "../../Parts.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"

const { path } = sections.sessions

const rowOf = ({ createdAt, usedAt, isThis }: OwnSession, { minute }: TimeFormats) => [
  cell(minute(createdAt)),
  cell(usedAt === null ? "not since then" : minute(usedAt)),
  cell(isThis ? "This one" : "")
]

const sessionsPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  all: ReadonlyArray<OwnSession>,
  times: TimeFormats
) =>
  settingsPage("sessions", signedIn, page, [
    h1("Your sessions"),
    p({ class: "quiet" }, "A session ends after 12 hours without use, and after 14 days."),
    table(
      "Sessions",
      ["Signed in", "Last used", ""],
      all.map((one) => rowOf(one, times))
    ),
    all.length > 1
      ? form(path, page.cookies.csrf, [button("End all other sessions", "danger")])
      : p("You are signed in nowhere else.")
  ])

export const layerSessionsPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost } = yield* makePages
    const signIn = yield* SignIn

    yield* settingsGet(path, (signedIn, page) =>
      Effect.gen(function* () {
        const { session } = page.cookies
        const all = session === null ? [] : yield* signIn.listSessions(session)
        return sessionsPage(signedIn, page, all, yield* timeFormatsOf(signedIn.workspace))
      })
    )

    yield* signedInPost(path, (_, { cookies }) =>
      Effect.as(
        cookies.session === null ? Effect.void : signIn.endOtherSessions(cookies.session),
        seeOther(`${path}?done=ended`)
      )
    )
  })
)
