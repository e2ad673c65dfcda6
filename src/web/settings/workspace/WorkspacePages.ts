/**
 * The workspace: its name, its branding, and the defaults of its invoices. A change that sends
 * mails to clients today needs a confirmation that lists them.
 */
import { createHash } from "node:crypto"
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import type { AddedToday } from "../../../app/invoices/reminders/DueReminders.ts"
import { Reminders } from "../../../app/invoices/reminders/Reminders.ts"
import { ProcessorCaution } from "../../../app/payments/Checkouts.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { LogoRefused } from "../../../app/ports/workspaces/LogoDecoder.ts"
import { Workspaces } from "../../../app/workspaces/Workspaces.ts"
import type { Invalid } from "../../../domain/Invalid.ts"
import { reminderText } from "../../../domain/invoices/ReminderResource.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { code, div, h1, input, li, p, strong, ul } from "../../../html/Elements.ts"
import type { BrowserRequest, FormRequest } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import { chosenLogo, chosenLogoName, type Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { makePages } from "../../Pages.ts"
import { button, csrfName, form, note, problems } from "../../Parts.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { makeBrandingPreview } from "./BrandingPreview.ts"
import { legalProblem } from "./LegalFields.ts"
import { editForm, patchOf, valuesIn, workspaceFacts, workspaceValues } from "./WorkspaceForm.ts"

const { path } = sections.workspace

const agreedName = "agreed"
const backName = "back"

/** Digest that identifies the listed invoices; it is no secret. */
const digestOf = ({ ids }: AddedToday): string =>
  createHash("sha256").update(ids.join()).digest("base64url")

/** Carries the submitted values, so that the confirmation saves exactly them. */
const carried = (sent: Form) => {
  const logo = chosenLogo(sent)
  const fields = sent.entries.filter(
    ([name]) => ![csrfName, agreedName, backName, chosenLogoName].includes(name)
  )
  const all: typeof fields =
    logo === null ? fields : [...fields, [chosenLogoName, Buffer.from(logo).toString("base64")]]
  return all.map(([name, value]) => input({ type: "hidden", name, value }))
}

const confirmPage = (
  signedIn: SignedIn,
  page: FormRequest,
  added: AddedToday,
  reminderDays: ReadonlyArray<number>
) => {
  const { length } = added.ids
  const more = length - added.named.length
  return settingsPage("workspace", signedIn, page, [
    h1(length === 1 ? "Send 1 reminder today?" : `Send ${length} reminders today?`),
    p(
      `Nothing is saved yet. With reminders ${reminderText(reminderDays)}, a reminder is due today for ${length === 1 ? "this open invoice" : "these open invoices"} and will be sent within minutes:`
    ),
    ul(
      { class: "plain" },
      added.named.map(({ number, client, email }) => li(strong(number), ` ${client}, ${email}`)),
      more === 0 ? null : li(`and ${more} more`)
    ),
    form(
      path,
      page.cookies.csrf,
      [
        ...carried(page.form),
        input({ type: "hidden", name: agreedName, value: digestOf(added) }),
        div(
          { class: "row" },
          button(length === 1 ? "Save and send it" : `Save and send ${length}`),
          button("Back to the form", "second", backName, "yes")
        )
      ],
      { upload: true }
    )
  ])
}

const problemsOf = (failure: LogoRefused | Invalid): Problems =>
  failure._tag === "LogoRefused"
    ? [{ field: "logo", message: `Logo ${failure.problem}` }]
    : failure.problems.map(({ path, message }) => legalProblem(path.split("."), message))

export const layerWorkspacePages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, uploadPost } = yield* makePages
    const workspaces = yield* Workspaces
    const reminders = yield* Reminders
    const caution = yield* ProcessorCaution
    const previewOf = yield* makeBrandingPreview

    const show = (
      signedIn: SignedIn,
      page: BrowserRequest,
      sent: Form | null,
      wrong: Problems = []
    ) => {
      const { user, workspace } = signedIn
      const values = sent === null ? workspaceValues(workspace) : valuesIn(sent)
      return settingsPage(
        "workspace",
        signedIn,
        page,
        [
          h1("Workspace"),
          caution === null ? null : note("bad", p(caution)),
          p(
            { class: "quiet" },
            `Plan ${workspace.plan}, currency ${workspace.currency}, id `,
            code(workspace.id),
            "."
          ),
          problems(wrong),
          mayManage(user)
            ? editForm(values, workspace, page.cookies.csrf, sent, wrong)
            : workspaceFacts(workspace)
        ],
        wrong.length === 0 ? 200 : 422
      )
    }

    yield* settingsGet(path, (signedIn, page) => Effect.succeed(show(signedIn, page, null)))

    yield* uploadPost(path, (signedIn, page) =>
      Effect.gen(function* () {
        const { workspace } = signedIn
        const sent = page.form
        const refused = (failure: LogoRefused | Invalid) =>
          Effect.succeed(show(signedIn, page, sent, problemsOf(failure)))
        if (sent.text(backName) === "yes") return show(signedIn, page, sent)
        const patch = patchOf(valuesIn(sent), sent, workspace)
        if (Result.isFailure(patch)) return show(signedIn, page, sent, patch.failure)
        const preview = previewOf(workspace, patch.success, sent.text("intent"))
        if (preview !== null) {
          return yield* Effect.catchTags(preview, { LogoRefused: refused, Invalid: refused })
        }
        const { reminderDays = [], timeZone = workspace.timeZone } = patch.success
        const added = yield* reminders.addedToday(workspace, { reminderDays, timeZone })
        // Confirmation is for the exact list of invoices; a changed list needs a new one.
        if (added.ids.length > 0 && sent.text(agreedName) !== digestOf(added)) {
          return confirmPage(signedIn, page, added, reminderDays)
        }
        return yield* workspaces.update(workspace.id, patch.success).pipe(
          Effect.as(seeOther(`${path}?done=saved`)),
          Effect.catchTags({
            LogoRefused: refused,
            Invalid: refused,
            // No form has an If-Match.
            PreconditionFailed: Effect.die
          })
        )
      })
    )
  })
)
