/**
 * The rule of an endpoint: its promises as an annotation. `Endpoint.ts` alone writes it, and
 * middlewares read it once, when the API is built.
 */
import { Context, Option } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type { Access } from "../../domain/access/Scope.ts"
import type { RowKind } from "../../domain/RowKind.ts"
import type { TableColumn } from "../../domain/Table.ts"

/** For endpoints that issue credentials; `because` is the reason why they need none. */
export interface NoCredential {
  readonly kind: "none"
  readonly because: string
}

/** The path above the ids of a kind of resource. */
export type Location = `/v1/${string}`

export interface Cacheable {
  /** The kinds of rows that the answer depends on, also through a sum or a count. */
  readonly shows: ReadonlyArray<RowKind>
}

export interface DryRun {
  /** Fields with links that the change makes; its rehearsal has null there. */
  readonly newLinks: ReadonlyArray<string>
}

export interface EndpointRule {
  readonly access: Access | NoCredential
  /** `Idempotency-Key` is honoured. */
  readonly isIdempotent: boolean
  /** A request without a body means `{}`. */
  readonly isBodyOptional: boolean
  /**
   * `resource`: one resource, whose ETag is a hash of its representation. `file`: bytes with an
   * ETag of their own. `other`: lists, results of actions and empty answers, without an ETag.
   */
  readonly answers: "resource" | "file" | "other"
  /**
   * The response cache answers every caller of the workspace until a version of these kinds, of the
   * credentials or of the settings moves. So the answer depends on such rows and on the day, and on
   * nothing else.
   */
  readonly cacheable?: Cacheable
  /**
   * `If-Match` is compared with the resource of the path's first id, or with the workspace. The use
   * case does so after it locked that resource.
   */
  readonly comparesIfMatch: boolean
  /** A field of its answers is secret, so they are not compressed: their length would reveal it. */
  readonly holdsSecret: boolean
  /** The `Location` of a 201 is the new id below this path. */
  readonly location?: Location
  /**
   * `Prefer: dry-run` is honoured. A change without it refuses the preference, so that it is never
   * ignored.
   */
  readonly dryRun?: DryRun
  /** The columns of a list that is also answered as `text/csv`. */
  readonly table?: ReadonlyArray<TableColumn>
}

export class Rule extends Context.Service<Rule, EndpointRule>()("retainer/api/EndpointRule") {}

/** Throws if there is none: an endpoint without a rule is not served. */
export const ruleOf = (
  endpoint: Pick<HttpApiEndpoint.Top, "identifier" | "annotations">
): EndpointRule =>
  Option.getOrThrowWith(
    Context.getOption(endpoint.annotations, Rule),
    () => new Error(`The endpoint ${endpoint.identifier} declares no rule`)
  )
