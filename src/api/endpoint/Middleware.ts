/** Keys of the middlewares around handlers. Their layers are in `http`. */
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Role, Scope } from "../../domain/access/Scope.ts"
import type { FileTargets, ReceivedFile } from "../../domain/files/File.ts"
import type { ApiKeyId, GrantId } from "../../domain/Ids.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import {
  BadRequestResponse,
  ForbiddenResponse,
  InternalErrorResponse,
  RateLimitedResponse,
  UnauthorizedResponse,
  UnprocessableResponse
} from "../errors/ErrorEnvelope.ts"

export interface Caller {
  readonly credentialId: ApiKeyId | GrantId
  readonly workspace: Workspace
  readonly scopes: ReadonlySet<Scope>
  /** The role of the access token's user; null for an API key. */
  readonly role: Role | null
}

/** The workspace that the request acts for. */
export class CurrentWorkspace extends Context.Service<CurrentWorkspace, Workspace>()(
  "retainer/api/CurrentWorkspace"
) {}

/** The credential that the request came with. Handlers of cacheable endpoints do not have it. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Caller>()(
  "retainer/api/CurrentPrincipal"
) {}

/** The same for middlewares; no handler may require it. */
export class AuthenticatedPrincipal extends Context.Service<AuthenticatedPrincipal, Caller>()(
  "retainer/api/AuthenticatedPrincipal"
) {}

/**
 * The steps of every request with a credential: 401 first, then 403 for a missing scope, 429 at the
 * rate limit, and 400 for an invalid query. Answers of one resource have an `ETag`. The security
 * scheme is in `OpenApiDocument.ts`: a security middleware would run once for each scheme.
 */
export class Authentication extends HttpApiMiddleware.Service<
  Authentication,
  { provides: AuthenticatedPrincipal | CurrentWorkspace }
>()("retainer/api/Authentication", {
  requiredForClient: true,
  error: [BadRequestResponse, UnauthorizedResponse, ForbiddenResponse, RateLimitedResponse]
}) {}

/**
 * Provides `CurrentPrincipal`. Cacheable endpoints are declared without it: their answer is the
 * same for every caller of the workspace, and one that depends on the caller does not compile.
 */
export class Identity extends HttpApiMiddleware.Service<
  Identity,
  { provides: CurrentPrincipal; requires: AuthenticatedPrincipal }
>()("retainer/api/Identity") {}

/** Malformed JSON is 400; a body that breaks its schema is 422. */
export class BodyErrors extends HttpApiMiddleware.Service<BodyErrors>()("retainer/api/BodyErrors", {
  error: [BadRequestResponse, UnprocessableResponse]
}) {}

/** `Idempotency-Key`: a repeat gets the first answer; another body under the key is 422. */
export class Idempotency extends HttpApiMiddleware.Service<
  Idempotency,
  { requires: CurrentPrincipal }
>()("retainer/api/Idempotency", { error: [BadRequestResponse, UnprocessableResponse] }) {}

/** The uploaded file, and the resource that it belongs to. */
export class CurrentUpload extends Context.Service<
  CurrentUpload,
  { readonly file: ReceivedFile; readonly targets: FileTargets }
>()("retainer/api/CurrentUpload") {}

/**
 * Stores the bytes of an upload before the handler runs, and removes them unless it made a file.
 */
export class Upload extends HttpApiMiddleware.Service<
  Upload,
  { provides: CurrentUpload; requires: CurrentWorkspace }
>()("retainer/api/Upload", { error: [BadRequestResponse, UnprocessableResponse] }) {}

/** A defect is 500 without its cause; a busy database is 429. */
export class Defects extends HttpApiMiddleware.Service<Defects>()("retainer/api/Defects", {
  error: [InternalErrorResponse, RateLimitedResponse]
}) {}
