/** What the layers of one request learn of it and tell each other: the edge gives it, all may read it. */
import { Context } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { Principal } from "../domain/Principal.ts"
import type { ScopeRule } from "../domain/Scope.ts"

/** An answer that may be given again. */
export interface Keepable {
  readonly response: HttpServerResponse.HttpServerResponse
  readonly access: ScopeRule
  /** The workspace's, read before the answer was. */
  readonly version: number
}

export class RequestFacts extends Context.Service<
  RequestFacts,
  {
    /** The route, for metrics: a template, never a path with ids in it. */
    route: string
    /** Who it acts for, once that was asked. */
    principal: Principal | undefined
    keepable: Keepable | undefined
  }
>()("retainer/http/RequestFacts") {}
