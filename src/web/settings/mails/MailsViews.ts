/** Views of mails with their results, and the button that sends one again. */
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { type MailKind, type MailListed, mailView } from "../../../domain/mail/MailResource.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { type Child, div, p } from "../../../html/Elements.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import type { TimeFormats } from "../../PageFormats.ts"
import { actions, badge, button, cell, form, link, table } from "../../Parts.ts"
import { sections } from "../SettingsLayout.ts"

const { path } = sections.mails

const mailKindTexts: Readonly<Record<MailKind, string>> = {
  invoice: "Invoice",
  credit_note: "Credit note",
  reminder: "Reminder",
  receipt: "Receipt",
  payment_notice: "Payment notice",
  invitation: "Portal invitation",
  link_request: "Portal link",
  user_link: "Password link",
  notice: "Notice"
}

const badges: Readonly<Record<MailListed["status"], Child>> = {
  queued: badge("Queued"),
  sent: badge("Sent", "good"),
  failed: badge("Failed", "bad")
}

export interface MailsLook {
  readonly signedIn: SignedIn
  readonly page: BrowserRequest
  readonly times: TimeFormats
}

const triesOf = ({ attempts }: MailListed): string =>
  attempts === 1 ? "after 1 try" : `after ${attempts} tries`

/** A link that a client requested has no button: only the client can request another. */
const resendForm = ({ signedIn, page }: MailsLook, mail: MailListed): Child =>
  mayManage(signedIn.user) && mail.status !== "queued" && mail.kind !== "link_request"
    ? form(`${path}/${mail.id}/again`, page.cookies.csrf, [button("Send again", "second")])
    : null

const rowOf = (look: MailsLook, mail: MailListed): ReadonlyArray<Child> => {
  const { minute } = look.times
  const when = mail.sentAt ?? mail.createdAt
  return [
    cell(
      mailKindTexts[mail.kind],
      div(
        { class: "quiet small" },
        link(`${path}?object=${mailView(mail).object.id}`, mail.objectName)
      )
    ),
    cell(mail.recipient),
    cell(
      badges[mail.status],
      div({ class: "quiet small" }, minute(when)),
      mail.lastError === null
        ? null
        : div({ class: "small" }, `${mail.lastError} (${triesOf(mail)})`)
    ),
    actions(resendForm(look, mail))
  ]
}

export const mailsTable = (look: MailsLook, mails: ReadonlyArray<MailListed>): Child =>
  mails.length === 0
    ? p("There is no mail of the last 90 days.")
    : table(
        "Mails",
        ["Mail", "To", "Result", "Actions"],
        mails.map((mail) => rowOf(look, mail))
      )
