/** What the layers of one request learn of it and tell each other: the edge gives it, all may read it. */
import { Context } from "effect"
import type { Versions } from "../app/ports/workspaces/WorkspaceVersions.ts"
import type { Principal } from "../domain/Principal.ts"

export class RequestFacts extends Context.Service<
  RequestFacts,
  {
    /** The route, for metrics: a template, never a path with ids in it. */
    route: string
    /** Who it acts for, once that was asked. */
    principal: Principal | undefined
    /** Of its workspace, read after the request came. */
    versions: Versions | null
  }
>()("retainer/http/RequestFacts") {}
