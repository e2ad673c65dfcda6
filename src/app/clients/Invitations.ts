/**
 * Invitations to the client portal. The agency's own revokes the client's older ones and opens the
 * portal; one requested in the client's name is added to them and changes nothing. Each queues its
 * mail, and is part of the caller's transaction, which holds the client's row.
 */
import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Client from "../../domain/clients/Client.ts"
import { InvitationId, type ProjectId } from "../../domain/Ids.ts"
import { Journal } from "../Journal.ts"
import { MailQueue, type QueuedMail } from "../mail/MailQueue.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { InvitationRepository } from "../ports/clients/InvitationRepository.ts"
import { Signer } from "../ports/Signer.ts"
import type { Transaction } from "../ports/UnitOfWork.ts"
import { InvitationLinks } from "./InvitationLinks.ts"

interface InvitationTerms {
  readonly projectIds: ReadonlyArray<ProjectId>
  readonly message: string | null
  readonly expiresAt: DateTime.Utc
}

export class Invitations extends Context.Service<
  Invitations,
  {
    /** By the agency. */
    readonly issue: (
      client: Client.Client,
      invitation: InvitationTerms
    ) => Effect.Effect<DateTime.Utc, never, Transaction>
    /**
     * The requester becomes the new invitation's author; sharing stays that of the newest
     * invitation.
     */
    readonly renew: (
      client: Client.Client,
      expiresAt: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/Invitations") {
  static readonly layer = Layer.effect(
    Invitations,
    Effect.gen(function* () {
      const clients = yield* ClientRepository
      const invitations = yield* InvitationRepository
      const links = yield* InvitationLinks
      const mails = yield* MailQueue
      const journal = yield* Journal
      const signer = yield* Signer
      const random = yield* SecureRandom.SecureRandom

      const view = ({ workspaceId, id }: Client.Client) =>
        Effect.orDie(clients.view(workspaceId, id))

      /** Stores the invitation and queues the mail that carries its secret. */
      const write = Effect.fnUntraced(function* (
        { workspaceId, id: clientId, email: recipient }: Client.Client,
        { message, ...given }: InvitationTerms,
        now: DateTime.Utc,
        cause: Pick<QueuedMail, "kind" | "trigger">
      ) {
        const id = yield* InvitationId.next(random)
        yield* invitations.insert({
          id,
          workspaceId,
          clientId,
          ...given,
          hash: signer.hash(Redacted.make(links.secret(id))),
          createdAt: now,
          revokedAt: null,
          usedAt: null
        })
        yield* mails.enqueue({
          job: { kind: "invitation", workspaceId, clientId, invitationId: id, message },
          recipient,
          ...cause
        })
      })

      return Invitations.of({
        issue: Effect.fnUntraced(function* (client, given) {
          const previous = yield* view(client)
          const now = yield* DateTime.now
          yield* invitations.revokeAll(client.workspaceId, client.id, now)
          yield* write(client, given, now, { trigger: "caller" })
          const invited = Client.invite(client, now)
          yield* clients.save(invited)
          const shown = Client.viewOf(invited, previous)
          yield* journal.record(client.workspaceId, "client.invited", previous, shown)
          return now
        }),

        renew: Effect.fnUntraced(function* (client, expiresAt) {
          const newest = yield* invitations.newest(client.workspaceId, client.id)
          const projectIds = newest?.projectIds ?? []
          const terms = { projectIds, message: null, expiresAt }
          const cause = { kind: "link_request", trigger: "consequence" } as const
          yield* write(client, terms, yield* DateTime.now, cause)
          yield* journal.record(
            client.workspaceId,
            "client.link_requested",
            null,
            yield* view(client)
          )
        })
      })
    })
  )
}
