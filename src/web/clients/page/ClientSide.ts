/** Beside the lists: contact, documents and the portal with its last invitation. */
import { DateTime } from "effect"
import { postalLines } from "../../../domain/address/Address.ts"
import { may } from "../../../domain/people/Permissions.ts"
import { br, type Child, dd, div, dl, dt, h2, p, section } from "../../../html/Elements.ts"
import { link } from "../../Parts.ts"
import { panelPath } from "./ClientHead.ts"
import type { ShownClient } from "./ClientReading.ts"

const fact = (label: string, value: Child): Child => [dt(label), dd(value)]

const lined = (texts: ReadonlyArray<string>): Child =>
  texts.flatMap((text, index) => (index === 0 ? [text] : [br(), text]))

const contactOf = ({ client, reader }: ShownClient): Child => {
  const { contact } = reader.words
  const { email, phone, address, notes } = client
  const lines =
    address === null ? [] : postalLines({ name: "", company: null, address }, reader.locale)
  return section(
    h2(contact.title),
    dl(
      { class: "facts" },
      fact(contact.email, link(`mailto:${email}`, email)),
      phone === null || phone === "" ? null : fact(contact.phone, link(`tel:${phone}`, phone)),
      lines.length === 0 ? null : fact(contact.address, lined(lines.filter((line) => line !== "")))
    ),
    notes === null ? null : p({ class: "small notes" }, notes)
  )
}

const documentsOf = ({ client, reader, signedIn }: ShownClient): Child => {
  const { legal } = reader.words
  const { language, vatId, buyerReference } = client
  return section(
    h2(legal.title),
    dl(
      { class: "facts" },
      fact(legal.language, reader.invoiceForm.languages[language ?? signedIn.workspace.language]),
      vatId === null ? null : fact(legal.vatId, vatId),
      buyerReference === null ? null : fact(legal.reference, buyerReference)
    )
  )
}

/** The last invitation: when, its mail's fate, and whether its link still works. */
const invitationOf = ({ invitation, mails, reader }: ShownClient): Child => {
  const { portal } = reader.words
  const { minute, now } = reader.times
  if (invitation === null) return fact(portal.invited, portal.neverInvited)
  const [mail] = mails
  const isExpired = DateTime.isLessThanOrEqualTo(invitation.expiresAt, now)
  const state =
    invitation.usedAt !== null
      ? portal.used
      : invitation.revokedAt !== null
        ? portal.replaced
        : isExpired
          ? portal.expired
          : null
  const isFailed = mail?.status === "failed"
  return [
    fact(portal.invited, [
      minute(invitation.createdAt),
      mail === undefined
        ? null
        : [
            br(),
            isFailed ? p({ class: "bad" }, reader.invoiceWords.activity.mails.failed) : null,
            isFailed ? p({ class: "small" }, mail.lastError) : null,
            isFailed ? null : reader.invoiceWords.activity.mails[mail.status]
          ]
    ]),
    fact(portal.validUntil, [minute(invitation.expiresAt), state === null ? null : [br(), state]])
  ]
}

const portalOf = (shown: ShownClient): Child => {
  const { client, reader, signedIn, invitation } = shown
  const { portal, actions, never } = reader.words
  const { role } = signedIn.user
  const { portalAccess, portalLastSeen } = client
  return section(
    h2(portal.title),
    dl(
      { class: "facts" },
      fact(portal.access, portalAccess ? portal.isOpen : portal.isClosed),
      fact(portal.lastVisit, portalLastSeen === null ? never : reader.times.minute(portalLastSeen)),
      invitationOf(shown)
    ),
    may(role, "invite")
      ? div(
          { class: "do small" },
          link(
            panelPath(shown, "invite"),
            invitation === null ? actions.invite : actions.again,
            "button second tiny"
          ),
          portalAccess
            ? link(panelPath(shown, "close"), actions.close, "button second tiny")
            : link(panelPath(shown, "open"), actions.open, "button second tiny")
        )
      : p({ class: "small quiet" }, portal.adminInvites)
  )
}

export const clientSide = (shown: ShownClient): Child =>
  div({ class: "aside" }, contactOf(shown), portalOf(shown), documentsOf(shown))
