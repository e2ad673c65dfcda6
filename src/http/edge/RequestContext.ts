/** Data of one request: its head, its id, and the facts that the steps of the pipeline record. */
import { randomUUID } from "node:crypto"
import { Context } from "effect"
import type { Allowance } from "../../app/ports/RateLimits.ts"
import type { Versions } from "../../app/ports/workspaces/WorkspaceVersions.ts"
import type { Principal } from "../../domain/access/Principal.ts"
import { RequestId } from "../../domain/Ids.ts"

/** The parts that a request of Effect and one of Node have in common. */
export interface RequestHead {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Random, because request ids are searched for in the log and never sorted. */
export const newRequestId = (): RequestId => RequestId.fromUuid(randomUUID())

/** The edge creates it; later steps fill it in. */
export class RequestContext extends Context.Service<
  RequestContext,
  {
    /** The route, for metrics: a template, never a path with ids in it. */
    route: string
    /** Undefined before authentication. */
    principal: Principal | undefined
    /** The versions of the principal's workspace, read after the request came. */
    versions: Versions | null
    /** The remaining rate limit; null if limits are off, or if no token was taken. */
    allowance: Allowance | null
  }
>()("retainer/http/RequestContext") {}
