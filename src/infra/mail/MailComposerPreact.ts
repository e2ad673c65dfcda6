/**
 * The mails, as text and as HTML. Preact escapes whatever a name or a message holds; styles are
 * inline and tables carry the layout, as mail programs want it.
 */
import { Layer } from "effect"
import { type ComponentChild, h } from "preact"
import { render } from "preact-render-to-string"
import {
  type InvitationMail,
  type InvoiceMail,
  logoContentId,
  MailComposer,
  type MailContent,
  type UserLinkMail
} from "../../app/ports/MailComposer.ts"
import { dayIn } from "../../domain/CalendarDate.ts"
import { restOf } from "../../domain/Invoice.ts"
import { formatsOf } from "../../domain/Locale.ts"
import { defaultColour, type Workspace } from "../../domain/Workspace.ts"

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraph = `${font};font-size:16px;line-height:1.5;color:#1f2933;margin:0 0 16px`

/** A personal message keeps its line breaks. */
const messageLines = (message: string): ComponentChild[] =>
  message.split("\n").flatMap((text, index) => (index === 0 ? [text] : [h("br", null), text]))

const button = (url: string, label: string, colour: string) =>
  h(
    "p",
    { style: "margin:24px 0" },
    h(
      "a",
      {
        href: url,
        style: `${font};display:inline-block;padding:12px 24px;border-radius:6px;background:${colour};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none`
      },
      label
    )
  )

