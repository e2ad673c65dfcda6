/** The frame of every page: no script, no outside resource, one small stylesheet. */
import { HttpServerResponse } from "effect/http"
import { type ComponentChild, h } from "preact"
import { render } from "preact-render-to-string"
import { stylesheet } from "./Styles.ts"

/** What every page answers with: nothing may be framed, sniffed, cached or told to other sites. */
const headers = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store"
}

export const pageResponse = (
  title: string,
  children: ReadonlyArray<ComponentChild>,
  status = 200
): HttpServerResponse.HttpServerResponse => {
  const head = h(
    "head",
    null,
    h("meta", { charset: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "robots", content: "noindex" }),
    h("title", null, title),
    h("link", { rel: "stylesheet", href: "/assets/retainer.css" })
  )
  const page = h("html", { lang: "en" }, head, h("body", null, h("main", null, ...children)))
  return HttpServerResponse.text(`<!doctype html>${render(page)}`, {
    status,
    contentType: "text/html; charset=utf-8",
    headers
  })
}

export const stylesheetResponse = HttpServerResponse.text(stylesheet, {
  contentType: "text/css; charset=utf-8",
  headers: { "cache-control": "public, max-age=300", "x-content-type-options": "nosniff" }
})
