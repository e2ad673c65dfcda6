/** A request for a link writes one outbox row for any address; no user is looked up. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Ref } from "effect"
import { Invitations } from "../../../src/app/clients/Invitations.ts"
import { LinkRequests } from "../../../src/app/people/LinkRequests.ts"
import { UserLinks } from "../../../src/app/people/UserLinks.ts"
import { ClientRepository } from "../../../src/app/ports/clients/ClientRepository.ts"
import { type MailJob, MailOutbox } from "../../../src/app/ports/mail/MailOutbox.ts"
import { UserRepository } from "../../../src/app/ports/people/UserRepository.ts"
import { RateLimits } from "../../../src/app/ports/RateLimits.ts"
import { Transaction, UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"

/** The outbox of this test is no part of a transaction. */
const noTransaction = Transaction.of({ afterCommit: () => Effect.die("nothing is to follow") })

describe("asking for a link", () => {
  it.effect("touches the outbox alone, once, for every address", () =>
    Effect.gen(function* () {
      const offered = yield* Ref.make<ReadonlyArray<MailJob>>([])
      // A member that is not given dies when it is called.
      const nothingElse = Layer.mergeAll(
        Layer.mock(UserRepository, {}),
        Layer.mock(ClientRepository, {}),
        Layer.mock(Invitations, {}),
        Layer.mock(UserLinks, { url: () => "" }),
        Layer.mock(RateLimits, { boundsMails: false }),
        Layer.mock(UnitOfWork, { transact: Effect.provideService(Transaction, noTransaction) }),
        Layer.mock(MailOutbox, { offer: (job) => Ref.update(offered, (all) => [...all, job]) })
      )
      yield* Effect.gen(function* () {
        const { enqueue } = yield* LinkRequests
        yield* enqueue("password", "known@x.example")
        yield* enqueue("portal", "unknown@x.example")
        yield* enqueue("portal", "no address")
        yield* enqueue("password", "a@x.example, b@x.example")
      }).pipe(Effect.provide(LinkRequests.layer.pipe(Layer.provide(nothingElse))))
      assert.deepStrictEqual(yield* Ref.get(offered), [
        { kind: "link_request", wanted: "password", email: "known@x.example" },
        { kind: "link_request", wanted: "portal", email: "unknown@x.example" }
      ])
    })
  )
})