const layout = (
  { workspace, hasLogo }: { readonly workspace: Workspace; readonly hasLogo: boolean },
  title: string,
  children: ComponentChild[]
): string => {
  const logo = hasLogo
    ? h("img", {
        src: `cid:${logoContentId}`,
        alt: workspace.displayName,
        style: "max-width:180px;max-height:56px;margin:0 0 24px;display:block"
      })
    : null
  const cell = { style: "padding:24px;max-width:560px" }
  const table = h(
    "table",
    { role: "presentation", width: "100%", cellpadding: "0", cellspacing: "0" },
    h(
      "tr",
      null,
      h(
        "td",
        cell,
        logo,
        ...children,
        h("p", { style: `${paragraph};color:#52606d` }, workspace.displayName)
      )
    )
  )
  const head = h(
    "head",
    null,
    h("meta", { charset: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width" }),
    h("title", null, title)
  )
  const page = h("html", { lang: "en" }, head, h("body", { style: "margin:0" }, table))
  return `<!doctype html>${render(page)}`
}

const colourOf = (workspace: Workspace): string => workspace.branding.colour ?? defaultColour

interface InvoiceWords {
  readonly subject: string
  readonly sentence: string
  readonly facts: ReadonlyArray<readonly [name: string, value: string]>
}

/** A mail about one invoice: what it says, its facts, and the way to pay it. */
const aboutInvoice = (mail: InvoiceMail, { subject, sentence, facts }: InvoiceWords) => {
  const { workspace, invoice, paymentUrl, message } = mail
  const text = [
    `Hello ${invoice.client.name},`,
    ...(message === null ? [] : [message]),
    sentence,
    facts.map(([name, value]) => `${`${name}:`.padEnd(8)} ${value}`).join("\n"),
    `View and pay it here:\n${paymentUrl}`,
    workspace.displayName
  ].join("\n\n")
  const rows = facts.map(([name, value]) =>
    h(
      "tr",
      null,
      h("td", { style: `${paragraph};padding-right:24px;color:#52606d` }, name),
      h("td", { style: `${paragraph};font-weight:600` }, value)
    )
  )
  const html = layout(mail, subject, [
    h("p", { style: paragraph }, `Hello ${invoice.client.name},`),
    message === null ? null : h("p", { style: paragraph }, ...messageLines(message)),
    h("p", { style: paragraph }, sentence),
    h("table", { role: "presentation", cellpadding: "0", cellspacing: "0" }, ...rows),
    button(paymentUrl, "View and pay", colourOf(workspace))
  ])
  return { subject, text: `${text}\n`, html }
}

const invoiceMail = (mail: InvoiceMail): MailContent => {
  const { workspace, invoice } = mail
  const formats = formatsOf(workspace.locale)
  const amount = formats.money(invoice.totalMinor, invoice.currency)
  return aboutInvoice(mail, {
    subject: `Invoice ${invoice.number} from ${workspace.displayName}: ${amount}`,
    sentence: `Here is invoice ${invoice.number} from ${workspace.displayName}. It is attached as a PDF.`,
    facts: [
      ["Amount", amount],
      ["Issued", formats.date(invoice.issueDate)],
      ["Due", formats.date(invoice.dueDate)]
    ]
  })
}

const reminderMail = (mail: InvoiceMail): MailContent => {
  const { workspace, invoice } = mail
  const formats = formatsOf(workspace.locale)
  const rest = formats.money(restOf(invoice), invoice.currency)
  const dueDate = formats.date(invoice.dueDate)
  const state =
    invoice.status === "overdue"
      ? `was due on ${dueDate} and is not paid yet`
      : `is due on ${dueDate}`
  return aboutInvoice(mail, {
    subject: `Reminder: invoice ${invoice.number} from ${workspace.displayName}, ${rest}`,
    sentence: `Invoice ${invoice.number} from ${workspace.displayName} ${state}. It is attached as a PDF. If you have paid it in the meantime, thank you.`,
    facts: [
      ["Open", rest],
      ["Due", dueDate]
    ]
  })
}

const invitationMail = (mail: InvitationMail): MailContent => {
  const { workspace, clientName, invitationUrl, expiresAt, message } = mail
  const subject = `${workspace.displayName} invites you to the client portal`
  const until = formatsOf(workspace.locale).date(dayIn(workspace.zone, expiresAt))
  const invitation = `${workspace.displayName} invites you to a portal with your projects and invoices.`
  const validity = `The invitation is valid until ${until} and for you alone.`
  const text = [
    `Hello ${clientName},`,
    ...(message === null ? [] : [message]),
    invitation,
    `Open the portal:\n${invitationUrl}`,
    validity,
    workspace.displayName
  ].join("\n\n")
  const html = layout(mail, subject, [
    h("p", { style: paragraph }, `Hello ${clientName},`),
    message === null ? null : h("p", { style: paragraph }, ...messageLines(message)),
    h("p", { style: paragraph }, invitation),
    button(invitationUrl, "Open the portal", colourOf(workspace)),
    h("p", { style: paragraph }, validity)
  ])
  return { subject, text: `${text}\n`, html }
}

const userLinkMail = (mail: UserLinkMail): MailContent => {
  const { workspace, userName, purpose, url } = mail
  const isInvite = purpose === "invite"
  const subject = isInvite
    ? `Join ${workspace.name} on Retainer`
    : `Choose a new password for ${workspace.name}`
  const reason = isInvite
    ? `You were invited to the workspace ${workspace.name}. Choose a password to join it.`
    : `Someone, hopefully you, asked for a new password for the workspace ${workspace.name}. Without it nothing changes.`
  const validity = `The link works once, within ${isInvite ? "7 days" : "an hour"}.`
  const label = "Choose a password"
  const text = [
    `Hello ${userName},`,
    reason,
    `${label}:\n${url}`,
    validity,
    workspace.displayName
  ].join("\n\n")
  const html = layout(mail, subject, [
    h("p", { style: paragraph }, `Hello ${userName},`),
    h("p", { style: paragraph }, reason),
    button(url, label, colourOf(workspace)),
    h("p", { style: paragraph }, validity)
  ])
  return { subject, text: `${text}\n`, html }
}

export const MailComposerPreact = Layer.succeed(MailComposer, {
  invoice: invoiceMail,
  reminder: reminderMail,
  invitation: invitationMail,
  userLink: userLinkMail
})
