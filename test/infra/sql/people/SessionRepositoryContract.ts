/** Sessions of users and clients, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ClientRepository } from "../../../../src/app/ports/clients/ClientRepository.ts"
import { SessionRepository } from "../../../../src/app/ports/people/SessionRepository.ts"
import { UserRepository } from "../../../../src/app/ports/people/UserRepository.ts"
import { UserId } from "../../../../src/domain/Ids.ts"
import { User } from "../../../../src/domain/people/User.ts"
import {
  later,
  newClient,
  newHash,
  newUser,
  newWorkspace,
  now,
  random
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const sessionRepositoryContract: StorageContract = (it) => {
  it.effect("sessions tell user and workspace, and end with the user", () =>
    Effect.gen(function* () {
      const sessions = yield* each(SessionRepository)
      const workspace = yield* newWorkspace
      const other = yield* newWorkspace
      const user = yield* newUser(workspace.id)
      const open = Effect.fnUntraced(function* () {
        const session = {
          hash: newHash(),
          workspaceId: workspace.id,
          userId: user.id,
          createdAt: now,
          expiresAt: later,
          usedAt: now,
          provedAt: null,
          browser: "Firefox",
          system: null,
          address: "192.0.2.1"
        }
        yield* sessions.insert(session)
        return session
      })
      const first = yield* open()
      assert.deepStrictEqual(yield* sessions.find(first.hash), {
        session: first,
        user,
        workspace,
        others: [],
        hasFactor: false,
        factorSince: null
      })
      yield* sessions.recordUse(other.id, first.hash, later)
      yield* sessions.recordProof(other.id, first.hash, later)
      assert.deepStrictEqual((yield* sessions.find(first.hash))?.session, first)
      yield* sessions.recordUse(workspace.id, first.hash, later)
      yield* sessions.recordProof(workspace.id, first.hash, later)
      const used = { ...first, usedAt: later, provedAt: later }
      assert.deepStrictEqual((yield* sessions.find(first.hash))?.session, used)
      yield* sessions.remove(other.id, first.hash)
      assert.isNotNull(yield* sessions.find(first.hash))
      yield* sessions.remove(workspace.id, first.hash)
      assert.isNull(yield* sessions.find(first.hash))
      const [second, third] = [yield* open(), yield* open()]
      const hashes = Effect.map(sessions.listOfUser(workspace.id, user.id), (all) =>
        all.map(({ hash }) => hash)
      )
      assert.sameMembers(yield* hashes, [second.hash, third.hash])
      assert.deepInclude(yield* sessions.listOfUser(workspace.id, user.id), second)
      assert.isEmpty(yield* sessions.listOfUser(other.id, user.id))
      yield* sessions.recordUse(workspace.id, third.hash, later)
      assert.deepStrictEqual(yield* sessions.lastUses(workspace.id), [
        { userId: user.id, usedAt: later, expiresAt: later }
      ])
      assert.isEmpty(yield* sessions.lastUses(other.id))
      const fourth = yield* open()
      yield* sessions.removeOfUser(other.id, user.id)
      yield* sessions.removeOfUser(workspace.id, user.id, fourth.hash)
      assert.isNotNull(yield* sessions.find(fourth.hash))
      yield* sessions.removeOfUser(workspace.id, user.id)
      assert.isNull(yield* sessions.find(fourth.hash))
      assert.isNull(yield* sessions.find(second.hash))
      assert.isNull(yield* sessions.find(third.hash))
      const last = yield* open()
      yield* (yield* each(UserRepository)).remove(workspace.id, user.id, now)
      assert.isNull(yield* sessions.find(last.hash))
    })
  )

  it.effect("a session names the person's other workspaces, where the address is proved", () =>
    Effect.gen(function* () {
      const sessions = yield* each(SessionRepository)
      const users = yield* each(UserRepository)
      const [one, two, three] = [yield* newWorkspace, yield* newWorkspace, yield* newWorkspace]
      const email = `${one.id}@x.example`
      const user = yield* newUser(one.id, { email })
      const there = yield* newUser(two.id, { email: email.toUpperCase() })
      yield* users.savePassword(two.id, there.id, "another password hash", now)
      const invited = new User({ ...user, id: yield* UserId.next(yield* random) })
      yield* users.insert(new User({ ...invited, workspaceId: three.id }), null)
      const hash = newHash()
      const times = { createdAt: now, expiresAt: later, usedAt: now, provedAt: null }
      const device = { browser: null, system: null, address: null }
      yield* sessions.insert({ ...times, ...device, hash, workspaceId: one.id, userId: user.id })
      const others = Effect.map(sessions.find(hash), (found) => found?.others)
      assert.deepStrictEqual(yield* others, [])
      yield* users.savePassword(two.id, there.id, "password hash", now)
      assert.deepStrictEqual(yield* others, [{ id: two.id, name: two.name }])
      yield* users.savePassword(two.id, there.id, "another password hash", now)
      yield* users.saveEmail(one.id, user.id, email, now)
      assert.deepStrictEqual(yield* others, [{ id: two.id, name: two.name }])
      yield* users.remove(two.id, there.id, now)
      assert.deepStrictEqual(yield* others, [])
    })
  )

  it.effect("portal sessions live only while the client has access", () =>
    Effect.gen(function* () {
      const sessions = yield* each(SessionRepository)
      const clients = yield* each(ClientRepository)
      const workspace = yield* newWorkspace
      const client = { ...(yield* newClient(workspace.id)), email: `${workspace.id}@x.example` }
      const session = {
        hash: newHash(),
        workspaceId: workspace.id,
        clientId: client.id,
        createdAt: now,
        expiresAt: later
      }
      yield* clients.save(client)
      yield* sessions.insertPortal(session)
      assert.isNull(yield* sessions.findPortal(session.hash))
      assert.deepStrictEqual(yield* clients.findByPortalEmail(client.email), [])
      const allowed = { ...client, portalAccess: true }
      yield* clients.save(allowed)
      assert.deepStrictEqual(yield* sessions.findPortal(session.hash), {
        session,
        client: allowed,
        workspace
      })
      assert.deepStrictEqual(yield* clients.findByPortalEmail(client.email.toUpperCase()), [
        allowed
      ])
      yield* clients.recordPortalVisit(workspace.id, client.id, later)
      assert.deepStrictEqual((yield* clients.find(workspace.id, client.id))?.portalLastSeen, later)
      yield* sessions.removePortal(workspace.id, session.hash)
      assert.isNull(yield* sessions.findPortal(session.hash))
      yield* sessions.insertPortal(session)
      yield* sessions.removeOfClient(workspace.id, client.id)
      assert.isNull(yield* sessions.findPortal(session.hash))
    })
  )
}
