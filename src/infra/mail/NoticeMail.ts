/** Notices: event, time, address, and the steps for a reader who did not cause it. */
import type { MailContent, NoticeContent, NoticeMail } from "../../app/ports/mail/MailComposer.ts"
import type { NoticeWords } from "../../words/mail/NoticeWords.ts"
import { wordsIn } from "../../words/Words.ts"
import { action, facts, timeOf, words } from "./MailTemplate.ts"
import { renderMail } from "./RenderMail.ts"

type Rows = ReadonlyArray<readonly [name: string, value: string] | null>

const subjectOf = (texts: NoticeWords, about: NoticeContent, workspace: string): string =>
  about.type === "api_key_created"
    ? texts[about.type].subject(workspace, about.name)
    : texts[about.type].subject(workspace)

/** The facts of the event itself. */
const rowsOf = (texts: NoticeWords, { about, seller }: NoticeMail): Rows => {
  switch (about.type) {
    case "webhook_endpoint_disabled":
      return [[texts.endpoint, about.endpointUrl]]
    case "api_key_created":
      return [
        [texts.name, about.name],
        [texts.key, `${about.visiblePart}…`],
        about.createdBy === null ? null : [texts.createdBy, about.createdBy]
      ]
    case "export_ready":
      return [[texts.linkEnds, timeOf(seller, about.endsAt)]]
    default:
      return []
  }
}

export const noticeContent = (mail: NoticeMail): MailContent => {
  const { about, workspaceName, seller } = mail
  const texts = wordsIn(seller.language).mail.notice
  const { happened, button, advice } = texts[about.type]
  const parts = [
    words(happened(workspaceName)),
    facts(
      ...rowsOf(texts, mail),
      [texts.when, timeOf(seller, mail.at)],
      mail.address === null ? null : [texts.ipAddress, mail.address]
    ),
    action(button, mail.url),
    words(advice)
  ]
  return renderMail(mail, {
    subject: subjectOf(texts, about, workspaceName),
    preview: happened(workspaceName),
    to: mail.userName,
    parts
  })
}
