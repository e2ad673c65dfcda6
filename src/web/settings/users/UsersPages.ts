/** The people of the workspace: invited by mail, given a role, removed. */
import { Effect, Layer, Result } from "effect"
import { HttpRouter } from "effect/http"
import { MailRecords } from "../../../app/delivery/MailRecords.ts"
import { SecondFactors } from "../../../app/people/account/SecondFactors.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { Users } from "../../../app/people/Users.ts"
import { isLowered, Role } from "../../../domain/access/Scope.ts"
import { RoleTooLow } from "../../../domain/people/User.ts"
import { EmailAddress, line } from "../../../domain/text/Text.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import { type Form, PageRefused } from "../../forms/FormReader.ts"
import { allValid, checked, type Problems } from "../../forms/Forms.ts"
import { makeOnce } from "../../forms/OnceForms.ts"
import { seeOther } from "../../Layout.ts"
import { timeFormatsOf } from "../../PageFormats.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { exceptionsOf, isEmpty } from "./CreatedAccessParts.ts"
import {
  factorRequirementPath,
  listPage,
  removalQuestion,
  roleQuestion,
  userPage
} from "./UsersViews.ts"

const { path } = sections.users

/** The page for a use case's refusal. */
const refusedBy = (error: { readonly _tag: string; readonly message: string }): PageRefused =>
  error._tag === "UserNotFound"
    ? pageNotFound
    : new PageRefused({ status: 403, title: "This is not possible", message: `${error.message}.` })

const showList =
  (users: Users["Service"], factors: SecondFactors["Service"]) =>
  (signedIn: SignedIn, page: BrowserRequest, given: Form | null = null, wrong: Problems = []) =>
    Effect.gen(function* () {
      const all = yield* users.list(signedIn.user)
      const times = yield* timeFormatsOf(signedIn.workspace)
      const isFactorRequired = yield* factors.isRequired(signedIn.workspace.id)
      return listPage({ signedIn, page, times, isFactorRequired }, all, given, wrong)
    })

const inviteUser =
  (users: Users["Service"], factors: SecondFactors["Service"]) =>
  (signedIn: SignedIn, page: FormRequest) =>
    Effect.gen(function* () {
      const again = (wrong: Problems) => showList(users, factors)(signedIn, page, page.form, wrong)
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

/** Lowering a role first shows the accesses that the user created. */
const changeRole = (users: Users["Service"]) => (signedIn: SignedIn, page: FormRequest) =>
  Effect.gen(function* () {
    const role = checked("Role", Role, page.form.text("role"))
    if (Result.isFailure(role)) return yield* pageNotFound
    const id = idOf(page)
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
    yield* Effect.mapError(users.changeRole(signedIn.user, id, role.success, excepted), refusedBy)
    return seeOther(`${path}?done=${page.form.text("confirmed") === "" ? "saved" : "lowered"}`)
  })

/** One press in the list: no password, because it opens nothing. */
const layerQuickActions = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsPost, provedPost } = yield* makePages
    const users = yield* Users
    const factors = yield* SecondFactors
    const once = yield* makeOnce
    const done = (what: string) => `${path}?done=${what}`
    const unlessMember = <E extends { readonly _tag: string; readonly message: string }>(
      error: E | RoleTooLow
    ) => (error instanceof RoleTooLow ? error : refusedBy(error))

    yield* settingsPost(`${path}/:id/sessions`, (signedIn, page) =>
      once(
        signedIn,
        page,
        Effect.mapError(
          Effect.as(users.endSessions(signedIn.user, idOf(page)), done("signed-out")),
          unlessMember
        )
      )
    )

    yield* provedPost(factorRequirementPath, (signedIn, page) =>
      once(
        signedIn,
        page,
        Effect.as(
          factors.require(signedIn.workspace.id, page.form.text("required") === "on"),
          done("saved")
        )
      )
    )

    yield* settingsPost(`${path}/:id/invite`, (signedIn, page) =>
      once(
        signedIn,
        page,
        Effect.mapError(
          Effect.as(users.resendInvitation(signedIn.user, idOf(page)), done("invited")),
          unlessMember
        )
      )
    )
  })
)

const layerUsers = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, provedPost } = yield* makePages
    const users = yield* Users
    const factors = yield* SecondFactors
    const mails = yield* MailRecords

    yield* settingsGet(path, (signedIn, page) => showList(users, factors)(signedIn, page))

    yield* provedPost(path, inviteUser(users, factors))

    yield* settingsGet(`${path}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        const id = idOf(page)
        const user = yield* Effect.mapError(users.get(signedIn.user, id), refusedBy)
        const newest = { limit: 20, after: null }
        const { items } = yield* mails.listFor(signedIn.user, { object: user.id }, newest)
        const times = yield* timeFormatsOf(signedIn.workspace)
        return userPage({ signedIn, page, times }, user, items)
      })
    )

    yield* provedPost(`${path}/:id`, changeRole(users))

    yield* settingsGet(`${path}/:id/remove`, (signedIn, page) =>
      Effect.gen(function* () {
        const found = users.get(signedIn.user, idOf(page))
        const user = yield* Effect.mapError(found, refusedBy)
        const created = yield* users.created(user)
        return settingsPage("users", signedIn, page, removalQuestion(page, user, created))
      })
    )

    yield* provedPost(`${path}/:id/remove`, (signedIn, page) =>
      users
        .remove(signedIn.user, idOf(page), exceptionsOf(page.form))
        .pipe(Effect.as(seeOther(`${path}?done=left`)), Effect.mapError(refusedBy))
    )
  })
)

export const layerUsersPages = Layer.merge(layerUsers, layerQuickActions)
