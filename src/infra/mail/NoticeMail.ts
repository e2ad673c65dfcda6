/** The words of notices: event, time, address, and the steps for a reader who did not cause it. */
import type { MailContent, NoticeContent, NoticeMail } from "../../app/ports/mail/MailComposer.ts"
import type { MailPart } from "./MailTemplate.ts"
import { action, facts, timeOf, words } from "./MailTemplate.ts"
import { renderMail } from "./RenderMail.ts"

interface Words {
  readonly subject: string
  readonly happened: string
  readonly rows: ReadonlyArray<readonly [name: string, value: string] | null>
  readonly button: string
  readonly advice: string
}

type Subject = NoticeContent["type"]
type About<Type extends Subject> = Extract<NoticeContent, { type: Type }>

const inWords: {
  readonly [Type in Subject]: (about: About<Type>, workspace: string) => Words
} = {
  webhook_endpoint_disabled: ({ endpointUrl }, workspace) => ({
    subject: `A webhook endpoint of ${workspace} was disabled`,
    happened:
      "A webhook endpoint was disabled, because it accepted no events for too long or too many events were waiting for it.",
    rows: [["Endpoint", endpointUrl]],
    button: "View the endpoint",
    advice: "Repair the server behind it first. Then enable the endpoint again."
  }),
  password_changed: (_, workspace) => ({
    subject: `Your password for ${workspace} was changed`,
    happened: `The password of your account in the workspace ${workspace} was changed.`,
    rows: [],
    button: "It was not me: choose a new password",
    advice: "If you changed it yourself, there is nothing to do."
  }),
  api_key_created: ({ name, visiblePart, createdBy }, workspace) => ({
    subject: `A new API key for ${workspace}: ${name}`,
    happened: `An API key was created in the workspace ${workspace}.`,
    rows: [
      ["Name", name],
      ["Key", `${visiblePart}…`],
      createdBy === null ? null : ["Created by", createdBy]
    ],
    button: "View the API keys",
    advice: "If your agency did not create it, revoke it and choose a new password."
  }),
  new_device: (_, workspace) => ({
    subject: `A sign-in to ${workspace} from a new device`,
    happened: `A device signed in to your account in the workspace ${workspace} for the first time.`,
    rows: [],
    button: "It was not me: choose a new password",
    advice: "If it was you, there is nothing to do. A new password ends every session."
  })
}

const wordsOf = <Type extends Subject>(about: About<Type>, workspace: string): Words =>
  inWords[about.type](about, workspace)

export const noticeContent = (mail: NoticeMail): MailContent => {
  const { subject, happened, rows, button, advice } = wordsOf(mail.about, mail.workspaceName)
  const parts: ReadonlyArray<MailPart> = [
    words(happened),
    facts(
      ...rows,
      ["When", timeOf(mail.seller, mail.at)],
      mail.address === null ? null : ["IP address", mail.address]
    ),
    action(button, mail.url),
    words(advice)
  ]
  return renderMail(mail, { subject, preview: happened, to: mail.userName, parts })
}
