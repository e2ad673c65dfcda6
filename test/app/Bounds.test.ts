/** At most so many keys, apps and endpoints, also when all are made at once, on every storage. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import type { SecureRandom } from "effect/crypto"
import { Webhooks } from "../../src/app/events/webhooks/Webhooks.ts"
import { Journal } from "../../src/app/Journal.ts"
import { Notices } from "../../src/app/mail/Notices.ts"
import { OAuthApps } from "../../src/app/oauth/OAuthApps.ts"
import { ApiKeys } from "../../src/app/people/ApiKeys.ts"
import type { EventLog } from "../../src/app/ports/events/EventLog.ts"
import type { WebhookRepository } from "../../src/app/ports/events/WebhookRepository.ts"
import type { OAuthRepository } from "../../src/app/ports/oauth/OAuthRepository.ts"
import type { ApiKeyRepository } from "../../src/app/ports/people/ApiKeyRepository.ts"
import type { UnitOfWork } from "../../src/app/ports/UnitOfWork.ts"
import type { WorkspaceRepository } from "../../src/app/ports/workspaces/WorkspaceRepository.ts"
import type { WorkspaceVersions } from "../../src/app/ports/workspaces/WorkspaceVersions.ts"
import { scopes } from "../../src/domain/access/Scope.ts"
import { type Bounded, type BoundReached, bounds } from "../../src/domain/Bounds.ts"
import type { Workspace } from "../../src/domain/workspaces/Workspace.ts"
import { WebhookSenderMemory } from "../../src/testing/events/WebhookSenderMemory.ts"
import { layerMemoryStorage } from "../../src/testing/MemoryPorts.ts"
import { SignerMemory } from "../../src/testing/SignerMemory.ts"
import { VaultMemory } from "../../src/testing/VaultMemory.ts"
import { LogoDecoderMemory } from "../../src/testing/workspaces/LogoDecoderMemory.ts"
import { newWorkspace } from "../support/records.ts"
import { layerPglite, layerPostgres, onDatabase } from "../support/storages.ts"

type Services = ApiKeys | OAuthApps | Webhooks

/** Makes one more in the workspace. */
const making: Readonly<
  Record<Bounded, (workspace: Workspace) => Effect.Effect<unknown, unknown, Services>>
> = {
  "API keys": ({ id }) =>
    Effect.flatMap(ApiKeys, (keys) => keys.create(id, "K", ["projects:read"])),
  "OAuth apps": ({ id }) =>
    Effect.flatMap(OAuthApps, (apps) =>
      apps.register(id, { name: "A", redirectUris: ["https://x.example/back"] })
    ),
  "webhook endpoints": (workspace) =>
    Effect.flatMap(Webhooks, (webhooks) =>
      webhooks.create(workspace, new Set(scopes), { url: "https://x.example" })
    )
}

const takingAway: typeof making = {
  "API keys": ({ id }) =>
    Effect.flatMap(ApiKeys, (keys) =>
      Effect.flatMap(keys.list(id), ([first]) => keys.revoke(id, first?.id ?? ""))
    ),
  "OAuth apps": ({ id }) =>
    Effect.flatMap(OAuthApps, (apps) =>
      Effect.flatMap(apps.list(id), ([first]) => apps.remove(id, first?.id ?? ""))
    ),
  "webhook endpoints": (workspace) =>
    Effect.flatMap(Webhooks, (webhooks) =>
      Effect.flatMap(webhooks.list(workspace, { limit: 1, after: null }), ({ items: [first] }) =>
        webhooks.remove(workspace, first?.id ?? "")
      )
    )
}

const kinds = ["API keys", "OAuth apps", "webhook endpoints"] as const

const useCases = Layer.mergeAll(ApiKeys.layer, OAuthApps.layer, Webhooks.layer).pipe(
  Layer.provide(Journal.layer),
  Layer.provide(
    Layer.succeed(Notices, { toUser: () => Effect.void, toManagers: () => Effect.void })
  ),
  Layer.provide(Layer.mergeAll(LogoDecoderMemory, SignerMemory, VaultMemory, WebhookSenderMemory))
)

type Ports =
  | ApiKeyRepository
  | EventLog
  | OAuthRepository
  | SecureRandom.SecureRandom
  | UnitOfWork
  | WebhookRepository
  | WorkspaceRepository
  | WorkspaceVersions

const suite = <E>(name: string, storage: Layer.Layer<Ports, E>) =>
  layer(Layer.provideMerge(useCases, storage), { excludeTestServices: true })(name, (it) => {
    for (const what of kinds) {
      it.effect(`${what}: ${bounds[what]}, and no more when many come at once`, () =>
        Effect.gen(function* () {
          const workspace = yield* newWorkspace
          const other = yield* newWorkspace
          const make = making[what]
          const all = Array.from({ length: bounds[what] + 15 }, () =>
            Effect.result(make(workspace))
          )
          const results = yield* Effect.all(all, { concurrency: "unbounded" })
          const refused = results.filter(Result.isFailure).map(({ failure }) => failure)
          assert.lengthOf(refused, 15)
          const [first] = refused as ReadonlyArray<BoundReached>
          assert.strictEqual(first?._tag, "BoundReached")
          assert.include(first?.message, `at most ${bounds[what]} ${what}`)
          yield* make(other)
          yield* takingAway[what](workspace)
          yield* make(workspace)
          assert.isTrue(Result.isFailure(yield* Effect.result(make(workspace))))
        })
      )
    }
  })

suite("bounds in memory", layerMemoryStorage)
suite("bounds on PGlite", onDatabase(layerPglite))
suite("bounds on PostgreSQL", onDatabase(layerPostgres))
