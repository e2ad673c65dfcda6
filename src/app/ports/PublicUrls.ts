/** Public URLs of this service. */
import { Context } from "effect"

export class PublicUrls extends Context.Service<
  PublicUrls,
  {
    /** Origin, without a path and without a trailing slash. */
    readonly baseUrl: string
    /** Origin of the consent screen, by default the same. */
    readonly authUrl: string
    /** May have a path, under which the portal's pages lie. */
    readonly portalUrl: string
  }
>()("retainer/app/ports/PublicUrls") {}
