/** The sessions of the portal: who visits, when they were last seen, and leaving. */
import { DateTime, Duration, Effect, type Redacted } from "effect"
import type { Client } from "../../domain/clients/Client.ts"
import { hasSecretForm } from "../../domain/people/Credential.ts"
import { makeNotes } from "../AdmissionControl.ts"
import { movedSecretRefusal } from "../MovedWorkspaces.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { SessionRepository } from "../ports/people/SessionRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"

/** portal_last_seen is for people: once a minute is enough and saves a write per page. */
const lastSeenInterval = Duration.minutes(1)

/** Writes down that the client was there, where that is not written already. */
export const portalVisits = Effect.gen(function* () {
  const clients = yield* ClientRepository

  return Effect.fnUntraced(function* ({ id, workspaceId, portalLastSeen }: Client) {
    const now = yield* DateTime.now
    const isDue =
      portalLastSeen === null ||
      Duration.isGreaterThanOrEqualTo(DateTime.distance(portalLastSeen, now), lastSeenInterval)
    if (isDue) yield* clients.recordPortalVisit(workspaceId, id, now)
  })
})

const liveSession = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const signer = yield* Signer

  return Effect.fnUntraced(function* (secret: Redacted.Redacted) {
    if (!hasSecretForm("rse", secret)) return null
    const found = yield* sessions.findPortal(signer.hash(secret))
    const now = yield* DateTime.now
    return found === null || DateTime.isLessThanOrEqualTo(found.session.expiresAt, now)
      ? null
      : found
  })
})

export const resolveVisitor = Effect.gen(function* () {
  const find = yield* liveSession
  const refuseMoved = yield* movedSecretRefusal
  const seen = yield* portalVisits
  const { transact } = yield* UnitOfWork
  const note = makeNotes("A visit of the portal")

  return useCase("Portal.resolve")(function* (secret: Redacted.Redacted) {
    const found = yield* find(secret)
    if (found === null) {
      yield* refuseMoved("rse", secret)
      return null
    }
    yield* note(found.client.id, transact(seen(found.client)))
    return { workspace: found.workspace, client: found.client }
  })
})

export const leavePortal = Effect.gen(function* () {
  const find = yield* liveSession
  const refuseMoved = yield* movedSecretRefusal
  const { transact } = yield* UnitOfWork
  const sessions = yield* SessionRepository

  return useCase("Portal.leave")(function* (secret: Redacted.Redacted) {
    const found = yield* find(secret)
    if (found === null) yield* refuseMoved("rse", secret)
    else yield* sessions.removePortal(found.workspace.id, found.session.hash)
  }, transact)
})
