/** Views of the people of a workspace: the list, one user, and the questions before a change. */
import type { CreatedAccess } from "../../../app/people/CreatedAccess.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { Colleague } from "../../../app/people/Users.ts"
import type { Role } from "../../../domain/access/Scope.ts"
import type { MailListed } from "../../../domain/mail/MailResource.ts"
import { may, mayManage } from "../../../domain/people/Permissions.ts"
import type { User } from "../../../domain/people/User.ts"
import { a, type Child, div, h1, h2, p, span, strong } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
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

const wordsOf = ({ language }: BrowserRequest) => wordsIn(language).settings.users

/** The choice begins with the least. */
const rolesOf = (page: BrowserRequest) =>
  Object.entries(wordsOf(page).roleChoices).map(([value, label]) => ({ value, label }))

export const factorRequirementPath = "/settings/second-factor"

interface UsersLook {
  readonly signedIn: SignedIn
  readonly page: BrowserRequest
  readonly times: TimeFormats
  /** Whether owners and admins need a second factor. */
  readonly isFactorRequired: boolean
}

const factorForm = ({ page, isFactorRequired }: UsersLook): Child => {
  const { save, users } = wordsIn(page.language).settings
  return [
    h2(users.factor.title),
    form(factorRequirementPath, page.cookies.csrf, [
      onceField(page),
      checks(
        "required",
        users.factor.from,
        [{ value: "on", label: users.factor.choice }],
        [isFactorRequired ? "on" : ""]
      ),
      button(save)
    ])
  ]
}

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

/** The action of a row: sign the colleague out, or invite one again. */
const quickAction = (look: UsersLook, colleague: Colleague): Child => {
  const { user: reader } = look.signedIn
  const { user, hasJoined, hasSession } = colleague
  if (!hasJoined) return actionForm(look, colleague, "invite", wordsOf(look.page).again)
  const mayEnd = hasSession && user.id !== reader.id
  return mayEnd && (user.role !== "owner" || may(reader.role, "owners"))
    ? actionForm(look, colleague, "sessions", wordsOf(look.page).endSessions)
    : null
}

const userRow = (look: UsersLook, colleague: Colleague): ReadonlyArray<Child> => {
  const { user: reader } = look.signedIn
  const { user, hasJoined, lastUsedAt } = colleague
  const words = wordsOf(look.page)
  return [
    cell(
      strong(user.name),
      user.id === reader.id ? span({ class: "quiet" }, ` (${words.you})`) : null
    ),
    cell(user.email),
    cell(words.roles[user.role], hasJoined ? null : div({ class: "quiet small" }, words.invited)),
    cell(lastUsedAt === null ? words.never : look.times.minute(lastUsedAt)),
    actions(
      mayManage(reader)
        ? [
            quickAction(look, colleague),
            a(
              { href: `${path}/${user.id}`, "aria-label": words.changeNamed(user.name) },
              words.change
            )
          ]
        : null
    )
  ]
}

const inviteForm = (
  page: BrowserRequest,
  given: Form | null,
  wrong: Problems
): ReadonlyArray<Child> => {
  const words = wordsOf(page)
  const [name, email, role] = words.columns
  return [
    h2(words.invite),
    form(path, page.cookies.csrf, [
      onceField(page, given),
      field({
        name: "name",
        label: name,
        value: given?.text("name") ?? "",
        required: true,
        maxLength: 255,
        wrong
      }),
      field({
        name: "email",
        label: email,
        type: "email",
        value: given?.text("email") ?? "",
        hint: words.emailHint,
        required: true,
        maxLength: 254,
        wrong
      }),
      select("role", role, rolesOf(page), given?.text("role") ?? "member", { wrong }),
      button(words.inviteButton)
    ])
  ]
}

export const listPage = (
  look: UsersLook,
  colleagues: ReadonlyArray<Colleague>,
  given: Form | null = null,
  wrong: Problems = []
) => {
  const { signedIn, page } = look
  const title = wordsIn(page.language).settings.sections.users
  return settingsPage(
    "users",
    signedIn,
    page,
    [
      h1(title),
      problems(wrong),
      table(
        title,
        [...wordsOf(page).columns, ""],
        colleagues.map((colleague) => userRow(look, colleague))
      ),
      mayManage(signedIn.user) ? [inviteForm(page, given, wrong), factorForm(look)] : null
    ],
    wrong.length === 0 ? 200 : 422
  )
}

export const userPage = (look: MailsLook, user: User, mails: ReadonlyArray<MailListed>) => {
  const { signedIn, page } = look
  const { users: words, sections: titles, save } = wordsIn(page.language).settings
  const [, , role] = words.columns
  return settingsPage("users", signedIn, page, [
    p(link(path, words.all)),
    h1(user.name),
    p({ class: "quiet" }, user.email),
    ...(mayManage(signedIn.user)
      ? [
          form(`${path}/${user.id}`, page.cookies.csrf, [
            select("role", role, rolesOf(page), user.role),
            button(save)
          ]),
          h2(titles.mails),
          mailsTable(look, mails),
          h2(words.removal),
          p(link(`${path}/${user.id}/remove`, words.remove, "button second"))
        ]
      : [p(words.roles[user.role])])
  ])
}

export const removalQuestion = (page: BrowserRequest, user: User, created: CreatedAccess) => {
  const words = wordsOf(page)
  return createdQuestion(
    {
      title: words.removeQuestion(user.name),
      text: words.removeText,
      action: {
        url: `${path}/${user.id}/remove`,
        label: words.removeButton,
        back: `${path}/${user.id}`
      }
    },
    created,
    page
  )
}

export const roleQuestion = (
  page: BrowserRequest,
  user: User,
  role: Role,
  created: CreatedAccess
) => {
  const words = wordsOf(page)
  return createdQuestion(
    {
      title: words.roleQuestion(user.name, words.roles[role]),
      text: words.roleText,
      action: { url: `${path}/${user.id}`, label: words.roleButton, back: `${path}/${user.id}` },
      hidden: [
        ["role", role],
        ["confirmed", "yes"]
      ]
    },
    created,
    page
  )
}
