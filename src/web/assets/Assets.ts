/** Stylesheets, the one script, and uploaded pictures, which are isolated from this site. */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { allowCompression } from "../../api/endpoint/Bodies.ts"
import { ClientAddress } from "../../api/endpoint/ClientAddress.ts"
import { OAuthApps } from "../../app/oauth/OAuthApps.ts"
import { RateLimits } from "../../app/ports/RateLimits.ts"
import { Workspaces } from "../../app/workspaces/Workspaces.ts"
import { splitLink } from "../../domain/access/CellLabel.ts"
import type { Logo } from "../../domain/workspaces/Workspace.ts"
import { pageScript } from "./Script.ts"
import { brandStylesheet, ownSheets, stylesheet } from "./Styles.ts"

/** The product's icon, for the tabs of browsers. */
const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  '<rect width="32" height="32" rx="7" fill="#1d4ed8"/>' +
  '<path d="M11 25V7h6.5a5.25 5.25 0 0 1 1.2 10.36L23 25M11 17.5h6" fill="none" stroke="#fff" ' +
  'stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** The same drawing in 32 × 32 pixels, for clients that read `/favicon.ico` without a page. */
const iconIco: Uint8Array = Buffer.from(
  "AAABAAEAICAAAAEAIAAoAQAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgDAAAARKSKxgAAACRQTFRF////HE3X" +
    "HU7XKFbZcI/mjKXrN2Lc/f7+pLjvTnTg0Nr3tMTyJN0cTwAAAAF0Uk5TAEDm2GYAAACySURBVDjLnZNRDsQgCESVwRbt" +
    "/e+7WquSLepm54uUFzqAOJflPRny3j0i0ERPfqFd/iZ2wPDHoYoP7XQU4LNLlOsByKkUbSDdv7gKAROQGiH10AboyCUq" +
    "OgFIufgPwA6Q5sEGuPTJm0ElrIGRnwBxsgtpPSYN4GVSe7QqlFWkFUBx2mYb1KX2Pd0m4xsIqm6OQ6vQHy2Y+3gg0h+t" +
    "b18B48LgfzicxWlujhMt7/R5vc7/A8dTC9+IooUxAAAAAElFTkSuQmCC",
  "base64"
)

export const asset = (text: string, contentType: string) =>
  allowCompression(
    HttpServerResponse.text(text, {
      contentType: `${contentType}; charset=utf-8`,
      headers: { "cache-control": "public, max-age=300" }
    })
  )

/** The edge answers with a page for people and with the envelope for programs. */
const missing = HttpServerResponse.empty({ status: 404 })

const picture = (logo: Logo | null) =>
  logo === null
    ? missing
    : HttpServerResponse.uint8Array(logo.bytes, {
        contentType: logo.type,
        headers: {
          "cache-control": "public, max-age=300",
          "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
          "cross-origin-resource-policy": "same-origin"
        }
      })

export const layerAssets = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const workspaces = yield* Workspaces
    const apps = yield* OAuthApps
    const limits = yield* RateLimits
    const addressOf = yield* ClientAddress
    const param = (name: string) => Effect.map(HttpRouter.params, (params) => params[name] ?? "")

    /** Anyone may ask for a picture, and each is read from the database. */
    const pictureOf = (find: (id: string) => Effect.Effect<Logo | null>) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        yield* limits.takeTry("picture", addressOf(request))
        return picture(yield* find(splitLink(yield* param("id")).rest))
      }).pipe(
        Effect.catchTag("LimitExceeded", ({ retryAfterSeconds }) =>
          Effect.succeed(
            HttpServerResponse.text("", {
              status: 429,
              contentType: "text/html; charset=utf-8",
              headers: { "retry-after": String(retryAfterSeconds) }
            })
          )
        )
      )

    yield* router.add("GET", "/assets/retainer.css", asset(stylesheet, "text/css"))
    for (const [name, css] of Object.entries(ownSheets)) {
      yield* router.add("GET", `/assets/${name}.css`, asset(css, "text/css"))
    }
    yield* router.add("GET", "/assets/retainer.js", asset(pageScript, "text/javascript"))
    yield* router.add("GET", "/assets/icon.svg", asset(iconSvg, "image/svg+xml"))
    yield* router.add(
      "GET",
      "/favicon.ico",
      HttpServerResponse.uint8Array(iconIco, {
        contentType: "image/x-icon",
        headers: { "cache-control": "public, max-age=86400" }
      })
    )
    yield* router.add(
      "GET",
      "/assets/brand/:file",
      Effect.map(param("file"), (file) => {
        const colour = /^([0-9a-f]{6})\.css$/.exec(file)?.[1]
        return colour === undefined ? missing : asset(brandStylesheet(`#${colour}`), "text/css")
      })
    )
    yield* router.add("GET", "/assets/logos/:id", pictureOf(workspaces.logo))
    yield* router.add("GET", "/assets/apps/:id", pictureOf(apps.logo))
  })
)
