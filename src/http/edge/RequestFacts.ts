/** Facts that the steps of one request record; the edge creates it. */
import { Context } from "effect"
import type { Allowance } from "../../app/ports/RateLimits.ts"
import type { Versions } from "../../app/ports/workspaces/WorkspaceVersions.ts"
import type { Principal } from "../../domain/access/Principal.ts"

export class RequestFacts extends Context.Service<
  RequestFacts,
  {
    /** The route, for metrics: a template, never a path with ids in it. */
    route: string
    /** The principal, once it is known. */
    principal: Principal | undefined
    /** Of its workspace, read after the request came. */
    versions: Versions | null
    /** The remaining rate limit; null if limits are off, or if no token was taken. */
    allowance: Allowance | null
  }
>()("retainer/http/RequestFacts") {}
