/**
 * The mails of the last 90 days with their results: all, those that failed, or those about one
 * invoice, client or user. Members see no mails to users. Owners and admins can send a mail again.
 */
import { Effect, Option, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { MailRecords } from "../../../app/delivery/MailRecords.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { MailId } from "../../../domain/Ids.ts"
import { type MailListed, MailObjectId } from "../../../domain/mail/MailResource.ts"
import type { Page } from "../../../domain/Page.ts"
import { h1, p } from "../../../html/Elements.ts"
import { type BrowserRequest, idOf } from "../../BrowserRequests.ts"
import { PageRefused } from "../../forms/FormReader.ts"
import { seeOther } from "../../Layout.ts"
import { timeFormatsOf } from "../../PageFormats.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { link } from "../../Parts.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { type MailsLook, mailsTable } from "./MailsViews.ts"

const { path } = sections.mails

interface Chosen {
  readonly object?: string
  readonly status?: "failed"
}

const objectId = Schema.decodeUnknownOption(MailObjectId)

/** An invalid query shows all mails. */
const chosenBy = ({ request }: BrowserRequest): Chosen => {
  const object = Option.getOrUndefined(objectId(queryOf(request, "object")))
  return {
    ...(object === undefined ? {} : { object }),
    ...(queryOf(request, "status") === "failed" ? { status: "failed" } : {})
  }
}

const addressOf = (chosen: Chosen & { readonly after?: string }): string => {
  const query = new URLSearchParams({ ...chosen }).toString()
  return query === "" ? path : `${path}?${query}`
}

const listPage = (look: MailsLook, chosen: Chosen, found: Page<MailListed, MailId>) => {
  const { object, status } = chosen
  const [first] = found.items
  const others =
    status === undefined
      ? link(addressOf({ ...chosen, status: "failed" }), "Only those that failed")
      : link(addressOf(object === undefined ? {} : { object }), "Also those that did not fail")
  return settingsPage("mails", look.signedIn, look.page, [
    h1(object === undefined || first === undefined ? "Mails" : `Mails about ${first.objectName}`),
    p(others, object === undefined ? null : [" · ", link(path, "All mails")]),
    mailsTable(look, found.items),
    found.next === null ? null : p(link(addressOf({ ...chosen, after: found.next }), "Older mails"))
  ])
}

const resendRefusal = (error: { readonly _tag: string; readonly message: string }): PageRefused =>
  error._tag === "MailNotFound"
    ? pageNotFound
    : new PageRefused({ status: 422, title: "Not sent again", message: `${error.message}.` })

export const layerMailsPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, settingsPost } = yield* makePages
    const mails = yield* MailRecords

    const show = Effect.fnUntraced(function* (signedIn: SignedIn, page: BrowserRequest) {
      const chosen = chosenBy(page)
      const after = Option.getOrNull(MailId.parse(queryOf(page.request, "after") ?? ""))
      const found = yield* mails.listFor(signedIn.user, chosen, { limit: 50, after })
      const times = yield* timeFormatsOf(signedIn.workspace)
      return listPage({ signedIn, page, times }, chosen, found)
    })

    yield* settingsGet(path, show)

    yield* settingsPost(`${path}/:id/again`, ({ workspace }, page) =>
      mails
        .resend(workspace, idOf(page))
        .pipe(
          Effect.as(seeOther(`${path}?done=queued`)),
          Effect.catchTag("PreconditionFailed", Effect.die),
          Effect.mapError(resendRefusal)
        )
    )
  })
)
