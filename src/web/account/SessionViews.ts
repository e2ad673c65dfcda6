/** The user's sessions: device in words, address, since, last used; each can be ended. */
import type { OwnSession } from "../../app/people/OwnSessions.ts"
import { type Child, p } from "../../html/Elements.ts"
import type { AccountWords } from "../../words/account/AccountWords.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { onceField } from "../forms/OnceForms.ts"
import type { TimeFormats } from "../PageFormats.ts"
import { actions, badge, button, cell, form, table } from "../Parts.ts"

export const sessionsPath = "/account/sessions"

/** The value of the form that ends every session but this one. */
export const allOthers = "others"

const deviceText = (
  { browser, system }: Pick<OwnSession, "browser" | "system">,
  words: AccountWords
): string =>
  browser !== null && system !== null
    ? words.device(browser, system)
    : (browser ?? system ?? words.unknownDevice)

interface SessionsLook {
  readonly page: BrowserRequest
  readonly times: TimeFormats
  readonly sessions: ReadonlyArray<OwnSession>
}

export const sessionsTable = ({ page, times, sessions }: SessionsLook): Child => {
  const words = wordsIn(page.language).account
  const endForm = (session: string, label: string, kind: "second" | "danger", name?: string) =>
    form(sessionsPath, page.cookies.csrf, [
      onceField(page),
      button(label, kind, "session", session, name)
    ])
  const rows = sessions.map((one) => {
    const device = deviceText(one, words)
    return [
      cell(device, one.isThis ? [" ", badge(words.thisOne, "good")] : null),
      cell(one.address ?? words.unknown),
      cell(times.minute(one.createdAt)),
      cell(one.usedAt === null ? words.unknown : times.minute(one.usedAt)),
      actions(one.isThis ? null : endForm(one.id, words.end, "second", `${words.end}: ${device}`))
    ]
  })
  return [
    table(words.sessions, [...words.columns, ""], rows),
    sessions.length > 1
      ? endForm(allOthers, words.endOthers, "danger")
      : p({ class: "quiet" }, words.noOthers)
  ]
}
