/** The settings of `retainer dev`, and those that a test clock excludes. */
import { existsSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { loadDevConfig } from "../../src/dev/DevConfig.ts"

const loaded = (environment: Readonly<Record<string, string>>, hasTestClock: boolean) =>
  loadDevConfig(hasTestClock).pipe(
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))
  )

const refusal = (environment: Readonly<Record<string, string>>, hasTestClock = true) =>
  Effect.scoped(
    Effect.match(loaded(environment, hasTestClock), {
      onSuccess: () => [],
      onFailure: ({ problems }) => problems
    })
  )

describe("a server for development", () => {
  it.effect("keeps its data in a directory that goes with it, unless one is given", () =>
    Effect.gen(function* () {
      const made = yield* Effect.scoped(
        Effect.tap(
          Effect.map(loaded({ DATA_DIR: " " }, true), ({ dataDir }) => dataDir),
          (directory) => Effect.sync(() => assert.isTrue(existsSync(directory)))
        )
      )
      assert.match(made, /retainer-dev-/)
      assert.isFalse(existsSync(made))
      const given = yield* Effect.scoped(loaded({ DATA_DIR: "/tmp/given" }, true))
      assert.strictEqual(given.dataDir, "/tmp/given")
    })
  )

  it.effect("lets webhooks go to this machine, unless that is said otherwise", () =>
    Effect.gen(function* () {
      const seen = []
      for (const environment of [{}, { WEBHOOK_ALLOW_PRIVATE: "false" }]) {
        seen.push((yield* Effect.scoped(loaded(environment, false))).webhookAllowPrivate)
      }
      assert.deepStrictEqual(seen, [true, false])
    })
  )

  it.effect("has no test clock where others reach it, or it others", () =>
    Effect.gen(function* () {
      const secret = { SECRET_KEY: Buffer.alloc(32, 1).toString("base64") }
      const cases: ReadonlyArray<Readonly<Record<string, string>>> = [
        { HOST: "0.0.0.0" },
        { DATABASE_URL: "postgres://x@db.example/x", PROCESSOR: "test", ...secret },
        { SMTP_URL: "smtp://127.0.0.1:2525" },
        { BASE_URL: "https://x.example", TRUST_PROXY: "true" },
        { S3_BUCKET: "x", S3_ACCESS_KEY_ID: "x", S3_SECRET_ACCESS_KEY: "x" },
        { REDIS_URL: "redis://127.0.0.1" },
        { PROCESSOR: "stripe", STRIPE_SECRET_KEY: "sk_x", STRIPE_WEBHOOK_SECRET: "whsec_x" },
        { HOST: "localhost" },
        { HOST: "::1" }
      ]
      const names = []
      for (const environment of cases) {
        const problems = yield* refusal(environment)
        names.push(problems.map((line) => line.split(" ")[0]))
      }
      assert.deepStrictEqual(names, [
        ["HOST"],
        ["DATABASE_URL"],
        ["SMTP_URL"],
        ["BASE_URL", "TRUST_PROXY"],
        ["S3_BUCKET"],
        ["REDIS_URL"],
        ["PROCESSOR"],
        [],
        []
      ])
      assert.deepStrictEqual(yield* refusal({ HOST: "0.0.0.0" }), [
        "HOST does not go with dev: it serves this machine alone; use serve"
      ])
    })
  )

  it.effect("is reached by others in neither form, and has no database server", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<Readonly<Record<string, string>>> = [
        { HOST: "0.0.0.0" },
        { BASE_URL: "https://x.example" },
        { BASE_URL: "https://x.example", TRUST_PROXY: "true" },
        { TLS_CERT_FILE: "/cert.pem", TLS_KEY_FILE: "/key.pem" },
        {
          DATABASE_URL: "postgres://x@db.example/x",
          SECRET_KEY: Buffer.alloc(32, 1).toString("base64")
        },
        { BASE_URL: "http://127.0.0.1:3000" },
        { SMTP_URL: "smtp://127.0.0.1:2525" }
      ]
      const names = []
      for (const environment of cases) {
        const problems = yield* refusal(environment, false)
        names.push(problems.map((line) => line.split(" ")[0]))
      }
      assert.deepStrictEqual(names, [
        ["HOST"],
        ["BASE_URL"],
        ["BASE_URL", "TRUST_PROXY"],
        ["TLS_CERT_FILE"],
        ["DATABASE_URL"],
        [],
        []
      ])
    })
  )
})
