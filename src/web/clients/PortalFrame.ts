/** What every page of the portal has: the brand, the client who is signed in, and Leave. */
import type { Visitor } from "../../app/portal/OpenInvitation.ts"
import { languageTag } from "../../domain/text/Language.ts"
import { type Child, span } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { brandOf, pageResponse } from "../Layout.ts"
import { button, form, link } from "../Parts.ts"
import { type portalPaths, textOfVisitor } from "./PortalParts.ts"

/** Input of the portal's views. */
export interface Look extends ReturnType<typeof portalPaths> {
  readonly visitor: Visitor
}

interface PortalPage {
  readonly title?: string
  readonly status?: number
  readonly children: ReadonlyArray<Child>
  readonly headers?: Readonly<Record<string, string>>
  /** The language of the content, if it is not the client's. */
  readonly contentLanguage?: string
}

/** A page to the client who is signed in, in the client's language. */
export const portalPage = (
  { visitor, path }: Look,
  { cookies, cell }: BrowserRequest,
  { title, children, ...options }: PortalPage
) => {
  const { client, workspace } = visitor
  const text = textOfVisitor(visitor)
  const { portal: words, statement } = wordsIn(text.language)
  return pageResponse(`${title ?? words.title} · ${workspace.displayName}`, children, {
    ...options,
    brand: brandOf(workspace, cell),
    lang: languageTag(text),
    sheet: "client",
    who: [
      span(client.company ?? client.email),
      link(`${path}/statement`, statement.title),
      form(`${path}/leave`, cookies.csrf, [button(words.leave, "link")])
    ]
  })
}
