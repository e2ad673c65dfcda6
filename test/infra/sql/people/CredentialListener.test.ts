/** What one process hears of the credentials that another changes, on PostgreSQL. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { OAuthRepository } from "../../../../src/app/ports/oauth/OAuthRepository.ts"
import { ApiKeyRepository } from "../../../../src/app/ports/people/ApiKeyRepository.ts"
import { WorkspaceRepository } from "../../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { Workspace } from "../../../../src/domain/workspaces/Workspace.ts"
import { layerServer } from "../../../../src/infra/sql/Database.ts"
import { layerListening } from "../../../../src/infra/sql/people/CredentialListener.ts"
import { CredentialWrites } from "../../../../src/infra/sql/people/CredentialWrites.ts"
import { changing, credentialSetting } from "../../../support/credentialChanges.ts"
import { newAccessToken, newKey } from "../../../support/credentialRecords.ts"
import { newUser, now } from "../../../support/records.ts"
import { startSilencer } from "../../../support/silence.ts"
import { migratedDatabase, onDatabase } from "../../../support/storages.ts"

const until = (condition: () => boolean) =>
  Effect.repeat(Effect.sync(condition), {
    until: (holds) => holds,
    schedule: Schedule.spaced("10 millis")
  })

/** Another process on the same database: what it heard of changes. */
const listener = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  pulse?: Parameters<typeof layerListening>[1]
) {
  const context = yield* Layer.build(
    Layer.provideMerge(layerListening(url, pulse), layerServer(url, 4))
  )
  const { changes: heard } = Context.get(context, CredentialWrites)
  yield* until(heard.areHeard)
  return heard
})

const onFreshDatabase = <A, E, R>(test: (url: Redacted.Redacted) => Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.flatMap(migratedDatabase, (url) =>
      Effect.provide(test(url), onDatabase(layerServer(url, 4)))
    )
  )

describe("another process", () => {
  it.live("hears of each change, of its workspace alone", () =>
    onFreshDatabase((url) =>
      Effect.gen(function* () {
        const heard = yield* listener(url)
        for (const change of Object.values(changing)) {
          const own = yield* credentialSetting
          const since = heard.count()
          yield* change(own)
          yield* until(() => !heard.isCurrent(own.workspace.id, since))
          assert.isTrue(heard.isCurrent(own.other.id, since))
        }
      })
    )
  )

  it.live("hears nothing of what makes no answer wrong, nor of what was undone", () =>
    onFreshDatabase((url) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const oauth = yield* OAuthRepository
        const heard = yield* listener(url)
        const own = yield* credentialSetting
        const { workspace, other, key, grant } = own
        const old = yield* newAccessToken(grant, now)
        const since = heard.count()
        yield* (yield* ApiKeyRepository).recordUse(workspace.id, key.id, now)
        yield* oauth.saveGrant({ ...grant, generation: 1, rotatedAt: now })
        yield* oauth.removeAccessToken(workspace.id, old.hash)
        yield* (yield* WorkspaceRepository).save(workspace)
        yield* newKey(workspace.id)
        yield* newUser(workspace.id)
        yield* Effect.ignore(
          sql.withTransaction(Effect.andThen(changing["another role"](own), Effect.fail("no")))
        )
        // Notifications come in the order of the commits.
        yield* (yield* WorkspaceRepository).save(new Workspace({ ...other, name: "Renamed" }))
        yield* until(() => !heard.isCurrent(other.id, since))
        assert.isTrue(heard.isCurrent(workspace.id, since))
      })
    )
  )

  it.live("counts on nothing while its connection is gone, and listens anew", () =>
    onFreshDatabase((url) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const heard = yield* listener(url)
        const own = yield* credentialSetting
        const since = heard.count()
        const ended = yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query ILIKE '%credential_changes%'
            AND pid <> pg_backend_pid()`
        assert.lengthOf(ended, 1)
        yield* until(() => !heard.areHeard())
        yield* changing["a revoked key"](own)
        yield* until(heard.areHeard)
        assert.isFalse(heard.isCurrent(own.workspace.id, since))
        const again = heard.count()
        yield* changing["another plan"](own)
        yield* until(() => !heard.isCurrent(own.workspace.id, again))
      })
    )
  )

  it.live(
    "counts on nothing when its connection fell silent, and listens anew",
    () =>
      onFreshDatabase((url) =>
        Effect.gen(function* () {
          const silencer = yield* Effect.acquireRelease(
            Effect.promise(() => startSilencer(new URL(Redacted.value(url)))),
            ({ stop }) => Effect.sync(stop)
          )
          const heard = yield* listener(Redacted.make(silencer.url.href), {
            every: "50 millis",
            deadline: "200 millis"
          })
          const since = heard.count()
          silencer.fallSilent()
          yield* until(() => !heard.areHeard())
          silencer.speak()
          yield* until(heard.areHeard)
          const { workspace } = yield* credentialSetting
          assert.isFalse(heard.isCurrent(workspace.id, since))
        })
      ),
    30_000
  )
})
