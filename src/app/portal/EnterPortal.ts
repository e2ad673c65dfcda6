/** Exchanges an invitation's secret for a session; a used link sends another by mail. */
import { DateTime, Duration, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { makeSecret } from "../../domain/people/Credential.ts"
import { Cell } from "../Cell.ts"
import { LinkRequests } from "../people/LinkRequests.ts"
import { InvitationRepository } from "../ports/clients/InvitationRepository.ts"
import { SessionRepository } from "../ports/people/SessionRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { InvitationUnusable, invitationBehindLink, usableInvitation } from "./OpenInvitation.ts"
import { portalVisits } from "./PortalSessions.ts"

export const portalSessionLifetime = Duration.days(30)

export const enterPortal = Effect.gen(function* () {
  const usable = yield* usableInvitation
  const invitations = yield* InvitationRepository
  const sessions = yield* SessionRepository
  const signer = yield* Signer
  const seen = yield* portalVisits
  const { transact } = yield* UnitOfWork
  const random = yield* SecureRandom.SecureRandom
  const { label } = yield* Cell

  return useCase("Portal.enter")(function* (secret: string) {
    const { invitation, invited, now } = yield* usable(secret)
    const { workspaceId, clientId } = invitation
    if (!(yield* invitations.consume(workspaceId, invitation.id, now))) {
      return yield* new InvitationUnusable({ reason: "used", invited })
    }
    const session = yield* makeSecret("rse", random, label)
    yield* sessions.insertPortal({
      hash: signer.hash(session),
      workspaceId,
      clientId,
      createdAt: now,
      expiresAt: DateTime.addDuration(now, portalSessionLifetime)
    })
    yield* seen(invited.client)
    return session
  }, transact)
})

export const renewInvitation = Effect.gen(function* () {
  const behindLink = yield* invitationBehindLink
  const requests = yield* LinkRequests

  return useCase("Portal.renew")(function* (secret: string) {
    const { invited } = yield* behindLink(secret)
    if (!invited.client.portalAccess) {
      return yield* new InvitationUnusable({ reason: "closed", invited })
    }
    yield* requests.renew(invited.client)
  })
})
