/** The people of the workspace: invited by mail, given a role, removed. */
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import { MailRecords } from "../../../app/delivery/MailRecords.ts"
import type { CreatedAccess } from "../../../app/people/CreatedAccess.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { type Colleague, Users } from "../../../app/people/Users.ts"
import type { MailListed } from "../../../domain/mail/MailResource.ts"
import { isLowered, mayManage, Role, type User } from "../../../domain/people/User.ts"
import { EmailAddress, line } from "../../../domain/text/Text.ts"
import { a, type Child, div, h1, h2, p, span, strong } from "../../../html/Elements.ts"
import { type Form, PageRefused } from "../../forms/FormReader.ts"
import { allValid, checked, type Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { timeFormatsOf } from "../../PageFormats.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { actions, button, cell, field, form, link, problems, select, table } from "../../Parts.ts"
import type { VisitRequest } from "../../Visits.ts"
import { type MailsLook, mailsTable } from "../mails/MailsViews.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { createdQuestion, exceptionsOf, isEmpty } from "./CreatedAccessParts.ts"

const { path } = sections.users

/** In the order of the choice, which begins with the least. */
const rolesInWords: Readonly<Record<Role, string>> = {
  member: "Member: reads the settings",
  admin: "Admin: changes the settings",
  owner: "Owner: changes the settings and the owners"
}
const roles = Object.entries(rolesInWords).map(([value, label]) => ({ value, label }))

const userRow = (reader: User, { user, hasJoined }: Colleague): ReadonlyArray<Child> => [
  cell(strong(user.name), user.id === reader.id ? span({ class: "quiet" }, " (you)") : null),
  cell(user.email),
  cell(user.role, hasJoined ? null : div({ class: "quiet small" }, "invited")),
  actions(
    mayManage(reader)
      ? a({ href: `${path}/${user.id}`, "aria-label": `Change ${user.name}` }, "Change")
      : null
  )
]

const inviteForm = (csrf: string, given: Form | null, wrong: Problems): ReadonlyArray<Child> => [
  h2("Invite someone"),
  form(path, csrf, [
    field({
      name: "name",
      label: "Name",
      value: given?.text("name") ?? "",
      required: true,
      maxLength: 255,
      wrong
    }),
    field({
      name: "email",
      label: "E-mail",
      type: "email",
      value: given?.text("email") ?? "",
      hint: "A link to choose a password is mailed to it.",
      required: true,
      maxLength: 254,
      wrong
    }),
    select("role", "Role", roles, given?.text("role") ?? "member", { wrong }),
    button("Invite")
  ])
]

const listPage = (
  signedIn: SignedIn,
  page: VisitRequest,
  colleagues: ReadonlyArray<Colleague>,
  given: Form | null = null,
  wrong: Problems = []
) =>
  settingsPage(
    "users",
    signedIn,
    page,
    [
      h1("Users"),
      problems(wrong),
      table(
        "Users",
        ["Name", "E-mail", "Role", "Actions"],
        colleagues.map((colleague) => userRow(signedIn.user, colleague))
      ),
      mayManage(signedIn.user) ? inviteForm(page.visit.csrf, given, wrong) : null
    ],
    wrong.length === 0 ? 200 : 422
  )

const userPage = (look: MailsLook, user: User, mails: ReadonlyArray<MailListed>) => {
  const { signedIn, page } = look
  return settingsPage("users", signedIn, page, [
    p(link(path, "All users")),
    h1(user.name),
    p({ class: "quiet" }, user.email),
    ...(mayManage(signedIn.user)
      ? [
          form(`${path}/${user.id}`, page.visit.csrf, [
            select("role", "Role", roles, user.role),
            button("Save")
          ]),
          h2("Mails"),
          mailsTable(look, mails),
          h2("Removal"),
          p(link(`${path}/${user.id}/remove`, "Remove from the workspace", "button second"))
        ]
      : [p(user.role)])
  ])
}

const removalQuestion = (page: VisitRequest, user: User, created: CreatedAccess) =>
  createdQuestion(
    {
      title: `Remove ${user.name}?`,
      text: "They are signed out at once, and every app that acts for them loses its access. What they did stays.",
      action: { url: `${path}/${user.id}/remove`, label: "Remove", back: `${path}/${user.id}` }
    },
    created,
    page.visit.csrf
  )

const roleQuestion = (page: VisitRequest, user: User, role: Role, created: CreatedAccess) =>
  createdQuestion(
    {
      title: `Make ${user.name} ${role}?`,
      text: "The lower role works at once, also for the apps that act for them.",
      action: { url: `${path}/${user.id}`, label: "Change the role", back: `${path}/${user.id}` },
      hidden: [
        ["role", role],
        ["confirmed", "yes"]
      ]
    },
    created,
    page.visit.csrf
  )

/** The page for a use case's refusal. */
const refusedBy = (error: { readonly _tag: string; readonly message: string }): PageRefused =>
  error._tag === "UserNotFound"
    ? pageNotFound
    : new PageRefused({ status: 403, title: "This is not possible", message: `${error.message}.` })

export const layerUsersPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, provedPost } = yield* makePages
    const users = yield* Users
    const mails = yield* MailRecords

    yield* settingsGet(path, (signedIn, page) =>
      Effect.map(users.list(signedIn.user), (all) => listPage(signedIn, page, all))
    )

    yield* provedPost(path, (signedIn, page) =>
      Effect.gen(function* () {
        const again = (wrong: Problems) =>
          Effect.map(users.list(signedIn.user), (all) =>
            listPage(signedIn, page, all, page.form, wrong)
          )
        const input = allValid({
          name: checked("Name", line(255), page.form.text("name")),
          email: checked("E-mail", EmailAddress, page.form.text("email")),
          role: checked("Role", Role, page.form.text("role"))
        })
        if (Result.isFailure(input)) return yield* again(input.failure)
        return yield* users.invite(signedIn.user, input.success).pipe(
          Effect.as(seeOther(`${path}?done=invited`)),
          Effect.catchTags({
            UserEmailTaken: ({ message }) => again([{ field: "email", message }]),
            MailBoundReached: ({ message }) => again([{ field: "email", message }]),
            OwnersOnly: ({ message }) => again([{ field: "role", message }])
          })
        )
      })
    )

    yield* settingsGet(`${path}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        const id = page.params["id"] ?? ""
        const user = yield* Effect.mapError(users.get(signedIn.user, id), refusedBy)
        const newest = { limit: 20, after: null }
        const { items } = yield* mails.listFor(signedIn.user, { object: user.id }, newest)
        const times = yield* timeFormatsOf(signedIn.workspace)
        return userPage({ signedIn, page, times }, user, items)
      })
    )

    yield* provedPost(`${path}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        const role = checked("Role", Role, page.form.text("role"))
        if (Result.isFailure(role)) return yield* pageNotFound
        const id = page.params["id"] ?? ""
        if (page.form.text("confirmed") === "") {
          const user = yield* Effect.mapError(users.get(signedIn.user, id), refusedBy)
          const created = yield* users.created(user)
          if (isLowered(user.role, role.success) && !isEmpty(created)) {
            return settingsPage(
              "users",
              signedIn,
              page,
              roleQuestion(page, user, role.success, created)
            )
          }
        }
        const excepted = exceptionsOf(page.form)
        yield* Effect.mapError(
          users.changeRole(signedIn.user, id, role.success, excepted),
          refusedBy
        )
        return seeOther(`${path}?done=${page.form.text("confirmed") === "" ? "saved" : "lowered"}`)
      })
    )

    yield* settingsGet(`${path}/:id/remove`, (signedIn, page) =>
      Effect.gen(function* () {
        const found = users.get(signedIn.user, page.params["id"] ?? "")
        const user = yield* Effect.mapError(found, refusedBy)
        const created = yield* users.created(user)
        return settingsPage("users", signedIn, page, removalQuestion(page, user, created))
      })
    )

    yield* provedPost(`${path}/:id/remove`, (signedIn, page) =>
      users
        .remove(signedIn.user, page.params["id"] ?? "", exceptionsOf(page.form))
        .pipe(Effect.as(seeOther(`${path}?done=left`)), Effect.mapError(refusedBy))
    )
  })
)
