/** The addresses under which the app in memory is asked. */
import { Layer } from "effect"
import { PublicUrls } from "../app/ports/PublicUrls.ts"

export const PublicUrlsMemory = Layer.succeed(PublicUrls, {
  baseUrl: "http://retainer.test",
  authUrl: "http://retainer.test",
  portalUrl: "http://retainer.test/portal"
})
