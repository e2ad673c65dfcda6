/** Views of the people of a workspace: the list, one user, and the questions before a change. */
import type { CreatedAccess } from "../../../app/people/CreatedAccess.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { Colleague } from "../../../app/people/Users.ts"
import type { Role } from "../../../domain/access/Scope.ts"
import type { MailListed } from "../../../domain/mail/MailResource.ts"
import { may, mayManage } from "../../../domain/people/Permissions.ts"
import type { User } from "../../../domain/people/User.ts"
import { a, type Child, div, h1, h2, p, span, strong } from "../../../html/Elements.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { onceField } from "../../forms/OnceForms.ts"
import type { TimeFormats } from "../../PageFormats.ts"
import {
  actions,
  button,
  cell,
  checks,
  field,
  form,
  link,
  problems,
  select,
  table
} from "../../Parts.ts"
import { type MailsLook, mailsTable } from "../mails/MailsViews.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { createdQuestion } from "./CreatedAccessParts.ts"

const { path } = sections.users

/** In the order of the choice, which begins with the least. */
const roleTexts: Readonly<Record<Role, string>> = {
  member: "Member: reads the settings",
  admin: "Admin: changes the settings",
  owner: "Owner: changes the settings and the owners"
}
const roles = Object.entries(roleTexts).map(([value, label]) => ({ value, label }))

export const factorRequirementPath = "/settings/second-factor"

interface UsersLook {
  readonly signedIn: SignedIn
  readonly page: BrowserRequest
  readonly times: TimeFormats
  /** Whether owners and admins need a second factor. */
  readonly isFactorRequired: boolean
}

const factorForm = ({ page, isFactorRequired }: UsersLook): Child => [
  h2("Second factor"),
  form(factorRequirementPath, page.cookies.csrf, [
    onceField(page),
    checks(
      "required",
      "From their next sign-in on:",
      [{ value: "on", label: "Owners and admins need a second factor" }],
      [isFactorRequired ? "on" : ""]
    ),
    button("Save")
  ])
]

const actionForm = (
  { page }: UsersLook,
  { user }: Colleague,
  action: "sessions" | "invite",
  label: string
): Child =>
  form(`${path}/${user.id}/${action}`, page.cookies.csrf, [
    onceField(page),
    button(label, "second", undefined, undefined, `${label}: ${user.name}`)
  ])

/** What the reader may do at once: sign a colleague out, or invite one again. */
const quickAction = (look: UsersLook, colleague: Colleague): Child => {
  const { user: reader } = look.signedIn
  const { user, hasJoined, hasSession } = colleague
  if (!hasJoined) return actionForm(look, colleague, "invite", "Send the invitation again")
  const mayEnd = hasSession && user.id !== reader.id
  return mayEnd && (user.role !== "owner" || may(reader.role, "owners"))
    ? actionForm(look, colleague, "sessions", "End all sessions")
    : null
}

const userRow = (look: UsersLook, colleague: Colleague): ReadonlyArray<Child> => {
  const { user: reader } = look.signedIn
  const { user, hasJoined, lastUsedAt } = colleague
  return [
    cell(strong(user.name), user.id === reader.id ? span({ class: "quiet" }, " (you)") : null),
    cell(user.email),
    cell(user.role, hasJoined ? null : div({ class: "quiet small" }, "invited")),
    cell(lastUsedAt === null ? "never" : look.times.minute(lastUsedAt)),
    actions(
      mayManage(reader)
        ? [
            quickAction(look, colleague),
            a({ href: `${path}/${user.id}`, "aria-label": `Change ${user.name}` }, "Change")
          ]
        : null
    )
  ]
}

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

export const listPage = (
  look: UsersLook,
  colleagues: ReadonlyArray<Colleague>,
  given: Form | null = null,
  wrong: Problems = []
) => {
  const { signedIn, page } = look
  return settingsPage(
    "users",
    signedIn,
    page,
    [
      h1("Users"),
      problems(wrong),
      table(
        "Users",
        ["Name", "E-mail", "Role", "Last seen", ""],
        colleagues.map((colleague) => userRow(look, colleague))
      ),
      mayManage(signedIn.user)
        ? [inviteForm(page.cookies.csrf, given, wrong), factorForm(look)]
        : null
    ],
    wrong.length === 0 ? 200 : 422
  )
}

export const userPage = (look: MailsLook, user: User, mails: ReadonlyArray<MailListed>) => {
  const { signedIn, page } = look
  return settingsPage("users", signedIn, page, [
    p(link(path, "All users")),
    h1(user.name),
    p({ class: "quiet" }, user.email),
    ...(mayManage(signedIn.user)
      ? [
          form(`${path}/${user.id}`, page.cookies.csrf, [
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

export const removalQuestion = (page: BrowserRequest, user: User, created: CreatedAccess) =>
  createdQuestion(
    {
      title: `Remove ${user.name}?`,
      text: "They are signed out at once, and every app that acts for them loses its access. What they did stays.",
      action: { url: `${path}/${user.id}/remove`, label: "Remove", back: `${path}/${user.id}` }
    },
    created,
    page.cookies.csrf
  )

export const roleQuestion = (
  page: BrowserRequest,
  user: User,
  role: Role,
  created: CreatedAccess
) =>
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
    page.cookies.csrf
  )
