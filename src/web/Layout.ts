/**
 * The frame of every page: no inline script or style, no outside resource, one small stylesheet.
 */
import { HttpServerResponse } from "effect/http"
import { render } from "preact-render-to-string"
import { allowCompression } from "../api/endpoint/Bodies.ts"
import { labelledLink } from "../domain/access/CellLabel.ts"
import type { Workspace } from "../domain/workspaces/Workspace.ts"
import {
  a,
  body,
  type Child,
  div,
  head,
  header,
  html,
  img,
  link,
  main,
  meta,
  p,
  script,
  span,
  title
} from "../html/Elements.ts"
import { wordsIn } from "../words/Words.ts"

/** The name, colour and logo of a workspace on its pages. */
interface Brand {
  readonly name: string
  /** `#rrggbb` */
  readonly colour: string | null
  readonly logoUrl: string | null
}

/** The label of the cell is needed on pages without a session of the agency, which has it too. */
export const brandOf = (
  { id, displayName, colour, logoHash }: Workspace,
  cell: string | null = null
): Brand => ({
  name: displayName,
  colour,
  logoUrl: logoHash === null ? null : `/assets/logos/${labelledLink(cell, id)}`
})

export type PageResponse = HttpServerResponse.HttpServerResponse

/** A stylesheet of some pages, beside that of all. */
export type OwnSheet =
  | "outside"
  | "docs"
  | "home"
  | "settings"
  | "account"
  | "invoice"
  | "editor"
  | "project"
  | "reports"
  | "client"

interface PageOptions {
  readonly status?: number
  /** Without a brand the page has the name and colours of the product. */
  readonly brand?: Brand
  /** In the header, beside the name. */
  readonly who?: Child
  /** The frame of signed-in pages, instead of the header. */
  readonly frame?: ReadonlyArray<Child>
  /** Beside the content. */
  readonly side?: Child
  readonly narrow?: boolean
  /** True if the page has no secret, so that it may be compressed; form tokens are masked. */
  readonly isOpen?: boolean
  /** Path of a script that only this page has; it may send requests to this server. */
  readonly script?: string
  /** Further origins that a form of the page may redirect to. */
  readonly formAction?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly sheet?: OwnSheet
  /** BCP 47 tag of the page's text; English by default. */
  readonly lang?: string
  /** The language of the content where it differs from that of the frame. */
  readonly contentLanguage?: string
  /** Whether single keys are shortcuts; they are on if it is absent. */
  readonly keys?: boolean
  /** The words of the link past the navigation. */
  readonly skip?: string
}

/** Content security policy. Every response has the headers against framing and sniffing. */
const headersOf = ({ formAction, headers, script }: PageOptions) => ({
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " +
    `${script === undefined ? "" : "connect-src 'self'; "}` +
    `form-action 'self'${formAction === undefined ? "" : ` ${formAction}`}; ` +
    "base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  ...headers
})

const documentHead = (name: string, { brand, frame, script: own, sheet }: PageOptions) =>
  head(
    meta({ charset: "utf-8" }),
    meta({ name: "viewport", content: "width=device-width, initial-scale=1" }),
    meta({ name: "robots", content: "noindex" }),
    title(name),
    link({ rel: "icon", href: "/favicon.ico", sizes: "32x32" }),
    link({ rel: "icon", href: "/assets/icon.svg", type: "image/svg+xml" }),
    link({ rel: "stylesheet", href: "/assets/retainer.css" }),
    [frame === undefined ? "outside" : undefined, sheet].map((one) =>
      one === undefined ? null : link({ rel: "stylesheet", href: `/assets/${one}.css` })
    ),
    brand?.colour == null
      ? null
      : link({ rel: "stylesheet", href: `/assets/brand/${brand.colour.slice(1)}.css` }),
    script({ src: own ?? "/assets/retainer.js", defer: true })
  )

/** A page without a brand shows the product's name. */
const topBar = ({ brand, who }: PageOptions) =>
  header(
    { class: "top" },
    p(
      { class: "name" },
      brand === undefined
        ? img({ class: "icon", src: "/assets/icon.svg", alt: "", width: 28, height: 28 })
        : null,
      brand?.logoUrl == null ? null : img({ src: brand.logoUrl, alt: "" }),
      span(brand?.name ?? "Retainer")
    ),
    who === undefined ? null : div({ class: "who" }, who)
  )

/** Navigation may stand beside the content. */
const bodyOf = (content: Child, options: PageOptions) => {
  const { frame, side, skip = wordsIn("en").frame.skip } = options
  const skipLink = a({ class: "skip", href: "#content" }, skip)
  if (frame !== undefined) {
    const inside = side === undefined ? content : div({ class: "with-side" }, side, content)
    const keys = options.keys === false ? "off" : "on"
    return body(
      { class: "framed", "data-keys": keys },
      skipLink,
      div({ class: "app" }, frame, inside)
    )
  }
  return body(
    side === undefined ? null : skipLink,
    topBar(options),
    side === undefined ? content : div({ class: "frame with-side" }, side, content)
  )
}

export const pageResponse = (
  name: string,
  children: ReadonlyArray<Child>,
  options: PageOptions = {}
): PageResponse => {
  const { narrow = false, lang = "en", contentLanguage } = options
  const content = main(
    { id: "content", class: narrow ? "narrow" : undefined, lang: contentLanguage },
    children
  )
  const page = html({ lang }, documentHead(name, options), bodyOf(content, options))
  const response = HttpServerResponse.text(`<!doctype html>${render(page)}`, {
    status: options.status ?? 200,
    contentType: "text/html; charset=utf-8",
    headers: headersOf(options)
  })
  return options.isOpen === true ? allowCompression(response) : response
}

/** After a form: a redirect, so that a reload does not send it again. */
export const seeOther = (location: string): PageResponse =>
  HttpServerResponse.empty({
    status: 303,
    headers: { location, "cache-control": "no-store" }
  })
