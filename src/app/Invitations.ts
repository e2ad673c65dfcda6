/**
 * Invitations to the client portal. Issuing one revokes the client's older one and queues its mail;
 * it is part of the caller's transaction, which holds the client's row.
 */
import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Client from "../domain/Client.ts"
import { InvitationId, type ProjectId } from "../domain/Ids.ts"
import { toWire } from "../domain/Wire.ts"
import { InvitationLinks } from "./InvitationLinks.ts"
import { ClientRepository } from "./ports/ClientRepository.ts"
import { EventLog } from "./ports/EventLog.ts"
import { InvitationRepository } from "./ports/InvitationRepository.ts"
import { MailOutbox } from "./ports/MailOutbox.ts"
import { Signer } from "./ports/Signer.ts"

export interface Issue {
  readonly projectIds: ReadonlyArray<ProjectId>
  readonly message: string | null
  readonly expiresAt: DateTime.Utc
}

export class Invitations extends Context.Service<
  Invitations,
  { readonly issue: (client: Client.Client, invitation: Issue) => Effect.Effect<DateTime.Utc> }
>()("retainer/app/Invitations") {
  static readonly layer = Layer.effect(
    Invitations,
    Effect.gen(function* () {
      const clients = yield* ClientRepository
      const invitations = yield* InvitationRepository
      const links = yield* InvitationLinks
      const outbox = yield* MailOutbox
      const events = yield* EventLog
      const signer = yield* Signer
      const random = yield* SecureRandom.SecureRandom

      return Invitations.of({
        issue: Effect.fn("Invitations.issue")(function* (client, { message, ...given }) {
          const { workspaceId, id: clientId } = client
          const view = Effect.orDie(clients.view(workspaceId, clientId))
          const previous = yield* view
          const now = yield* DateTime.now
          const id = yield* InvitationId.next(random)
          yield* invitations.replace({
            id,
            workspaceId,
            clientId,
            ...given,
            hash: signer.hash(Redacted.make(links.secret(id))),
            createdAt: now,
            revokedAt: null,
            usedAt: null
          })
          yield* clients.save(Client.invite(client, now))
          yield* outbox.offer({
            kind: "invitation",
            workspaceId,
            clientId,
            invitationId: id,
            message
          })
          yield* events.append({
            workspaceId,
            type: "client.invited",
            object: toWire(yield* view),
            previous: toWire(previous)
          })
          return now
        })
      })
    })
  )
}
