/**
 * Cookies by where the service is reached: over TLS they cannot be set or read from anywhere else.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { PublicUrls } from "../../src/app/ports/PublicUrls.ts"
import { SignerMemory } from "../../src/testing/SignerMemory.ts"
import { BrowserRequests } from "../../src/web/BrowserRequests.ts"

const visitsAt = (baseUrl: string) =>
  BrowserRequests.layer.pipe(
    Layer.provide(SignerMemory),
    Layer.provide(SecureRandom.layerWebCrypto),
    Layer.provide(
      Layer.succeed(PublicUrls, { baseUrl, authUrl: baseUrl, portalUrl: `${baseUrl}/portal` })
    )
  )

const cookieOf = (response: HttpServerResponse.HttpServerResponse): string =>
  HttpServerResponse.toWeb(response).headers.getSetCookie()[0] ?? ""

const secret = Redacted.make("rse_x")

describe("cookies", () => {
  it.effect("over TLS: __Host-, Secure, HttpOnly, Lax, no Domain", () =>
    Effect.gen(function* () {
      const browserRequests = yield* BrowserRequests
      const response = HttpServerResponse.empty()
      const cookie = cookieOf(browserRequests.withCookie(response, "session", secret, 60))
      assert.match(cookie, /^__Host-retainer_session=rse_x; /)
      for (const part of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=60"]) {
        assert.include(cookie, part)
      }
      assert.notInclude(cookie, "Domain")
      assert.include(cookieOf(browserRequests.withCookie(response, "portal", null)), "Max-Age=0")
    }).pipe(Effect.provide(visitsAt("https://retainer.example")))
  )

  it.effect("over TLS a cookie of the plain name is not read: a subdomain could have set it", () =>
    Effect.gen(function* () {
      const browserRequests = yield* BrowserRequests
      const read = (cookie: string) =>
        browserRequests.cookies(
          HttpServerRequest.fromWeb(
            new Request("https://retainer.example/", { headers: { cookie } })
          )
        )
      assert.isNull((yield* read("retainer_session=rse_x")).session)
      assert.isNotNull((yield* read("__Host-retainer_session=rse_x")).session)
    }).pipe(Effect.provide(visitsAt("https://retainer.example")))
  )

  it.effect("on this machine without TLS: the same without Secure", () =>
    Effect.gen(function* () {
      const browserRequests = yield* BrowserRequests
      const cookie = cookieOf(
        browserRequests.withCookie(HttpServerResponse.empty(), "session", secret)
      )
      assert.match(cookie, /^retainer_session=rse_x; /)
      assert.notInclude(cookie, "Secure")
    }).pipe(Effect.provide(visitsAt("http://127.0.0.1:3000")))
  )
})
