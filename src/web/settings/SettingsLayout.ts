/** The frame of the settings: the workspace's name, the sections, who is signed in. */
import type { SignedIn } from "../../app/people/SignIn.ts"
import { may, mayManage } from "../../domain/people/Permissions.ts"
import type { User } from "../../domain/people/User.ts"
import type { Language } from "../../domain/text/Language.ts"
import { a, type Child, div, h1, li, nav, p, ul } from "../../html/Elements.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { framedPage } from "../Frame.ts"
import { fillInDraft } from "../forms/FormDraftCookie.ts"
import { queryOf } from "../PageUrls.ts"
import { button, form, link, note } from "../Parts.ts"

interface SectionPages {
  readonly path: string
  readonly title: string
  /** None of its pages shows a link or a new secret. */
  readonly isOpen: boolean
}

export const sections = {
  keys: { path: "/settings/api-keys", title: "API keys", isOpen: false },
  apps: { path: "/settings/apps", title: "OAuth apps", isOpen: false },
  connected: { path: "/settings/connected-apps", title: "Connected apps", isOpen: true },
  webhooks: { path: "/settings/webhooks", title: "Webhooks", isOpen: false },
  links: { path: "/settings/payment-links", title: "Payment links", isOpen: false },
  mails: { path: "/settings/mails", title: "Mails", isOpen: true },
  workspace: { path: "/settings/workspace", title: "Workspace", isOpen: true },
  leave: { path: "/settings/leave", title: "Export and deletion", isOpen: true },
  users: { path: "/settings/users", title: "Users", isOpen: true },
  audit: { path: "/settings/audit", title: "Audit log", isOpen: true }
} as const satisfies Record<string, SectionPages>
export type Section = keyof typeof sections

/** Members may end access that they granted themselves. */
const forAll: ReadonlySet<Section> = new Set(["connected"])

/** Confirmations after a redirect: the query selects one of this list. */
const dones: Readonly<Record<string, string>> = {
  saved: "Saved.",
  password: "Your new password is saved. You are signed out everywhere else.",
  revoked: "The key is revoked.",
  removed: "Removed.",
  left: "The user is removed, and what was ticked is revoked.",
  lowered: "The role is changed, and what was ticked is revoked.",
  disconnected: "The app no longer has access.",
  queued: "It is queued and will be sent shortly.",
  tried: "It was sent in the meantime: see the result below.",
  replaced: "The link is replaced: the old one no longer works.",
  "signed-out": "The user is signed out everywhere.",
  invited: "The invitation will be sent shortly."
}

/** Each role sees the sections that it may open. */
const isShown = (name: string, user: User): boolean =>
  name === "audit" ? mayManage(user) : name === "leave" ? may(user.role, "delete") : true

const side = (current: Section | null, user: User) =>
  nav(
    { class: "side", "aria-label": "Settings", lang: "en" },
    ul(
      Object.entries(sections)
        .filter(([name]) => isShown(name, user))
        .map(([name, { path, title }]) =>
          li(a({ href: path, "aria-current": name === current ? "page" : undefined }, title))
        )
    )
  )

const readOnly = note("plain", p("Owners and admins may change this; you can read it."))

/** Null: a page outside the sections. */
export const settingsPage = (
  section: Section | null,
  signedIn: SignedIn,
  page: BrowserRequest,
  children: ReadonlyArray<Child>,
  status = 200,
  contentLanguage: Language = "en"
) => {
  const { user } = signedIn
  const done = dones[queryOf(page.request, "done") ?? ""]
  return framedPage(signedIn, page, {
    title: section === null ? "Settings" : sections[section].title,
    place: "settings",
    children: [
      done === undefined ? null : note("good", p(done)),
      mayManage(user) || section === null || forAll.has(section) ? null : readOnly,
      ...fillInDraft(children, page.cookies.draft)
    ],
    status,
    contentLanguage,
    sheet: "settings",
    isOpen: section !== null && sections[section].isOpen,
    side: side(section, user)
  })
}

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
      link(action.back, "Cancel", "button second")
    )
  ])
