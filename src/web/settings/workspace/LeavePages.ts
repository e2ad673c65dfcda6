/**
 * Export and deletion of the workspace, for owners alone. A deletion needs the typed name and the
 * password; from then on every credential is refused, so its confirmation needs no session.
 */
import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { type SignedIn, SignIn } from "../../../app/people/SignIn.ts"
import { erasureOf } from "../../../app/workspaces/DeleteWorkspace.ts"
import { Exports } from "../../../app/workspaces/Exports.ts"
import { Workspaces } from "../../../app/workspaces/Workspaces.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import { CalendarDate, dayIn } from "../../../domain/time/CalendarDate.ts"
import type { ExportRequest } from "../../../domain/workspaces/ExportRequest.ts"
import { h1, h2, p, section } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest, FormRequest } from "../../BrowserRequests.ts"
import { languageOfReader } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { makeOnce, onceField } from "../../forms/OnceForms.ts"
import { pageResponse } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { button, field, form, link, note, problems } from "../../Parts.ts"
import { makePasswordAttempts } from "../../people/PasswordAttempts.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { commandLine, exportSection, requireOwner } from "./ExportPages.ts"

const { path } = sections.leave
const donePath = "/workspace-deleted"

const undoOf = (id: WorkspaceId) =>
  commandLine(`retainer workspace delete --workspace ${id} --undo`)

interface Refused {
  readonly form: Form
  readonly wrong: Problems
}

const leavePage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  [last, now]: readonly [ExportRequest | null, DateTime.Utc],
  refused: Refused | null = null
) => {
  const words = wordsIn(page.language).leave
  const { id, name } = signedIn.workspace
  const wrong = refused?.wrong ?? []
  return settingsPage(
    "leave",
    signedIn,
    page,
    [
      h1(words.title),
      exportSection({ signedIn, page, last, now }),
      section(
        h2(words.deleteTitle),
        p(words.deleteText(name)),
        note("warn", p(words.law)),
        p(words.undo),
        undoOf(id),
        problems(wrong),
        form(path, page.cookies.csrf, [
          onceField(page, refused?.form ?? null),
          field({
            name: "name",
            label: words.name,
            hint: words.nameHint(name),
            value: refused?.form.text("name") ?? "",
            required: true,
            autocomplete: "off",
            maxLength: 200,
            wrong
          }),
          field({
            name: "password",
            label: words.password,
            type: "password",
            required: true,
            autocomplete: "current-password",
            maxLength: 200,
            wrong
          }),
          button(words.submit, "danger")
        ])
      )
    ],
    refused === null ? 200 : 422,
    page.language
  )
}

const readDate = Schema.decodeUnknownOption(CalendarDate)

/** Names nothing but the id and the day that the redirect gave. */
const donePage = (page: BrowserRequest) => {
  const id = WorkspaceId.parse(queryOf(page.request, "workspace") ?? "")
  const day = readDate(queryOf(page.request, "erased"))
  if (Option.isNone(id) || Option.isNone(day)) return Effect.fail(pageNotFound)
  const language = languageOfReader(page.request)
  const words = wordsIn(language).leave
  return Effect.succeed(
    pageResponse(
      words.doneTitle,
      [
        h1(words.doneTitle),
        p(words.doneText(formatsOf(language).longDate(day.value))),
        undoOf(id.value),
        p(link("/sign-in", words.toSignIn))
      ],
      { narrow: true, lang: language }
    )
  )
}

export const layerLeavePages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, settingsGet, signedInPost, limited } = yield* makePages
    const workspaces = yield* Workspaces
    const signIn = yield* SignIn
    const exports = yield* Exports
    const once = yield* makeOnce
    const limitAttempt = yield* makePasswordAttempts(limited)

    const isOwnPassword = Effect.fnUntraced(function* (signedIn: SignedIn, page: FormRequest) {
      const { session } = page.cookies
      const password = Redacted.make((page.form.all("password")[0] ?? "").slice(0, 1000))
      yield* limitAttempt(page, signedIn.user.email)
      return session !== null && (yield* signIn.provePassword(session, password))
    })

    const remove = ({ workspace }: SignedIn, name: string) =>
      Effect.map(workspaces.delete(workspace.id, name), (deleted) => {
        const query = new URLSearchParams({
          workspace: workspace.id,
          erased: dayIn(workspace.zone, DateTime.toUtc(erasureOf(deleted)))
        })
        return `${donePath}?${query}`
      })

    yield* get(donePath, donePage)

    const show = (signedIn: SignedIn, page: BrowserRequest, refused: Refused | null = null) =>
      Effect.map(Effect.all([exports.find(signedIn.workspace), DateTime.now]), (state) =>
        leavePage(signedIn, page, state, refused)
      )

    yield* settingsGet(path, (signedIn, page) =>
      Effect.andThen(requireOwner(signedIn, page), show(signedIn, page))
    )

    yield* signedInPost(path, (signedIn, page) =>
      Effect.gen(function* () {
        yield* requireOwner(signedIn, page)
        const words = wordsIn(page.language).leave
        const refuse = (field: string, message: string) =>
          show(signedIn, page, { form: page.form, wrong: [{ field, message }] })
        const name = page.form.text("name")
        if (name !== signedIn.workspace.name) return yield* refuse("name", words.nameDiffers)
        if (!(yield* isOwnPassword(signedIn, page))) {
          return yield* refuse("password", words.passwordWrong)
        }
        return yield* once(signedIn, page, remove(signedIn, name)).pipe(
          Effect.catchTags({
            WorkspaceNameDiffers: () => refuse("name", words.nameDiffers),
            WorkspaceNotFound: () => Effect.fail(pageNotFound)
          })
        )
      })
    )
  })
)
