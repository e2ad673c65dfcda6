/** The authenticated caller of a request and its permissions. */
import { Data } from "effect"
import type { ApiKeyId, GrantId } from "../Ids.ts"
import type { Workspace } from "../workspaces/Workspace.ts"
import type { Actor } from "./Actor.ts"
import type { Role, Scope } from "./Scope.ts"

export interface Principal {
  /** The API key, or the grant behind an access token. */
  readonly credentialId: ApiKeyId | GrantId
  /** As what it is recorded who changes something. */
  readonly actor: Actor
  readonly workspace: Workspace
  readonly scopes: ReadonlySet<Scope>
  /**
   * The role of the access token's user at this request; null for an API key, which has no role.
   */
  readonly role: Role | null
}

export class CredentialUnknown extends Data.TaggedError("CredentialUnknown")<{
  readonly reason: "missing" | "invalid"
}> {
  override get message() {
    return this.reason === "missing"
      ? "A credential is needed: send an API key or an access token as Authorization: Bearer …"
      : "The API key or access token is not valid: it is unknown, revoked or expired"
  }
}
