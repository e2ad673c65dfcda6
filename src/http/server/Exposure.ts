/** Exposure of the service: TLS, trusted proxy, public URL and allowed origins. */
import { Context, type Redacted } from "effect"

export class Exposure extends Context.Service<
  Exposure,
  {
    /** This process speaks TLS itself. */
    readonly isTls: boolean
    /** X-Forwarded-Proto and X-Forwarded-For are the proxy's and are trusted. */
    readonly trustProxy: boolean
    /** The target of the redirect of a page that came over plain HTTP. */
    readonly baseUrl: string
    /** Origins whose scripts may call the API from a browser; CORS is closed if there are none. */
    readonly corsOrigins: ReadonlyArray<string>
    /** The bearer token of `/metrics`; undefined answers this machine only. */
    readonly metricsToken: Redacted.Redacted | undefined
  }
>()("retainer/http/Exposure") {}
