/**
 * The frame of every signed-in page: the workspace, the search, the places, the person. It has no
 * form but the search and Sign out. Without a session it shows the places alone, for pages that
 * need no database.
 */
import type { SignedIn } from "../app/people/SignIn.ts"
import type { Language } from "../domain/text/Language.ts"
import { textLocaleOf } from "../domain/workspaces/Workspace.ts"
import {
  a,
  aside,
  type Child,
  details,
  div,
  header,
  img,
  li,
  nav,
  p,
  span,
  summary,
  ul
} from "../html/Elements.ts"
import { type Icon, icon } from "../html/Icons.ts"
import { wordsIn } from "../words/Words.ts"
import type { FrameWords } from "../words/work/FrameWords.ts"
import type { SearchWords } from "../words/work/SearchWords.ts"
import type { BrowserRequest } from "./BrowserRequests.ts"
import { brandOf, type OwnSheet, type PageResponse, pageResponse } from "./Layout.ts"
import { button, form, link } from "./Parts.ts"
import { keysDialog, searchBox } from "./search/SearchBox.ts"

/** The place in the navigation to which a page belongs; null for none. */
export type FramePlace =
  | "home"
  | "invoices"
  | "clients"
  | "projects"
  | "reports"
  | "settings"
  | "account"
  | null

interface FrameContent {
  readonly words: FrameWords
  readonly search: SearchWords
  /** The name of the list of other workspaces. */
  readonly switchTo: string
  readonly place: FramePlace
  readonly overdue: number
  /** Null where the reader's session was not read. */
  readonly signedIn: SignedIn | null
  readonly csrf: string
}

const placeLink =
  ({ words, place, overdue }: FrameContent) =>
  (name: Icon): Child =>
    li(
      a(
        { href: `/${name}`, "aria-current": name === place ? "page" : undefined },
        icon(name),
        span(words[name]),
        name === "invoices" && overdue > 0 ? span({ class: "n" }, words.overdue(overdue)) : null
      )
    )

const workspaceLink = ({ words, signedIn }: FrameContent): Child => {
  const brand = signedIn === null ? null : brandOf(signedIn.workspace)
  const name = signedIn?.workspace.name ?? "Retainer"
  return a(
    { class: "ws", href: "/home", title: words.home },
    brand?.logoUrl == null
      ? span({ class: "mark", "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? "")
      : img({ src: brand.logoUrl, alt: "" }),
    span(name)
  )
}

/** Links to the sign-in of the person's other workspaces: each has its own password. */
const otherWorkspaces = ({ signedIn }: FrameContent, title: string): Child =>
  signedIn === null || signedIn.others.length === 0
    ? null
    : nav(
        { "aria-label": title },
        ul(
          signedIn.others.map(({ id, name }) =>
            li(a({ href: `/sign-in?other=1&workspace=${id}` }, span(name)))
          )
        )
      )

const switcher = (content: FrameContent, title: string): Child => {
  const links = otherWorkspaces(content, title)
  return links === null ? null : details(summary({ class: "small quiet" }, title), links)
}

const personLinks = ({ words, place, signedIn, csrf }: FrameContent): Child =>
  signedIn === null
    ? null
    : div(
        { class: "foot" },
        p({ class: "strong" }, signedIn.user.name),
        div(
          { class: "do" },
          a(
            { href: "/account", "aria-current": place === "account" ? "page" : undefined },
            words.account
          ),
          form("/sign-out", csrf, [button(words.signOut, "link")])
        )
      )

/** The rail and, on a narrow screen, the bar with a menu. */
const frameOf = (content: FrameContent): ReadonlyArray<Child> => {
  const { words, search, signedIn, switchTo } = content
  const box = (id: string) => (signedIn === null ? null : searchBox(search, id))
  const places = ul(
    (["home", "invoices", "clients", "projects", "reports"] as const).map(placeLink(content))
  )
  const others = ul(placeLink(content)("settings"))
  return [
    header(
      { class: "bar" },
      workspaceLink(content),
      link("/invoices/new", words.newInvoice, "button tiny"),
      details(
        { class: "menu" },
        summary({ class: "button second tiny" }, words.menu),
        div(
          box("find-bar"),
          nav({ "aria-label": words.menu }, places, others),
          otherWorkspaces(content, switchTo),
          personLinks(content)
        )
      )
    ),
    aside(
      { class: "rail" },
      div(
        workspaceLink(content),
        switcher(content, switchTo),
        box("find"),
        nav({ "aria-label": words.main }, places, others),
        personLinks(content)
      )
    ),
    signedIn === null ? null : keysDialog(search)
  ]
}

/** The frame of a page whose session was not read, as while the database does not answer. */
export const frameOfLanguage = (language: Language): ReadonlyArray<Child> =>
  frameOf({
    words: wordsIn(language).frame,
    search: wordsIn(language).search,
    switchTo: wordsIn(language).account.switcher.title,
    ...{ place: null, overdue: 0, signedIn: null, csrf: "" }
  })

interface FramedPage {
  readonly title: string
  readonly place: FramePlace
  readonly children: ReadonlyArray<Child>
  readonly status?: number
  /** True if the page has no secret, so that it may be compressed. */
  readonly isOpen?: boolean
  /** The language of the content, if it is not the reader's. */
  readonly contentLanguage?: Language
  readonly sheet?: OwnSheet
  /** Between the frame and the content. */
  readonly side?: Child
  /** The script of the page, which may send requests to this server. */
  readonly script?: string
}

/** A page of the workspace to one who is signed in. */
export const framedPage = (
  signedIn: SignedIn,
  { cookies, language, waiting }: BrowserRequest,
  { title, children, place, contentLanguage, ...options }: FramedPage
): PageResponse => {
  const { frame: words, search, account } = wordsIn(language)
  const { overdue } = waiting
  const switchTo = account.switcher.title
  return pageResponse(`${title} · ${signedIn.workspace.name}`, children, {
    ...options,
    keys: signedIn.user.keys,
    brand: brandOf(signedIn.workspace),
    lang: textLocaleOf(signedIn.workspace, language).language,
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
    frame: frameOf({ words, search, switchTo, place, overdue, signedIn, csrf: cookies.csrf }),
    skip: words.skip
  })
}
