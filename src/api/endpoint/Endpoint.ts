/**
 * Declares endpoints: scope, role, idempotency, body and ETag are data on the endpoint. Middlewares
 * and the OpenAPI document both read that data, and a group accepts no endpoint without it.
 */
import { Array as Arr, type Brand, Context } from "effect"
import { type HttpApiEndpoint, HttpApiGroup, type HttpApiSchema, OpenApi } from "effect/http-api"
import type { Access, LeastRole, Scope, ScopeRule } from "../../domain/access/Scope.ts"
import { tableOf } from "../../domain/Table.ts"
import { type Described, describeRule } from "../openapi/Describe.ts"
import {
  type Cacheable,
  type DryRun,
  type EndpointRule,
  type Location,
  type NoCredential,
  Rule
} from "./EndpointRule.ts"
import { BodyErrors, Idempotency, Identity, Upload } from "./Middleware.ts"
import { holdsSecret } from "./Secrets.ts"

/** An endpoint with its rule: a nominal type, which only this file makes. */
class Operation<out E extends HttpApiEndpoint.Constraint> {
  readonly #endpoint: E
  constructor(endpoint: E) {
    this.#endpoint = endpoint
  }
  get endpoint(): E {
    return this.#endpoint
  }
}

export type { Operation }

interface EndpointOf<Method extends string> extends HttpApiEndpoint.ConstraintRequest {
  readonly method: Method
}

/** An answer with `id` and `created_at` is a resource, and has to be declared as one. */
type AnswersOf<E> =
  HttpApiEndpoint.Success<E> extends {
    readonly schema: { readonly Encoded: { readonly id: unknown; readonly created_at: unknown } }
  }
    ? { readonly answers: "resource" }
    : { readonly answers?: "file" }

/** A list can have a second form, `text/csv`. */
type TableOf<E> =
  HttpApiEndpoint.Success<E> extends {
    readonly schema: { readonly Encoded: { readonly data: ReadonlyArray<object> } }
  }
    ? { readonly table?: true }
    : { readonly table?: never }

type BodyOf<E> = [HttpApiEndpoint.Payload<E>] extends [never]
  ? { readonly body?: never }
  : { readonly body?: "optional" }

interface Declared extends Described {
  readonly scope: Scope | ScopeRule
  /** The least role of a user whose token may call it. It has no default: each endpoint decides. */
  readonly role: LeastRole
}
interface Made {
  readonly location?: Location
  /** The use case can be rehearsed: it reads nothing after its first write. */
  readonly dryRun?: true | DryRun
}
interface Declaration extends Declared, Made {
  readonly answers?: "resource" | "file"
  readonly body?: "optional"
  readonly table?: true
  readonly cacheable?: Cacheable | undefined
}

type WithBody<E> = [HttpApiEndpoint.Payload<E>] extends [never]
  ? E
  : HttpApiEndpoint.AddMiddleware<E, BodyErrors>

/** A form with a file, which is streamed. */
export type UploadForm = Brand.Brand<HttpApiSchema.MultipartStreamTypeId>

type IsUpload<E> = [HttpApiEndpoint.Payload<E>] extends [never]
  ? false
  : HttpApiEndpoint.Payload<E> extends { readonly Type: UploadForm }
    ? true
    : false

type Identified<E> = HttpApiEndpoint.AddMiddleware<E, Identity>

type Commanded<E> =
  E extends EndpointOf<"POST">
    ? IsUpload<E> extends true
      ? HttpApiEndpoint.AddMiddleware<HttpApiEndpoint.AddMiddleware<E, Idempotency>, Upload>
      : HttpApiEndpoint.AddMiddleware<WithBody<E>, Idempotency>
    : WithBody<E>

