/** Invitations to the portal, in every storage. */
import { assert } from "@effect/vitest"
import { type DateTime, Effect, Option } from "effect"
import { InvitationRepository } from "../../../../src/app/ports/clients/InvitationRepository.ts"
import { InvitationId, type ProjectId } from "../../../../src/domain/Ids.ts"
import { at, newClient, newProject, newWorkspace, now, random } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const invitationRepositoryContract: StorageContract = (it) => {
  it.effect("a new invitation revokes the older one", () =>
    Effect.gen(function* () {
      const invitations = yield* each(InvitationRepository)
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const project = yield* newProject(workspace.id, client.id)
      const invite = Effect.fnUntraced(function* (
        hash: string,
        projectIds: ReadonlyArray<ProjectId>,
        createdAt: DateTime.Utc
      ) {
        const invitation = {
          id: yield* InvitationId.next(yield* random),
          workspaceId: workspace.id,
          clientId: client.id,
          projectIds,
          hash,
          createdAt,
          expiresAt: at("2026-03-17T12:00:00Z"),
          revokedAt: null,
          usedAt: null
        }
        yield* invitations.insert(invitation)
        return invitation
      })
      const first = yield* invite("first", [project.id], now)
      assert.deepStrictEqual(yield* invitations.find(workspace.id, first.id), first)
      assert.deepStrictEqual(yield* invitations.findByHash("first"), first)
      assert.isTrue(yield* invitations.consume(workspace.id, first.id, now))
      assert.isFalse(yield* invitations.consume(workspace.id, first.id, now))
      const soon = at("2026-03-10T12:00:01Z")
      const second = yield* invite("second", [], soon)
      assert.deepStrictEqual(yield* invitations.newest(workspace.id, client.id), second)
      assert.isNull((yield* invitations.find(workspace.id, first.id))?.revokedAt ?? null)
      const other = yield* newWorkspace
      const stranger = yield* newClient(workspace.id)
      yield* invitations.revokeAll(other.id, client.id, soon)
      yield* invitations.revokeAll(workspace.id, stranger.id, soon)
      assert.isNull((yield* invitations.find(workspace.id, second.id))?.revokedAt ?? null)
      yield* invitations.revokeAll(workspace.id, client.id, soon)
      yield* invitations.revokeAll(workspace.id, client.id, at("2026-03-11T12:00:00Z"))
      for (const { id } of [first, second]) {
        assert.deepStrictEqual((yield* invitations.find(workspace.id, id))?.revokedAt, soon)
      }
      assert.isFalse(yield* invitations.consume(workspace.id, second.id, soon))
      const newest = yield* invitations.newest(workspace.id, client.id)
      assert.strictEqual(newest?.id, second.id)
      assert.isNull(yield* invitations.newest(workspace.id, stranger.id))
      assert.isFalse(yield* invitations.consume(other.id, second.id, now))
      assert.isTrue(Option.isNone(Option.fromNullOr(yield* invitations.find(other.id, first.id))))
    })
  )
}
