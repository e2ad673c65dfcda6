/** The frame of every page: no inline script or style, no outside resource, one small stylesheet. */
import { HttpServerResponse } from "effect/http"
import { type ComponentChild, h } from "preact"
import { render } from "preact-render-to-string"

export type Response = HttpServerResponse.HttpServerResponse

/** Whose page it is, as people see it. */
export interface Brand {
  readonly name: string
  /** `#rrggbb` */
  readonly colour: string | null
  readonly logoUrl: string | null
}

export interface PageOptions {
  readonly status?: number
  readonly brand?: Brand
  /** In the header, beside the name. */
  readonly who?: ComponentChild
  /** Beside the content. */
  readonly side?: ComponentChild
  readonly narrow?: boolean
  /** Further places that a form of the page may lead to. */
  readonly formAction?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a page may load; that it is not framed or sniffed, and tells no other site, every answer says. */
const headersOf = ({ formAction, headers }: PageOptions) => ({
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " +
    `form-action 'self'${formAction === undefined ? "" : ` ${formAction}`}; ` +
    "base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  ...headers
})

const head = (title: string, brand: Brand | undefined) =>
  h(
    "head",
    null,
    h("meta", { charset: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "robots", content: "noindex" }),
    h("title", null, title),
    h("link", { rel: "icon", href: "/favicon.ico", sizes: "32x32" }),
    h("link", { rel: "icon", href: "/assets/icon.svg", type: "image/svg+xml" }),
    h("link", { rel: "stylesheet", href: "/assets/retainer.css" }),
    brand?.colour == null
      ? null
      : h("link", { rel: "stylesheet", href: `/assets/brand/${brand.colour.slice(1)}.css` }),
    h("script", { src: "/assets/retainer.js", defer: true })
  )

/** Where a page is no agency's, it is the product's. */
const header = ({ brand, who }: PageOptions) =>
  h(
    "header",
    { class: "top" },
    h(
      "p",
      { class: "name" },
      brand === undefined
        ? h("img", { class: "icon", src: "/assets/icon.svg", alt: "", width: 28, height: 28 })
        : null,
      brand?.logoUrl == null ? null : h("img", { src: brand.logoUrl, alt: "" }),
      h("span", null, brand?.name ?? "Retainer")
    ),
    who === undefined ? null : h("div", { class: "who" }, who)
  )

export const pageResponse = (
  title: string,
  children: ReadonlyArray<ComponentChild>,
  options: PageOptions = {}
): Response => {
  const main = h(
    "main",
    { id: "content", class: options.narrow === true ? "narrow" : undefined },
    ...children
  )
  const content =
    options.side === undefined ? main : h("div", { class: "frame with-side" }, options.side, main)
  const skip =
    options.side === undefined
      ? null
      : h("a", { class: "skip", href: "#content" }, "Skip to content")
  const page = h(
    "html",
    { lang: "en" },
    head(title, options.brand),
    h("body", null, skip, header(options), content)
  )
  return HttpServerResponse.text(`<!doctype html>${render(page)}`, {
    status: options.status ?? 200,
    contentType: "text/html; charset=utf-8",
    headers: headersOf(options)
  })
}

/** After a form: look there, so that a reload does not send it again. */
export const seeOther = (location: string): Response =>
  HttpServerResponse.empty({
    status: 303,
    headers: { location, "cache-control": "no-store" }
  })
