/**
 * What an endpoint promises, as data that it carries itself. Middlewares read it once, when the API is
 * built; `Endpoint.ts` alone writes it.
 */
import { Context, Option } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type { Access } from "../../domain/access/Scope.ts"
import type { RowKind } from "../../domain/RowKind.ts"
import type { TableColumn } from "./Table.ts"

/** For what credentials come from; `because` tells why it may be asked without one. */
export interface NoCredential {
  readonly kind: "none"
  readonly because: string
}

/** Where the resources of one kind are: each is found by its id below it. */
export type Location = `/v1/${string}`

export interface Cacheable {
  /** The kinds of rows that an answer follows from, also by a sum or a count. */
  readonly shows: ReadonlyArray<RowKind>
}

export interface EndpointRule {
  readonly access: Access | NoCredential
  /** Whether `Idempotency-Key` gives a repeat the answer of the first. */
  readonly isIdempotent: boolean
  /** Whether a request without a body is the same as one with `{}`. */
  readonly isBodyOptional: boolean
  /**
   * `resource`: one resource, whose ETag follows from what it says. `file`: bytes with an ETag of their
   * own. `other`: lists, results of actions, nothing; they have no ETag.
   */
  readonly answers: "resource" | "file" | "other"
  /**
   * The response cache may answer every caller of the workspace while no version of these kinds, and none of the
   * credentials and settings, moved: answers show such rows and the day, nothing of the caller, of other tables, of
   * the minute or of the outside.
   */
  readonly cacheable?: Cacheable
  /**
   * Whether `If-Match` names the representation of the resource that the path's first id
   * identifies. The use case compares it after it locked that resource.
   */
  readonly comparesIfMatch: boolean
  /** Whether a field of its answers is a secret: then their length may not tell what stands in them. */
  readonly holdsSecret: boolean
  /** Below which what it makes is found by its id: `/v1/invoices`. Every 201 says so in `Location`. */
  readonly location?: Location
  /** The columns of a list that is also answered as `text/csv`. */
  readonly table?: ReadonlyArray<TableColumn>
}

export class Rule extends Context.Service<Rule, EndpointRule>()("retainer/api/EndpointRule") {}

/** Throws where there is none: what declares nothing is not served. */
export const ruleOf = (
  endpoint: Pick<HttpApiEndpoint.Top, "identifier" | "annotations">
): EndpointRule =>
  Option.getOrThrowWith(
    Context.getOption(endpoint.annotations, Rule),
    () => new Error(`The endpoint ${endpoint.identifier} declares no rule`)
  )
