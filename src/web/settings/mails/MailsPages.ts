/**
 * The mails of the last 90 days with their results: all, those of a kind or result, or those about
 * one invoice, client or user. Members see no mails to users. Owners and admins can send a mail
 * again, once for each press.
 */
import { Effect, Option, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { MailRecords } from "../../../app/delivery/MailRecords.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { MailId } from "../../../domain/Ids.ts"
import {
  MailKind,
  type MailListed,
  MailObjectId,
  MailStatus
} from "../../../domain/mail/MailResource.ts"
import type { Page } from "../../../domain/Page.ts"
import { may } from "../../../domain/people/Permissions.ts"
import { RoleTooLow } from "../../../domain/people/User.ts"
import { form as getForm, h1, input, p } from "../../../html/Elements.ts"
import type { SettingsWords } from "../../../words/settings/SettingsWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import { type BrowserRequest, idOf } from "../../BrowserRequests.ts"
import { PageRefused } from "../../forms/FormReader.ts"
import { makeOnce } from "../../forms/OnceForms.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { button, link, select } from "../../Parts.ts"
import { readerTimes, sections, settingsPage } from "../SettingsLayout.ts"
import { type MailsLook, mailsTable } from "./MailsViews.ts"

const { path } = sections.mails

interface Chosen {
  readonly object?: string
  readonly status?: MailStatus
  readonly kind?: MailKind
}

const objectId = Schema.decodeUnknownOption(MailObjectId)
const kindOf = Schema.decodeUnknownOption(MailKind)
const statusOf = Schema.decodeUnknownOption(MailStatus)

/** A filter that is none of ours is left out. */
const chosenBy = ({ request }: BrowserRequest): Chosen => {
  const object = Option.getOrUndefined(objectId(queryOf(request, "object")))
  const status = Option.getOrUndefined(statusOf(queryOf(request, "status")))
  const kind = Option.getOrUndefined(kindOf(queryOf(request, "kind")))
  return {
    ...(object === undefined ? {} : { object }),
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind })
  }
}

const addressOf = (chosen: Chosen & { readonly after?: string }): string => {
  const query = new URLSearchParams({ ...chosen }).toString()
  return query === "" ? path : `${path}?${query}`
}

/** Members see no mails to users. */
const kindsFor = ({ user }: SignedIn): ReadonlyArray<MailKind> =>
  may(user.role, "userMails")
    ? MailKind.literals
    : MailKind.literals.filter((kind) => kind !== "user_link")

const filterForm = (
  signedIn: SignedIn,
  { object, status, kind }: Chosen,
  words: SettingsWords["mails"]
) =>
  getForm(
    { method: "get", action: path, class: "range" },
    object === undefined ? null : input({ type: "hidden", name: "object", value: object }),
    select(
      "status",
      words.state,
      [
        { value: "", label: words.anyState },
        ...MailStatus.literals.map((value) => ({ value, label: words.states[value] }))
      ],
      status ?? ""
    ),
    select(
      "kind",
      words.kind,
      [
        { value: "", label: words.anyKind },
        ...kindsFor(signedIn).map((value) => ({ value, label: words.kinds[value] }))
      ],
      kind ?? ""
    ),
    button(words.show, "second")
  )

const listPage = (look: MailsLook, chosen: Chosen, found: Page<MailListed, MailId>) => {
  const { signedIn, page } = look
  const { mails: words, sections: titles } = wordsIn(page.language).settings
  const [first] = found.items
  const isFiltered = Object.keys(chosen).length > 0
  return settingsPage("mails", signedIn, page, [
    h1(
      chosen.object === undefined || first === undefined
        ? titles.mails
        : words.about(first.objectName)
    ),
    filterForm(signedIn, chosen, words),
    isFiltered ? p(link(path, words.all)) : null,
    mailsTable(look, found.items, isFiltered ? words.noneSuch : words.none),
    found.next === null ? null : p(link(addressOf({ ...chosen, after: found.next }), words.older))
  ])
}

type Failure = Effect.Error<ReturnType<MailRecords["Service"]["resend"]>>

/** Why a mail was not sent again, inside the frame. */
const resendRefusal =
  ({ language }: BrowserRequest) =>
  (error: Failure): PageRefused | RoleTooLow => {
    if (error instanceof RoleTooLow) return error
    if (error._tag === "MailNotFound") return pageNotFound
    const { mails, tooManyMails } = wordsIn(language).settings
    const message =
      error._tag === "MailNotRepeatable"
        ? mails.refusals[error.reason]
        : error._tag === "MailBoundReached"
          ? tooManyMails
          : mails.refusedNow
    return new PageRefused({ status: 422, title: mails.refused, message, language })
  }

export const layerMailsPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, settingsPost } = yield* makePages
    const mails = yield* MailRecords
    const once = yield* makeOnce

    const show = Effect.fnUntraced(function* (signedIn: SignedIn, page: BrowserRequest) {
      const chosen = chosenBy(page)
      const after = Option.getOrNull(MailId.parse(queryOf(page.request, "after") ?? ""))
      const found = yield* mails.listFor(signedIn.user, chosen, { limit: 50, after })
      const times = yield* readerTimes(signedIn, page)
      return listPage({ signedIn, page, times }, chosen, found)
    })

    yield* settingsGet(path, show)

    yield* settingsPost(`${path}/:id/again`, (signedIn, page) =>
      once(
        signedIn,
        page,
        Effect.as(mails.resend(signedIn.workspace, idOf(page)), `${path}?done=queued`).pipe(
          Effect.mapError(resendRefusal(page))
        )
      )
    )
  })
)
