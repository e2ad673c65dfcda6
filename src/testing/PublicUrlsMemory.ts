/** The public addresses of the app in memory. */
import { Layer } from "effect"
import { PublicUrls } from "../app/ports/PublicUrls.ts"

export const PublicUrlsMemory = Layer.succeed(PublicUrls, {
  baseUrl: "http://retainer.test",
  authUrl: "http://retainer.test",
  portalUrl: "http://retainer.test/portal"
})
