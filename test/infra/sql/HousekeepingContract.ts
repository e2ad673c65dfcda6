/** Retention in every storage: rows that are deleted, and rows that stay. */

import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { InvitationRepository } from "../../../src/app/ports/clients/InvitationRepository.ts"
import { WebhookRepository } from "../../../src/app/ports/events/WebhookRepository.ts"
import { Housekeeping } from "../../../src/app/ports/Housekeeping.ts"
import { IdempotencyRepository } from "../../../src/app/ports/IdempotencyRepository.ts"
import { InvoiceRepository } from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import { OAuthRepository } from "../../../src/app/ports/oauth/OAuthRepository.ts"
import { WorkspaceRepository } from "../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { InvitationId } from "../../../src/domain/Ids.ts"
import * as Invoice from "../../../src/domain/invoices/Invoice.ts"
import { newAccessToken, newGrant } from "../../support/credentialRecords.ts"
import {
  firstPage,
  issue,
  later,
  newClient,
  newDraft,
  newHash,
  newProject,
  newUser,
  newWorkspace,
  now,
  random
} from "../../support/records.ts"
import { each } from "../../support/transactions.ts"
import { newDelivery, newEndpoint } from "../../support/webhookRecords.ts"
import type { StorageContract } from "./contracts.ts"

