/** Notices reach the users whom they concern, and describe the state at the time of the try. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CurrentOrigin } from "../../../src/app/CurrentActor.ts"
import { Notices } from "../../../src/app/mail/Notices.ts"
import { ApiKeys } from "../../../src/app/people/ApiKeys.ts"
import { UserRepository } from "../../../src/app/ports/people/UserRepository.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { RequestId, UserId, WebhookEndpointId } from "../../../src/domain/Ids.ts"
import { User } from "../../../src/domain/people/User.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { random } from "../../support/records.ts"
import { sender } from "../../support/requests.ts"

const origin = {
  requestId: RequestId.fromUuid("0190f5fe-7c00-7a00-8abc-012345678901"),
  address: () => "203.0.113.7"
}

/** A workspace with an owner, an admin and a member. */
const start = Effect.gen(function* () {
  const created = yield* (yield* RetainerMemory).workspace()
  const users = yield* UserRepository
  const { transact } = yield* UnitOfWork
  const generator = yield* random
  for (const role of ["admin", "member"] as const) {
    const user = new User({
      id: yield* UserId.next(generator),
      workspaceId: created.workspace.id,
      name: role,
      email: `${role}@agency.example`,
      role
    })
    yield* Effect.orDie(transact(users.insert(user, null)))
  }
  return { ...created, call: sender(created.apiKey), transact, notices: yield* Notices }
})

layer(layerRetainerMemory)("notices", (it) => {
  it.effect("about an account reach its user, with the address of the request", () =>
    Effect.gen(function* () {
      const { workspace, userId, transact, notices } = yield* start
      const { receive } = yield* Inbox
      const user = { workspaceId: workspace.id, id: userId }
      yield* transact(notices.toUser(user, { type: "password_changed" })).pipe(
        Effect.provideService(CurrentOrigin, origin)
      )
      const changed = yield* receive
      assert.strictEqual(changed.to.address, "owner@agency.example")
      assert.strictEqual(changed.subject, "Notice: password_changed")
      assert.include(changed.text, "203.0.113.7")
      yield* transact(notices.toUser(user, { type: "new_device" }))
      const device = yield* receive
      assert.strictEqual(device.subject, "Notice: new_device")
      assert.include(device.text, "from the service")
      assert.notStrictEqual(device.messageId, changed.messageId)
    })
  )

  it.effect("about a key name it, and are not sent once it is revoked", () =>
    Effect.gen(function* () {
      const { workspace, userId, transact, notices } = yield* start
      const keys = yield* ApiKeys
      const inbox = yield* Inbox
      const user = { workspaceId: workspace.id, id: userId }
      const [revoked, working] = [
        yield* Effect.orDie(keys.create(workspace.id, "Old", ["invoices:read"])),
        yield* Effect.orDie(keys.create(workspace.id, "Bookkeeping", ["invoices:read"]))
      ]
      yield* Effect.orDie(keys.revoke(workspace.id, revoked.id))
      for (const { id } of [revoked, working]) {
        yield* transact(notices.toUser(user, { type: "api_key_created", apiKeyId: id }))
      }
      const mail = yield* inbox.receive
      assert.include(mail.text, "Bookkeeping")
      assert.include(mail.text, "http://retainer.test/settings/api-keys")
      assert.lengthOf(
        (yield* inbox.mails).filter(({ text }) => text.includes('"Old"')),
        0
      )
    })
  )

  it.effect("about a webhook endpoint reach owners and admins while it is disabled", () =>
    Effect.gen(function* () {
      const { workspace, userId, call, transact, notices } = yield* start
      const inbox = yield* Inbox
      const made = yield* call("POST", "/v1/webhook_endpoints", { url: "https://hooks.example/x" })
      const path = `/v1/webhook_endpoints/${made.body.id}`
      const notify = transact(
        notices.toManagers(workspace.id, {
          type: "webhook_endpoint_disabled",
          endpointId: WebhookEndpointId.schema.make(made.body.id)
        })
      )
      const aboutEndpoint = Effect.map(inbox.mails, (mails) =>
        mails.filter(({ subject }) => subject.includes("webhook_endpoint_disabled"))
      )
      yield* notify
      yield* transact(
        notices.toUser({ workspaceId: workspace.id, id: userId }, { type: "new_device" })
      )
      // The queue is in order, so the earlier mails are done.
      yield* inbox.receive
      assert.lengthOf(yield* aboutEndpoint, 0)
      yield* call("PATCH", path, { enabled: false })
      yield* notify
      const mails = [yield* inbox.receive, yield* inbox.receive]
      assert.deepStrictEqual(mails.map(({ to }) => to.address).sort(), [
        "admin@agency.example",
        "owner@agency.example"
      ])
      for (const { text } of mails) assert.include(text, "https://hooks.example/x")
    })
  )
})
