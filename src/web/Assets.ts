/** Stylesheets, the one script, and pictures that people uploaded: those are shut off from this site. */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { OAuthApps } from "../app/OAuthApps.ts"
import { Workspaces } from "../app/Workspaces.ts"
import type { Logo } from "../domain/Workspace.ts"
import { brandStylesheet, script, stylesheet } from "./Styles.ts"

const asset = (text: string, contentType: string) =>
  HttpServerResponse.text(text, {
    contentType: `${contentType}; charset=utf-8`,
    headers: { "cache-control": "public, max-age=300", "x-content-type-options": "nosniff" }
  })

const missing = HttpServerResponse.text("", {
  status: 404,
  contentType: "text/html; charset=utf-8"
})

const picture = (logo: Logo | null) =>
  logo === null
    ? missing
    : HttpServerResponse.uint8Array(logo.bytes, {
        contentType: logo.type,
        headers: {
          "cache-control": "public, max-age=300",
          "x-content-type-options": "nosniff",
          "content-security-policy": "default-src 'none'; sandbox",
          "cross-origin-resource-policy": "same-origin"
        }
      })

export const AssetsLive = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const workspaces = yield* Workspaces
    const apps = yield* OAuthApps
    const param = (name: string) => Effect.map(HttpRouter.params, (params) => params[name] ?? "")

    yield* router.add("GET", "/assets/retainer.css", asset(stylesheet, "text/css"))
    yield* router.add("GET", "/assets/retainer.js", asset(script, "text/javascript"))
    yield* router.add(
      "GET",
      "/assets/brand/:file",
      Effect.map(param("file"), (file) => {
        const colour = /^([0-9a-f]{6})\.css$/.exec(file)?.[1]
        return colour === undefined ? missing : asset(brandStylesheet(`#${colour}`), "text/css")
      })
    )
    yield* router.add(
      "GET",
      "/assets/logos/:id",
      Effect.map(Effect.flatMap(param("id"), workspaces.logo), picture)
    )
    yield* router.add(
      "GET",
      "/assets/apps/:id",
      Effect.map(Effect.flatMap(param("id"), apps.logo), picture)
    )
  })
)
