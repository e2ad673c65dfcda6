/** Where the outside reaches this service. */
import { Context } from "effect"

export class PublicUrls extends Context.Service<
  PublicUrls,
  {
    /** Origin, without a path and without a trailing slash. */
    readonly baseUrl: string
    readonly portalUrl: string
  }
>()("retainer/app/ports/PublicUrls") {}
