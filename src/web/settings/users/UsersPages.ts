/** The people of the workspace: invited by mail, given a role, removed. */
import { Effect, Layer, Result, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { MailRecords } from "../../../app/delivery/MailRecords.ts"
import { SecondFactors } from "../../../app/people/account/SecondFactors.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { Users } from "../../../app/people/Users.ts"
import { isLowered, Role } from "../../../domain/access/Scope.ts"
import { RoleTooLow } from "../../../domain/people/User.ts"
import { EmailAddress, line } from "../../../domain/text/Text.ts"
import { wordsIn } from "../../../words/Words.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import { type Form, PageRefused } from "../../forms/FormReader.ts"
import { allValid, checked, type Problems } from "../../forms/Forms.ts"
import { makeOnce } from "../../forms/OnceForms.ts"
import { seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { readerTimes, sections, settingsPage } from "../SettingsLayout.ts"
import { exceptionsOf, isEmpty } from "./CreatedAccessParts.ts"
import {
  factorRequirementPath,
  listPage,
  removalQuestion,
  roleQuestion,
  userPage
} from "./UsersViews.ts"

const { path } = sections.users

type Refusal = "UserNotFound" | "LastOwner" | "OwnersOnly" | "AlreadyJoined" | "MailBoundReached"

/** The page for a use case's refusal. */
const refusedBy =
  ({ language }: BrowserRequest) =>
  ({ _tag }: { readonly _tag: Refusal }): PageRefused => {
    if (_tag === "UserNotFound") return pageNotFound
    const { tooManyMails, users } = wordsIn(language).settings
    const { title, ...texts } = users.refused
    const message = _tag === "MailBoundReached" ? tooManyMails : texts[_tag]
    return new PageRefused({ status: 403, title, message, language })
  }

/** Each field of an invitation, or the rule that it breaks. */
const invitationIn = ({ form, language }: FormRequest) => {
  const { rules } = wordsIn(language).settings.users
  return allValid({
    name: checked(line(255), form.text("name"), rules.name),
    email: checked(EmailAddress, form.text("email"), rules.email),
    role: checked(Role, form.text("role"), rules.role)
  })
}

const showList =
  (users: Users["Service"], factors: SecondFactors["Service"]) =>
  (signedIn: SignedIn, page: BrowserRequest, given: Form | null = null, wrong: Problems = []) =>
    Effect.gen(function* () {
      const all = yield* users.list(signedIn.user)
      const times = yield* readerTimes(signedIn, page)
      const isFactorRequired = yield* factors.isRequired(signedIn.workspace.id)
      return listPage({ signedIn, page, times, isFactorRequired }, all, given, wrong)
    })

const inviteUser =
  (
    users: Users["Service"],
    factors: SecondFactors["Service"],
    once: Effect.Success<typeof makeOnce>
  ) =>
  (signedIn: SignedIn, page: FormRequest) =>
    Effect.gen(function* () {
      const again = (wrong: Problems) => showList(users, factors)(signedIn, page, page.form, wrong)
      const { tooManyMails, users: words } = wordsIn(page.language).settings
      const input = invitationIn(page)
      if (Result.isFailure(input)) return yield* again(input.failure)
      const invited = Effect.as(users.invite(signedIn.user, input.success), `${path}?done=invited`)
      return yield* once(signedIn, page, invited).pipe(
        Effect.catchTags({
          UserEmailTaken: () => again([{ field: "email", message: words.emailTaken }]),
          MailBoundReached: () => again([{ field: "email", message: tooManyMails }]),
          OwnersOnly: () => again([{ field: "role", message: words.refused.OwnersOnly }])
        })
      )
    })

/** Lowering a role first shows the accesses that the user created. */
const changeRole = (users: Users["Service"]) => (signedIn: SignedIn, page: FormRequest) =>
  Effect.gen(function* () {
    const role = Schema.decodeUnknownResult(Role)(page.form.text("role"))
    if (Result.isFailure(role)) return yield* pageNotFound
    const id = idOf(page)
    if (page.form.text("confirmed") === "") {
      const user = yield* Effect.mapError(users.get(signedIn.user, id), refusedBy(page))
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
      refusedBy(page)
    )
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
    const unlessMember =
      (page: BrowserRequest) => (error: { readonly _tag: Refusal } | RoleTooLow) =>
        error instanceof RoleTooLow ? error : refusedBy(page)(error)

    yield* settingsPost(`${path}/:id/sessions`, (signedIn, page) =>
      once(
        signedIn,
        page,
        Effect.mapError(
          Effect.as(users.endSessions(signedIn.user, idOf(page)), done("signed-out")),
          unlessMember(page)
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
          unlessMember(page)
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
    const once = yield* makeOnce

    yield* settingsGet(path, (signedIn, page) => showList(users, factors)(signedIn, page))

    yield* provedPost(path, inviteUser(users, factors, once))

    yield* settingsGet(`${path}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        const id = idOf(page)
        const user = yield* Effect.mapError(users.get(signedIn.user, id), refusedBy(page))
        const newest = { limit: 20, after: null }
        const { items } = yield* mails.listFor(signedIn.user, { object: user.id }, newest)
        const times = yield* readerTimes(signedIn, page)
        return userPage({ signedIn, page, times }, user, items)
      })
    )

    yield* provedPost(`${path}/:id`, changeRole(users))

    yield* settingsGet(`${path}/:id/remove`, (signedIn, page) =>
      Effect.gen(function* () {
        const found = users.get(signedIn.user, idOf(page))
        const user = yield* Effect.mapError(found, refusedBy(page))
        const created = yield* users.created(user)
        return settingsPage("users", signedIn, page, removalQuestion(page, user, created))
      })
    )

    yield* provedPost(`${path}/:id/remove`, (signedIn, page) =>
      users
        .remove(signedIn.user, idOf(page), exceptionsOf(page.form))
        .pipe(Effect.as(seeOther(`${path}?done=left`)), Effect.mapError(refusedBy(page)))
    )
  })
)

export const layerUsersPages = Layer.merge(layerUsers, layerQuickActions)
