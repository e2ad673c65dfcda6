/** How the service is reached from outside: over TLS or a proxy, and from which origins. */
import { Context, type Redacted } from "effect"

export class Exposure extends Context.Service<
  Exposure,
  {
    /** This process speaks TLS itself. */
    readonly isTls: boolean
    /** X-Forwarded-Proto and X-Forwarded-For are the proxy's and are trusted. */
    readonly trustProxy: boolean
    /** Where a page that came over plain HTTP is sent to. */
    readonly baseUrl: string
    /** Origins whose scripts may call the API from a browser; none closes CORS. */
    readonly corsOrigins: ReadonlyArray<string>
    /** The bearer token of `/metrics`; undefined answers this machine only. */
    readonly metricsToken: Redacted.Redacted | undefined
  }
>()("retainer/http/Exposure") {}
