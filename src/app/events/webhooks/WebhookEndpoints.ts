/** Shared by the use cases of webhook endpoints: look-up, checks and view. */
import { Effect, type Redacted } from "effect"
import type { Scope } from "../../../domain/access/Scope.ts"
import {
  missingForChoice,
  WebhookEndpointNotFound,
  type WebhookScopesMissing,
  webhookUrlProblem
} from "../../../domain/events/Webhook.ts"
import type {
  WebhookEndpoint,
  WebhookEndpointView
} from "../../../domain/events/WebhookResource.ts"
import { parseOrFail, WebhookEndpointId, type WorkspaceId } from "../../../domain/Ids.ts"
import { type Invalid, invalid } from "../../../domain/Invalid.ts"
import { WebhookSender } from "../../ports/events/WebhookSender.ts"

export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpointView
  readonly secret: Redacted.Redacted
}

export const endpointViewOf = ({
  workspaceId,
  secret,
  previousSecret,
  previousExpiresAt,
  failingSince,
  failedAt,
  ...view
}: WebhookEndpoint): WebhookEndpointView => view

/** The audit log shows only the host, because the rest of an address can be a secret. */
export const auditedEndpoint = ({ url, ...endpoint }: WebhookEndpoint) => ({
  ...endpoint,
  host: URL.parse(url)?.host ?? ""
})

export const requiredEndpoint = <R>(
  read: (
    workspaceId: WorkspaceId,
    id: WebhookEndpointId
  ) => Effect.Effect<WebhookEndpoint | null, never, R>
) =>
  Effect.fnUntraced(function* (workspaceId: WorkspaceId, idText: string) {
    const missing = () => new WebhookEndpointNotFound({ id: idText })
    const id = yield* parseOrFail(WebhookEndpointId, idText, missing)
    return (yield* read(workspaceId, id)) ?? (yield* missing())
  })

export const urlCheck = Effect.map(
  WebhookSender,
  (sender) =>
    (url: string | undefined): Effect.Effect<void, Invalid> => {
      const problem =
        url === undefined ? undefined : (webhookUrlProblem(url) ?? sender.problemOf(url))
      return problem === undefined ? Effect.void : Effect.fail(invalid("url", problem))
    }
)

export const checkScopes = (
  events: WebhookEndpoint["events"],
  scopes: ReadonlySet<Scope>
): Effect.Effect<void, WebhookScopesMissing> => {
  const missing = missingForChoice(events, scopes)
  return missing === undefined ? Effect.void : Effect.fail(missing)
}