export const housekeepingContract: StorageContract = (it) => {
  it.effect("housekeeping runs", () =>
    Effect.flatMap(Housekeeping, ({ purge }) => purge(DateTime.subtract(now, { days: 400 })))
  )

  it.effect(
    "deliveries go after 30 days, those that an enabled endpoint still waits for do not",
    () =>
      Effect.gen(function* () {
        const webhooks = yield* each(WebhookRepository)
        const { id } = yield* newWorkspace
        const kinds = ["delivered", "dead", "pending", "new"] as const
        const deliveriesOf = Effect.fnUntraced(function* (enabled: boolean) {
          const endpoint = yield* newEndpoint(id, { enabled })
          for (const kind of kinds) {
            const pending = { ...(yield* newDelivery(endpoint)), eventType: kind }
            const createdAt = kind === "new" ? DateTime.add(now, { days: 2 }) : now
            yield* webhooks.insertDelivery(
              kind === "delivered" || kind === "dead"
                ? { ...pending, createdAt, status: kind, nextTryAt: null }
                : { ...pending, createdAt },
              "{}"
            )
          }
          return Effect.map(webhooks.deliveries(id, endpoint.id, firstPage), ({ items }) =>
            items.map(({ eventType }) => eventType).sort()
          )
        })
        const enabled = yield* deliveriesOf(true)
        const disabled = yield* deliveriesOf(false)
        const { purge } = yield* Housekeeping
        yield* purge(DateTime.add(now, { days: 30 }))
        assert.lengthOf(yield* enabled, 4)
        yield* purge(DateTime.add(now, { days: 31 }))
        assert.deepStrictEqual(yield* enabled, ["new", "pending"])
        assert.deepStrictEqual(yield* disabled, ["new"])
      })
  )

  it.effect("grants go 30 days after they ended, with what is left of them", () =>
    Effect.gen(function* () {
      const oauth = yield* each(OAuthRepository)
      const user = yield* newUser((yield* newWorkspace).id)
      const { grant: revoked } = yield* newGrant(user)
      yield* newAccessToken(revoked)
      yield* oauth.saveGrant({ ...revoked, revokedAt: now })
      const { grant: unused } = yield* newGrant(user)
      const { grant: used } = yield* newGrant(user)
      yield* newAccessToken(used)
      const left = Effect.map(
        Effect.forEach([revoked, unused, used], ({ workspaceId, id }) =>
          oauth.grantForUpdate(workspaceId, id)
        ),
        (all) => all.map((found) => found !== null)
      )
      const { purge } = yield* Housekeeping
      yield* purge(DateTime.add(now, { days: 30 }))
      assert.deepStrictEqual(yield* left, [true, true, true])
      yield* purge(DateTime.add(now, { days: 31 }))
      assert.deepStrictEqual(yield* left, [false, false, true])
    })
  )

  it.effect("a replaced invitation goes after 30 days, the newest of a client stays", () =>
    Effect.gen(function* () {
      const invitations = yield* each(InvitationRepository)
      const { id: workspaceId } = yield* newWorkspace
      const { id: clientId } = yield* newClient(workspaceId)
      const project = yield* newProject(workspaceId, clientId)
      const invite = Effect.fnUntraced(function* (createdAt: DateTime.Utc) {
        const id = yield* InvitationId.next(yield* random)
        yield* invitations.insert({
          id,
          workspaceId,
          clientId,
          projectIds: [project.id],
          hash: newHash(),
          createdAt,
          expiresAt: DateTime.add(createdAt, { days: 7 }),
          revokedAt: null,
          usedAt: createdAt
        })
        return id
      })
      const first = yield* invite(now)
      const second = yield* invite(later)
      const { purge } = yield* Housekeeping
      yield* purge(DateTime.add(now, { days: 30 }))
      assert.isNotNull(yield* invitations.find(workspaceId, first))
      yield* purge(DateTime.add(now, { days: 90 }))
      assert.isNull(yield* invitations.find(workspaceId, first))
      assert.strictEqual((yield* invitations.newest(workspaceId, clientId))?.id, second)
    })
  )

  it.effect("answers to repeated requests go after a day", () =>
    Effect.gen(function* () {
      const answers = yield* each(IdempotencyRepository)
      const { id: workspaceId } = yield* newWorkspace
      const scope = { workspaceId, credential: "key_1", route: "POST /v1/clients", key: newHash() }
      const never = DateTime.subtract(now, { days: 365 })
      yield* answers.insert(scope, { requestHash: "h", status: 201, body: "{}" }, now, never)
      const { purge } = yield* Housekeeping
      yield* purge(DateTime.add(now, { days: 1 }))
      assert.isNotNull(yield* answers.find(scope, never))
      yield* purge(DateTime.add(now, { days: 2 }))
      assert.isNull(yield* answers.find(scope, never))
    })
  )

  it.effect("a logo that an issued invoice shows outlives its replacement", () =>
    Effect.gen(function* () {
      const invoices = yield* each(InvoiceRepository)
      const workspaces = yield* each(WorkspaceRepository)
      const { id } = yield* newWorkspace
      const logo = (byte: number) =>
        ({ type: "image/png", bytes: new Uint8Array([byte, 255]) }) as const
      yield* workspaces.saveLogo(id, logo(1))
      const logoHash = (yield* workspaces.find(id))?.logoHash ?? ""
      const draft = yield* newDraft(id, (yield* newClient(id)).id)
      const seller = { ...issue.seller, logoHash }
      yield* invoices.save(Invoice.send(draft, { ...issue, seller }, now), "draft")
      yield* workspaces.saveLogo(id, logo(2))
      assert.deepStrictEqual(yield* workspaces.logo(id), logo(2))
      assert.deepStrictEqual(yield* workspaces.logoByHash(id, logoHash), logo(1))
      const replaced = (yield* workspaces.find(id))?.logoHash ?? ""
      yield* workspaces.saveLogo(id, null)
      assert.isNull(yield* workspaces.logo(id))
      // A day later no send of an invoice can use it any more.
      assert.deepStrictEqual(yield* workspaces.logoByHash(id, replaced), logo(2))
      yield* (yield* Housekeeping).purge(DateTime.add(yield* DateTime.now, { days: 2 }))
      assert.isNull(yield* workspaces.logoByHash(id, replaced))
      assert.deepStrictEqual(yield* workspaces.logoByHash(id, logoHash), logo(1))
    })
  )
}
