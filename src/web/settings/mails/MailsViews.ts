/** Views of mails with their results, and the button that sends one again. */
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { type MailListed, mailView } from "../../../domain/mail/MailResource.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { type Child, div, p } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { onceField } from "../../forms/OnceForms.ts"
import type { TimeFormats } from "../../PageFormats.ts"
import { actions, badge, button, cell, form, link, table } from "../../Parts.ts"
import { sections } from "../SettingsLayout.ts"

const { path } = sections.mails

export interface MailsLook {
  readonly signedIn: SignedIn
  readonly page: BrowserRequest
  readonly times: TimeFormats
}

const wordsOf = ({ page }: MailsLook) => wordsIn(page.language).settings.mails

const kinds = { queued: undefined, sent: "good", failed: "bad" } as const

/** A link that a client requested has no button: only the client can request another. */
const resendForm = (look: MailsLook, mail: MailListed): Child => {
  const { signedIn, page } = look
  const { again } = wordsOf(look)
  return mayManage(signedIn.user) && mail.status !== "queued" && mail.kind !== "link_request"
    ? form(`${path}/${mail.id}/again`, page.cookies.csrf, [
        onceField(page),
        button(again, "second", undefined, undefined, `${again}: ${mail.objectName}`)
      ])
    : null
}

const rowOf = (look: MailsLook, mail: MailListed): ReadonlyArray<Child> => {
  const words = wordsOf(look)
  const when = mail.sentAt ?? mail.createdAt
  return [
    cell(
      words.kinds[mail.kind],
      div(
        { class: "quiet small" },
        link(`${path}?object=${mailView(mail).object.id}`, mail.objectName)
      )
    ),
    cell(mail.recipient),
    cell(
      badge(words.states[mail.status], kinds[mail.status]),
      div({ class: "quiet small" }, look.times.minute(when)),
      mail.lastError === null
        ? null
        : div({ class: "small" }, `${mail.lastError} (${words.tries(mail.attempts)})`)
    ),
    actions(resendForm(look, mail))
  ]
}

/** `none` is the sentence for an empty list. */
export const mailsTable = (
  look: MailsLook,
  mails: ReadonlyArray<MailListed>,
  none = wordsOf(look).none
): Child =>
  mails.length === 0
    ? p(none)
    : table(
        wordsIn(look.page.language).settings.sections.mails,
        [...wordsOf(look).columns, ""],
        mails.map((mail) => rowOf(look, mail))
      )
