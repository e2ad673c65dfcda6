/** Workspaces and their logos, in every storage. */
import { createHash } from "node:crypto"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ClientRepository } from "../../../../src/app/ports/clients/ClientRepository.ts"
import { OAuthRepository } from "../../../../src/app/ports/oauth/OAuthRepository.ts"
import { ApiKeyRepository } from "../../../../src/app/ports/people/ApiKeyRepository.ts"
import { SessionRepository } from "../../../../src/app/ports/people/SessionRepository.ts"
import { UserRepository } from "../../../../src/app/ports/people/UserRepository.ts"
import { WorkspaceRepository } from "../../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { CountryCode } from "../../../../src/domain/address/Country.ts"
import { Workspace } from "../../../../src/domain/workspaces/Workspace.ts"
import { newAccessToken, newGrant, newKey } from "../../../support/credentialRecords.ts"
import { later, newClient, newHash, newUser, newWorkspace, now } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

const unknownDevice = { browser: null, system: null, address: null }

export const workspaceRepositoryContract: StorageContract = (it) => {
  it.effect("workspaces come back as they went in", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace
      const workspaces = yield* each(WorkspaceRepository)
      assert.deepStrictEqual(yield* workspaces.find(workspace.id), workspace)
      assert.deepInclude(yield* workspaces.list(null, 1000), workspace)
      assert.isNull(yield* workspaces.logo(workspace.id))
      const logo = { type: "image/png", bytes: new Uint8Array([0, 255, 7]) } as const
      yield* workspaces.saveLogo(workspace.id, logo)
      yield* workspaces.saveLogo(workspace.id, logo)
      assert.deepStrictEqual(yield* workspaces.logo(workspace.id), logo)
      const logoHash = createHash("sha256").update(logo.bytes).digest("hex")
      assert.strictEqual((yield* workspaces.find(workspace.id))?.logoHash, logoHash)
      assert.deepStrictEqual(yield* workspaces.logoByHash(workspace.id, logoHash), logo)
      assert.isNull(yield* workspaces.logoByHash((yield* newWorkspace).id, logoHash))
      yield* workspaces.saveLogo(workspace.id, null)
      assert.isNull(yield* workspaces.logo(workspace.id))
      yield* workspaces.save(new Workspace({ ...workspace, locale: "de-CH", plan: "scale" }))
      const changed = yield* workspaces.find(workspace.id)
      assert.deepStrictEqual([changed?.locale, changed?.plan], ["de-CH", "scale"])
      yield* workspaces.save(workspace)
    })
  )
  it.effect("the legal and tax data of workspaces come back as they went in", () =>
    Effect.gen(function* () {
      const workspaces = yield* each(WorkspaceRepository)
      const workspace = new Workspace({
        ...(yield* newWorkspace),
        address: {
          line1: "Weg 1",
          line2: "Hof",
          city: "Berlin",
          state: "",
          postalCode: "10115",
          country: CountryCode.make("DE")
        },
        addressText: null,
        taxNumber: "30/123/45678",
        registration: { scheme: null, id: "HRB 1" },
        legalInformation: "Geschäftsführerin: Olga Owner",
        contact: { name: "Olga", phone: "+49 30 123", email: null },
        electronicAddress: { scheme: "9930", id: "DE123456789" },
        bankAccount: { holder: null, iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
        paymentNote: "2 % Skonto\nbis zum 10.",
        eInvoice: "xrechnung",
        defaultTaxCategory: "S",
        defaultTaxRate: 0.19,
        smallBusiness: true,
        updatedAt: later
      })
      yield* workspaces.save(workspace)
      assert.deepStrictEqual(yield* workspaces.find(workspace.id), workspace)
    })
  )
  it.effect(
    "a deleted workspace is found by nothing but its own look-ups, until it is taken back",
    () =>
      Effect.gen(function* () {
        const workspace = new Workspace({ ...(yield* newWorkspace), reminderDays: [3] })
        const { id } = workspace
        const workspaces = yield* each(WorkspaceRepository)
        yield* workspaces.save(workspace)
        yield* workspaces.saveDeletion(id, later)
        assert.isNull(yield* workspaces.find(id))
        const among = (all: ReadonlyArray<Workspace>) => all.some((one) => one.id === id)
        assert.isFalse(among(yield* workspaces.list(null, 1000)))
        assert.isFalse(among(yield* workspaces.withReminders))
        const deleted = { workspace, deletedAt: later }
        assert.deepStrictEqual(yield* workspaces.findAny(id), workspace)
        assert.deepStrictEqual(yield* workspaces.findDeleted(id), deleted)
        assert.deepInclude(yield* workspaces.listDeleted, deleted)
        yield* workspaces.saveDeletion(id, null)
        assert.deepStrictEqual(yield* workspaces.find(id), workspace)
        assert.isNull(yield* workspaces.findDeleted(id))
        assert.isTrue(among(yield* workspaces.withReminders))
      })
  )
  it.effect("no credential of a deleted workspace is found", () =>
    Effect.gen(function* () {
      const { id: workspaceId } = yield* newWorkspace
      const workspaces = yield* each(WorkspaceRepository)
      const sessions = yield* each(SessionRepository)
      const clients = yield* each(ClientRepository)
      const user = yield* newUser(workspaceId)
      const client = { ...(yield* newClient(workspaceId)), email: user.email, portalAccess: true }
      yield* clients.save(client)
      const key = yield* newKey(workspaceId)
      const { app, grant } = yield* newGrant(user)
      const token = yield* newAccessToken(grant)
      const times = { createdAt: now, expiresAt: later }
      const session = { ...times, hash: newHash(), workspaceId, userId: user.id }
      yield* sessions.insert({ ...session, ...unknownDevice, usedAt: now, provedAt: null })
      const portal = { ...times, hash: newHash(), workspaceId, clientId: client.id }
      yield* sessions.insertPortal(portal)
      const oauth = yield* each(OAuthRepository)
      const found = Effect.all({
        key: Effect.flatMap(each(ApiKeyRepository), (keys) => keys.findByHash(key.hash)),
        token: oauth.findAccessToken(token.hash),
        app: oauth.findApp(app.id),
        session: sessions.find(session.hash),
        portal: sessions.findPortal(portal.hash),
        user: Effect.flatMap(each(UserRepository), (users) => users.findByEmail(user.email)),
        client: clients.findByPortalEmail(client.email)
      })
      const present = Effect.map(found, (all) =>
        Object.entries(all).flatMap(([name, one]) =>
          one === null || (Array.isArray(one) && one.length === 0) ? [] : [name]
        )
      )
      const all = ["key", "token", "app", "session", "portal", "user", "client"]
      assert.deepStrictEqual(yield* present, all)
      yield* workspaces.saveDeletion(workspaceId, later)
      assert.deepStrictEqual(yield* present, [])
      yield* workspaces.saveDeletion(workspaceId, null)
      assert.deepStrictEqual(yield* present, all)
    })
  )
  it.effect("workspaces are listed page by page, oldest first", () =>
    Effect.gen(function* () {
      const first = yield* newWorkspace
      const second = yield* newWorkspace
      const workspaces = yield* WorkspaceRepository
      const all = (yield* workspaces.list(null, 1000)).map(({ id }) => id)
      assert.deepStrictEqual([...all].sort(), all)
      const paged = []
      for (let page = yield* workspaces.list(null, 1); page[0] !== undefined; ) {
        paged.push(page[0].id)
        page = yield* workspaces.list(page[0].id, 1)
      }
      assert.deepStrictEqual(paged, all)
      assert.deepStrictEqual(yield* workspaces.list(first.id, 1), [second])
    })
  )
}
