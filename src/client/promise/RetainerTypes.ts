/**
 * Types of the promise client, derived from the Api: the methods, and the line of each endpoint in
 * the endpoint table. Types alone, so that a bundle contains nothing of the Api.
 */
import type { Brand } from "effect"
import type { HttpApi, HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import type { UploadForm } from "../../api/endpoint/Endpoint.ts"
import type { WireApi } from "../../api/WireApi.ts"
import type { List } from "./List.ts"
import type { CallOptions, DryRunOptions } from "./Transport.ts"

type Groups = typeof WireApi extends HttpApi.HttpApi<infer _Id, infer All> ? All : never
type GroupId = Groups["identifier"]
type EndpointsOf<G extends GroupId> = Extract<Groups, { readonly identifier: G }>["endpoints"]
type EndpointId<G extends GroupId> = keyof EndpointsOf<G>

interface Declared extends HttpApiEndpoint.ConstraintRequest {
  readonly method: string
  readonly path: string
}
type EndpointOf<G extends GroupId, E extends EndpointId<G>> = Extract<EndpointsOf<G>[E], Declared>

/** Plain JSON: ids, dates and codes are strings without a brand. */
export type Plain<T> = unknown extends T
  ? T
  : T extends Brand.Brand<string>
    ? T extends string
      ? string
      : T extends number
        ? number
        : T
    : T extends string | number | boolean | null | undefined | Uint8Array
      ? T
      : T extends ReadonlyArray<infer Item>
        ? ReadonlyArray<Plain<Item>>
        : { readonly [K in keyof T]: Plain<T[K]> }

type AnswerOf<E extends Declared> =
  HttpApiEndpoint.Success<E> extends HttpApiSchema.WithHeaders<infer Body, infer _Headers>
    ? Plain<Body["Type"]>
    : Plain<HttpApiEndpoint.Success<E>["Type"]>

type PayloadOf<E extends Declared> = [HttpApiEndpoint.Payload<E>] extends [never]
  ? never
  : HttpApiEndpoint.Payload<E>["Type"]
type QueryOf<E extends Declared> = [HttpApiEndpoint.Query<E>] extends [never]
  ? never
  : HttpApiEndpoint.Query<E>["Type"]

/** The query parameter that leads to the next page. */
type PagedBy<Answer> = Answer extends { readonly meta: { readonly next_cursor: string | null } }
  ? "cursor"
  : Answer extends { readonly meta: { readonly next_after: number } }
    ? "after"
    : never

type InputWord<E extends Declared> = [PayloadOf<E>] extends [never]
  ? [QueryOf<E>] extends [never]
    ? ""
    : [PagedBy<AnswerOf<E>>] extends [never]
      ? " query"
      : ` ${PagedBy<AnswerOf<E>>}`
  : PayloadOf<E> extends UploadForm
    ? " form"
    : E["path"] extends `${string}/oauth/token`
      ? " urlencoded"
      : " body"

type BelowVersion<Path extends string> = Path extends `/v1${infer Below}` ? Below : never

type EntryOf<E extends Declared> =
  `${E["method"]} ${BelowVersion<E["path"]>}${InputWord<E>}${AnswerOf<E> extends Uint8Array ? " bytes" : ""}`

/** The lines that the endpoint table must have: a wrong or a missing one does not compile. */
export type EndpointTable = {
  readonly [G in GroupId]: { readonly [E in EndpointId<G>]: EntryOf<EndpointOf<G, E>> }
}

type IdsOf<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [id: string, ...IdsOf<Rest>]
  : Path extends `${string}:${string}`
    ? [id: string]
    : []

type InputOf<E extends Declared> = [PayloadOf<E>] extends [never]
  ? Plain<QueryOf<E>>
  : PayloadOf<E> extends UploadForm
    ? FormData
    : Plain<PayloadOf<E>>

type InputArgument<Input> = [Input] extends [never]
  ? []
  : Record<never, never> extends Input
    ? [input?: Input]
    : [input: Input]

type ResultOf<Answer> = [PagedBy<Answer>] extends [never]
  ? Promise<Answer>
  : Answer extends { readonly data: ReadonlyArray<infer Item> }
    ? List<Answer, Item>
    : never

/** Values that only a real change is given: null in the answer of a rehearsal. */
type GivenName = "id" | "number" | "created_at" | `${string}_url`

/** The answer of a rehearsal: the fields that a real call is given may be null. */
export type Rehearsed<T> = T extends string | number | boolean | null
  ? T
  : T extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Rehearsed<Item>>
    : { readonly [K in keyof T]: K extends GivenName ? T[K] | null : Rehearsed<T[K]> }

/** In a rehearsal no argument may be left out, because the options come last. */
type AllArguments<Input> = [Input] extends [never] ? [] : [input: Input]

interface RehearsableMethod<E extends Declared> {
  (
    ...args: [...IdsOf<E["path"]>, ...AllArguments<InputOf<E>>, options: DryRunOptions]
  ): Promise<Rehearsed<AnswerOf<E>>>
  (
    ...args: [...IdsOf<E["path"]>, ...InputArgument<InputOf<E>>, options?: CallOptions]
  ): ResultOf<AnswerOf<E>>
}

type MethodOf<E extends Declared> = E["method"] extends "POST" | "PATCH"
  ? RehearsableMethod<E>
  : (
      ...args: [...IdsOf<E["path"]>, ...InputArgument<InputOf<E>>, options?: CallOptions]
    ) => ResultOf<AnswerOf<E>>

/** Every endpoint of the Api, as `retainer.invoices.send(id, { message }, options)`. */
export type Retainer = {
  readonly [G in GroupId]: { readonly [E in EndpointId<G>]: MethodOf<EndpointOf<G, E>> }
}
