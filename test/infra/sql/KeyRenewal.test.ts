/**
 * The start after a change of keys: what is renewed, what is taken over once, and what still needs
 * which key.
 */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { IdempotencyRepository } from "../../../src/app/ports/IdempotencyRepository.ts"
import type { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { answerPlace, Vault, webhookPlace } from "../../../src/app/ports/Vault.ts"
import { WebhookEndpointId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { keyId, type SecretKeys } from "../../../src/infra/crypto/SecretKeys.ts"
import { VaultAesGcm } from "../../../src/infra/crypto/VaultAesGcm.ts"
import { MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { keyDependents } from "../../../src/infra/sql/KeyDependents.ts"
import { renewSecrets } from "../../../src/infra/sql/KeyRenewal.ts"
import { placeless } from "../../support/placeless.ts"
import { layerPglite, onDatabase } from "../../support/storages.ts"
import { each } from "../../support/transactions.ts"

const oldKey = Redacted.make(new Uint8Array(32).fill(1))
const newKey = Redacted.make(new Uint8Array(32).fill(2))

const workspace = "0190f5fe-7c00-7a00-8abc-000000000001"
const workspaceId = WorkspaceId.fromUuid(workspace)
const uuids = ["0190f5fe-7c00-7a00-8abc-000000000011", "0190f5fe-7c00-7a00-8abc-000000000012"]
const placeOf = (index: number) =>
  webhookPlace({ workspaceId, id: WebhookEndpointId.fromUuid(uuids[index] ?? "") })

const startWith = (...keys: SecretKeys) =>
  Effect.provide(renewSecrets(keyId(keys[0])), VaultAesGcm(keys))

const storedSecrets = Effect.gen(function* () {
  const sql = yield* MaintenanceClient
  const rows = yield* sql<{ secret: string }>`SELECT secret FROM webhook_endpoints ORDER BY id`
  return rows.map(({ secret }) => secret)
})

const store = Effect.fnUntraced(function* (secrets: ReadonlyArray<string>) {
  const sql = yield* MaintenanceClient
  for (const [index, secret] of secrets.entries()) {
    yield* sql`INSERT INTO webhook_endpoints
      (workspace_id, id, url, enabled, secret, created_at, updated_at)
      VALUES (${workspace}, ${uuids[index]}, 'https://x.example', true, ${secret}, now(), now())
      ON CONFLICT (workspace_id, id) DO UPDATE SET secret = EXCLUDED.secret`
  }
})

const setUp = Effect.gen(function* () {
  const sql = yield* MaintenanceClient
  yield* sql`INSERT INTO workspaces
    (id, name, plan, currency, time_zone, invoice_prefix, payment_terms_days, created_at)
    VALUES (${workspace}, 'W', 'scale', 'EUR', 'UTC', 'INV', 30, now())`
})

const opens = (text: string | undefined, index: number, ...keys: SecretKeys) =>
  Effect.provide(
    Effect.map(Vault, (vault) => Redacted.value(vault.decrypt(text ?? "", placeOf(index)))),
    VaultAesGcm(keys)
  )

/** Time goes by: what was noted of the keys is that much older. */
const pass = Effect.fnUntraced(function* (minutes: number) {
  const sql = yield* MaintenanceClient
  yield* sql`UPDATE secret_keys SET signing_since = signing_since - make_interval(mins => ${minutes})`
})

type Services = IdempotencyRepository | MaintenanceClient | SqlClient.SqlClient | UnitOfWork

const fresh = <A, E>(test: Effect.Effect<A, E, Services>) =>
  test.pipe(Effect.provide(Layer.fresh(onDatabase(layerPglite))))

describe("the first start with named keys", () => {
  it.live("takes over what had no place, and never again", () =>
    fresh(
      Effect.gen(function* () {
        yield* setUp
        const repository = yield* each(IdempotencyRepository)
        const scope = { workspaceId, credential: "key_1", route: "POST /v1/clients", key: "k" }
        const now = yield* DateTime.now
        const body = placeless(oldKey, "the answer")
        yield* repository.insert(scope, { requestHash: "hash", status: 201, body }, now, now)
        yield* store([placeless(oldKey, "one"), placeless(oldKey, "two")])
        yield* startWith(oldKey)
        const [first, second] = yield* storedSecrets
        assert.strictEqual(yield* opens(first, 0, oldKey), "one")
        assert.strictEqual(yield* opens(second, 1, oldKey), "two")
        const stored = yield* repository.find(scope, now)
        const vault = yield* Effect.provide(Vault, VaultAesGcm([oldKey]))
        assert.strictEqual(
          Redacted.value(vault.decrypt(stored?.body ?? "", answerPlace(scope))),
          "the answer"
        )

        const late = placeless(oldKey, "from a backup")
        yield* store([late])
        yield* startWith(oldKey)
        assert.strictEqual((yield* storedSecrets)[0], late)
      })
    )
  )
})

describe("a rotation", () => {
  it.live("renews the webhooks' secrets, moved ones stay shut, and says what needs which key", () =>
    fresh(
      Effect.gen(function* () {
        yield* setUp
        const { encrypt } = yield* Effect.provide(Vault, VaultAesGcm([oldKey]))
        yield* startWith(oldKey)
        const one = encrypt(Redacted.make("one"), placeOf(0))
        yield* store([one, one])
        assert.deepStrictEqual(yield* keyDependents, [
          { keyId: keyId(oldKey), kind: "webhook_secrets", count: 2 }
        ])
        yield* pass(1440)
        yield* startWith(newKey, oldKey)
        const [renewed, moved] = yield* storedSecrets
        assert.strictEqual(yield* opens(renewed, 0, newKey), "one")
        assert.strictEqual(moved, one)
        assert.deepStrictEqual(
          [...(yield* keyDependents)].sort((a, b) => a.keyId.localeCompare(b.keyId)),
          [keyId(newKey), keyId(oldKey)]
            .sort()
            .map((id) => ({ keyId: id, kind: "webhook_secrets", count: 1 }))
        )
      })
    )
  )

  it.live(
    "counts a link to the key that signed when it was made, an hour of doubt to the older",
    () =>
      fresh(
        Effect.gen(function* () {
          yield* setUp
          const sql = yield* MaintenanceClient
          const user = "0190f5fe-7c00-7a00-8abc-0000000000aa"
          const link = Effect.gen(function* () {
            const made = DateTime.toDateUtc(yield* DateTime.now)
            yield* sql`DELETE FROM user_links`
            yield* sql`INSERT INTO user_links
            (workspace_id, id, user_id, purpose, hash, created_at, expires_at)
            VALUES (${workspace}, ${uuids[0]}, ${user}, 'invite', 'h', ${made},
              ${new Date(made.getTime() + 7 * 86_400_000)})`
          })
          yield* sql`INSERT INTO users (workspace_id, id, name, email, role, created_at)
          VALUES (${workspace}, ${user}, 'U', 'u@x.example', 'owner', now())`
          const isCountedTo = Effect.map(keyDependents, (all) => all.map(({ keyId: id }) => id))
          yield* startWith(oldKey)
          yield* link
          assert.deepStrictEqual(yield* isCountedTo, [keyId(oldKey)])
          yield* pass(1440)
          yield* startWith(newKey, oldKey)
          assert.deepStrictEqual(yield* isCountedTo, [keyId(oldKey)])
          yield* pass(59)
          yield* link
          assert.deepStrictEqual(yield* isCountedTo, [keyId(oldKey)])
          yield* pass(2)
          yield* link
          assert.deepStrictEqual(yield* isCountedTo, [keyId(newKey)])
        })
      )
  )
})