const declare = (
  endpoint: HttpApiEndpoint.Top,
  access: Access | NoCredential,
  {
    answers,
    body,
    table,
    cacheable,
    location,
    dryRun,
    ...words
  }: Described & Omit<Declaration, keyof Declared>
): HttpApiEndpoint.Top => {
  const [success] = endpoint.success
  const rule: EndpointRule = {
    access,
    isIdempotent: endpoint.method === "POST" && access.kind !== "none",
    isBodyOptional: body === "optional",
    answers: answers ?? "other",
    comparesIfMatch:
      endpoint.method === "PATCH" || (endpoint.method !== "GET" && endpoint.path.includes("/:")),
    holdsSecret: [...endpoint.success].some(holdsSecret),
    ...(cacheable === undefined ? {} : { cacheable }),
    ...(location === undefined ? {} : { location }),
    ...(dryRun === undefined ? {} : { dryRun: dryRun === true ? { newLinks: [] } : dryRun }),
    ...(table && success !== undefined ? { table: tableOf(success) } : {})
  }
  return endpoint.annotateMerge(Context.add(describeRule(rule, endpoint, words), Rule, rule))
}

export const uploadType = "multipart/form-data"

const accessOf = (scope: Scope | ScopeRule, role: LeastRole): Access =>
  typeof scope === "string" ? { kind: "any", scopes: [scope], role } : { ...scope, role }

// Overloads, because TypeScript does not narrow a return type by an `if`.

/** A changing endpoint: a body is checked, and a POST is idempotent. */
export function command<E extends EndpointOf<"POST" | "PATCH" | "DELETE">>(
  endpoint: E,
  declaration: Declared & AnswersOf<E> & BodyOf<E> & Made
): Operation<Identified<Commanded<E>>>
export function command(
  endpoint: HttpApiEndpoint.Top,
  { scope, role, ...rest }: Declaration
): Operation<HttpApiEndpoint.Top> {
  const declared = declare(endpoint, accessOf(scope, role), rest)
  if (endpoint.payload.has(uploadType)) {
    // Uploads run first: the fingerprint of a repeated request includes the file.
    return new Operation(declared.middleware(Idempotency).middleware(Upload).middleware(Identity))
  }
  const checked = endpoint.payload.size > 0 ? declared.middleware(BodyErrors) : declared
  const repeatable = endpoint.method === "POST" ? checked.middleware(Idempotency) : checked
  return new Operation(repeatable.middleware(Identity))
}

/**
 * An endpoint that only reads; where it is cacheable, its handler does not learn who the caller is.
 */
export function query<E extends EndpointOf<"GET">>(
  endpoint: E,
  declaration: Declared & AnswersOf<E> & TableOf<E> & { readonly cacheable: Cacheable }
): Operation<E>
export function query<E extends EndpointOf<"GET">>(
  endpoint: E,
  declaration: Declared & AnswersOf<E> & TableOf<E> & { readonly cacheable?: undefined }
): Operation<Identified<E>>
export function query(
  endpoint: HttpApiEndpoint.Top,
  { scope, role, ...rest }: Declaration
): Operation<HttpApiEndpoint.Top> {
  const declared = declare(endpoint, accessOf(scope, role), rest)
  return new Operation(rest.cacheable === undefined ? declared.middleware(Identity) : declared)
}

/**
 * An endpoint without a credential, and so without scope and idempotency; `because` gives the
 * reason.
 */
export function unauthenticated<E extends EndpointOf<"GET" | "POST">>(
  endpoint: E,
  declaration: Described & { readonly because: string }
): Operation<E>
export function unauthenticated(
  endpoint: HttpApiEndpoint.Top,
  { because, ...words }: Described & { readonly because: string }
): Operation<HttpApiEndpoint.Top> {
  return new Operation(declare(endpoint, { kind: "none", because }, words))
}

export const group = <
  const Id extends string,
  const Operations extends Arr.NonEmptyReadonlyArray<Operation<HttpApiEndpoint.Constraint>>
>(
  identifier: Id,
  description: string,
  ...operations: Operations
) =>
  HttpApiGroup.make(identifier)
    .add(...Arr.map(operations, ({ endpoint }): Operations[number]["endpoint"] => endpoint))
    .annotate(OpenApi.Description, description)
