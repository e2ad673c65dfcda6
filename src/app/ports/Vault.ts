/**
 * Encrypts secrets that must be readable later: at rest under the service's key, each bound to its
 * row.
 */
import { Context, type Redacted } from "effect"
import type { UserId, WebhookEndpointId, WorkspaceId } from "../../domain/Ids.ts"
import type { KeyScope } from "./IdempotencyRepository.ts"

/** The row of a secret; the ciphertext decrypts nowhere else. */
export interface Place {
  readonly kind:
    | "webhook-secret"
    | "idempotency-answer"
    | "shown-once"
    | "second-factor"
    | "move-target"
  readonly workspaceId: WorkspaceId
  /** Distinguishes the row from others of its kind in the workspace. */
  readonly id: string
}

/** Both secrets of an endpoint: one becomes the other when it is rotated. */
export const webhookPlace = (endpoint: {
  readonly workspaceId: WorkspaceId
  readonly id: WebhookEndpointId
}): Place => ({ kind: "webhook-secret", workspaceId: endpoint.workspaceId, id: endpoint.id })

export const factorPlace = (user: {
  readonly workspaceId: WorkspaceId
  readonly id: UserId
}): Place => ({ kind: "second-factor", workspaceId: user.workspaceId, id: user.id })

/** The address of the database to which a workspace is being moved. */
export const movePlace = (workspaceId: WorkspaceId): Place => ({
  kind: "move-target",
  workspaceId,
  id: "target"
})

export const answerPlace = ({ workspaceId, credential, route, key }: KeyScope): Place => ({
  kind: "idempotency-answer",
  workspaceId,
  id: JSON.stringify([credential, route, key])
})

export class Vault extends Context.Service<
  Vault,
  {
    readonly encrypt: (secret: Redacted.Redacted, place: Place) => string
    /** A defect where the text was not encrypted for this place, under one of the keys. */
    readonly decrypt: (text: string, place: Place) => Redacted.Redacted
    /** The same secret under the first key; null where the text does not open. */
    readonly renew: (text: string, place: Place) => string | null
    /**
     * As `renew`, for what was encrypted before a secret knew its place; null for everything else.
     */
    readonly adopt: (text: string, place: Place) => string | null
  }
>()("retainer/app/ports/Vault") {}
