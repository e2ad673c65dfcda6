/** What the steps of one request learn of it; the edge makes it. */
import { Context } from "effect"
import type { Allowance } from "../app/ports/RateLimits.ts"
import type { Versions } from "../app/ports/workspaces/WorkspaceVersions.ts"
import type { Principal } from "../domain/Principal.ts"

export class RequestFacts extends Context.Service<
  RequestFacts,
  {
    /** The route, for metrics: a template, never a path with ids in it. */
    route: string
    /** Who it acts for, once that is known. */
    principal: Principal | undefined
    /** Of its workspace, read after the request came. */
    versions: Versions | null
    /** What is left of the rate limit; null where limits are off, or where no token was taken. */
    allowance: Allowance | null
  }
>()("retainer/http/RequestFacts") {}
