/** The frame of the settings: groups of sections, which on a phone unfold, and confirmations. */
import type { SignedIn } from "../../app/people/SignIn.ts"
import { may, mayManage } from "../../domain/people/Permissions.ts"
import type { User } from "../../domain/people/User.ts"
import type { Language } from "../../domain/text/Language.ts"
import { textLocaleOf } from "../../domain/workspaces/Workspace.ts"
import { a, type Child, details, div, h1, li, nav, p, summary, ul } from "../../html/Elements.ts"
import {
  type SettingsSection,
  type SettingsWords,
  settingsDones
} from "../../words/settings/SettingsWords.ts"
import { wordsIn } from "../../words/Words.ts"
import { accountPath } from "../account/AccountViews.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { framedPage } from "../Frame.ts"
import { fillInDraft } from "../forms/FormDraftCookie.ts"
import { timeFormatsOf } from "../PageFormats.ts"
import { queryOf } from "../PageUrls.ts"
import { button, form, link, note } from "../Parts.ts"

interface SectionPages {
  readonly path: string
  /** None of its pages shows a link or a new secret. */
  readonly isOpen: boolean
}

export const sections = {
  connected: { path: "/settings/connected-apps", isOpen: true },
  workspace: { path: "/settings/workspace", isOpen: true },
  branding: { path: "/settings/branding", isOpen: true },
  invoicing: { path: "/settings/invoicing", isOpen: true },
  users: { path: "/settings/users", isOpen: true },
  mails: { path: "/settings/mails", isOpen: true },
  leave: { path: "/settings/leave", isOpen: true },
  audit: { path: "/settings/audit", isOpen: true },
  keys: { path: "/settings/api-keys", isOpen: false },
  apps: { path: "/settings/apps", isOpen: false },
  webhooks: { path: "/settings/webhooks", isOpen: false }
} as const satisfies Record<string, SectionPages>
export type Section = keyof typeof sections

const docsPath = "/docs"

/** The groups in their order; the account and the reference of the API have frames of their own. */
const groups = [
  ["you", ["connected"]],
  ["workspace", ["workspace", "branding", "invoicing", "users", "mails", "leave", "audit"]],
  ["developers", ["keys", "apps", "webhooks", "docs"]]
] as const satisfies ReadonlyArray<
  readonly [keyof SettingsWords["groups"], ReadonlyArray<SettingsSection>]
>

/** Members may end access that they granted themselves. */
const forAll: ReadonlySet<Section> = new Set(["connected"])

/** Each role sees the sections that it may open. */
const isShown = (name: SettingsSection, user: User): boolean =>
  name === "audit" ? mayManage(user) : name === "leave" ? may(user.role, "delete") : true

const pathOf = (name: SettingsSection): string => (name === "docs" ? docsPath : sections[name].path)

const titleOf = (section: Section | null, language: Language): string => {
  const { settings, frame } = wordsIn(language)
  return section === null ? frame.settings : settings.sections[section]
}

const groupLists = (current: Section | null, user: User, language: Language): Child => {
  const { settings, frame } = wordsIn(language)
  return groups.map(([group, names]) => [
    p({ class: "lab" }, settings.groups[group]),
    ul(
      { "aria-label": settings.groups[group] },
      group === "you" ? li(a({ href: accountPath }, frame.account)) : null,
      names
        .filter((name) => isShown(name, user))
        .map((name) =>
          li(
            a(
              { href: pathOf(name), "aria-current": name === current ? "page" : undefined },
              settings.sections[name]
            )
          )
        )
    )
  ])
}

/** The groups beside the content; above it, where there is less room, they unfold. */
const side = (current: Section | null, user: User, language: Language) => {
  const lists = groupLists(current, user, language)
  const { settings } = wordsIn(language).frame
  return nav(
    { class: "side", "aria-label": settings },
    div({ class: "groups" }, lists),
    details(summary({ class: "button second tiny" }, settings), lists)
  )
}

/** Null: a page outside the sections. */
export const settingsPage = (
  section: Section | null,
  signedIn: SignedIn,
  page: BrowserRequest,
  children: ReadonlyArray<Child>,
  status = 200,
  contentLanguage?: Language
) => {
  const { user } = signedIn
  const { settings } = wordsIn(page.language)
  const done = settingsDones.find((name) => name === queryOf(page.request, "done"))
  return framedPage(signedIn, page, {
    title: titleOf(section, page.language),
    place: "settings",
    children: [
      done === undefined ? null : note("good", p(settings.dones[done])),
      mayManage(user) || section === null || forAll.has(section)
        ? null
        : note("plain", p(settings.readOnly)),
      ...fillInDraft(children, page.cookies.draft, page.language)
    ],
    status,
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
    sheet: "settings",
    isOpen: section !== null && sections[section].isOpen,
    side: side(section, user, page.language)
  })
}

/** Times in the workspace's zone, as readers of the page's language write them. */
export const readerTimes = ({ workspace }: SignedIn, { language }: BrowserRequest) =>
  timeFormatsOf(workspace, textLocaleOf(workspace, language).locale)

/** A page that asks for confirmation before a change. */
export const questionPage = (
  section: Section,
  signedIn: SignedIn,
  page: BrowserRequest,
  title: string,
  text: string,
  action: { readonly url: string; readonly label: string; readonly back: string }
) =>
  settingsPage(section, signedIn, page, [
    h1(title),
    p(text),
    div(
      { class: "row" },
      form(action.url, page.cookies.csrf, [button(action.label, "danger")]),
      link(action.back, wordsIn(page.language).settings.cancel, "button second")
    )
  ])
