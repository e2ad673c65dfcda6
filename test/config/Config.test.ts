/**
 * Every setting by its name: what it accepts, what a server needs, and that the manual names them
 * all.
 */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import {
  loadConfig,
  loadRouterConfig,
  loadServerConfig,
  loadShown,
  senderCaution
} from "../../src/config/Config.ts"
import { settingList, settingsTable } from "../../src/config/Settings.ts"

const provider = (environment: Record<string, string>) =>
  ConfigProvider.layer(ConfigProvider.fromEnv({ env: environment }))
const load = (environment: Record<string, string>) =>
  Effect.provide(loadConfig, provider(environment))
const problemsOfServer = (environment: Record<string, string>) =>
  loadServerConfig.pipe(
    Effect.as([]),
    Effect.catch(({ problems }) => Effect.succeed(problems)),
    Effect.provide(provider(environment))
  )

const onServer = {
  DATABASE_URL: "postgres://u@h/d",
  SECRET_KEY: Buffer.alloc(32, 1).toString("base64")
}

describe("the sender of mails", () => {
  it.effect.each([
    [true, { SMTP_URL: "smtp://mail.example" }],
    [false, { SMTP_URL: "smtp://mail.example", MAIL_FROM: "Agency <billing@x.example>" }],
    [false, {}]
  ] as const)("%s: a server warns with %o", ([warns, environment]) =>
    Effect.map(load(environment), (config) => {
      assert.strictEqual(senderCaution(config)?.startsWith("MAIL_FROM is not set") === true, warns)
    })
  )
})

describe("the processor", () => {
  it.effect("has no default beside a database server; test may be named", () =>
    Effect.gen(function* () {
      const refused = yield* problemsOfServer(onServer)
      assert.strictEqual(refused.length, 1)
      assert.match(refused[0] ?? "", /^PROCESSOR is needed with DATABASE_URL/)
      assert.deepStrictEqual(yield* problemsOfServer({ ...onServer, PROCESSOR: "test" }), [])
    })
  )

  it.effect.each([
    ["HOST", { HOST: "0.0.0.0" }],
    ["HOST", { HOST: "192.168.1.5" }],
    ["BASE_URL", { BASE_URL: "https://retainer.example" }],
    ["BASE_URL, TRUST_PROXY", { BASE_URL: "https://retainer.example", TRUST_PROXY: "true" }],
    ["TRUST_PROXY", { BASE_URL: "http://127.0.0.1:3000", TRUST_PROXY: "true" }],
    ["TLS_CERT_FILE", { TLS_CERT_FILE: "/cert.pem", TLS_KEY_FILE: "/key.pem" }]
  ] as const)(
    "has no default where others can reach the server, by %s: %j",
    ([names, environment]) =>
      Effect.gen(function* () {
        const refused = yield* problemsOfServer(environment)
        assert.lengthOf(refused, 1)
        assert.match(refused[0] ?? "", new RegExp(`^PROCESSOR is needed with ${names}: `))
        assert.deepStrictEqual(yield* problemsOfServer({ ...environment, PROCESSOR: "test" }), [])
        assert.isUndefined((yield* load(environment)).processor)
      })
  )

  it.effect("is test where this machine alone reaches the embedded database", () =>
    Effect.gen(function* () {
      for (const environment of [
        { HOST: "::1" },
        { HOST: "localhost", BASE_URL: "http://localhost:3000" }
      ]) {
        assert.deepStrictEqual(yield* problemsOfServer(environment), [])
      }
    })
  )

  it.effect("is test on the embedded database, and commands run without one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* problemsOfServer({}), [])
      assert.strictEqual((yield* load({})).processor?.name, "test")
      assert.isUndefined((yield* load(onServer)).processor)
    })
  )

  it.effect(
    "one that is unknown, or lacks what it needs, is refused and no other takes its place",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* problemsOfServer({ ...onServer, PROCESSOR: "paypal" }), [
          "PROCESSOR must be one of: test stripe"
        ])
        assert.deepStrictEqual(yield* problemsOfServer({ ...onServer, PROCESSOR: "stripe" }), [
          "STRIPE_SECRET_KEY is needed with PROCESSOR=stripe",
          "STRIPE_WEBHOOK_SECRET is needed with PROCESSOR=stripe"
        ])
        for (const STRIPE_WEBHOOK_SECRET of ["whsec_x,", "whsec_x, whsec_y", ","]) {
          const given = { ...onServer, PROCESSOR: "stripe", STRIPE_SECRET_KEY: "sk_test_x" }
          assert.include(
            yield* problemsOfServer({ ...given, STRIPE_WEBHOOK_SECRET }),
            "STRIPE_WEBHOOK_SECRET must be secrets, separated by commas and without spaces"
          )
        }
      })
  )

  it.effect("has its own settings alone", () =>
    Effect.gen(function* () {
      const secrets = { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" }
      const { processor: stripe } = yield* load({ PROCESSOR: "stripe", ...secrets })
      assert(stripe?.name === "stripe")
      assert.strictEqual(Redacted.value(stripe.settings.secretKey), "sk_test_x")
      assert.strictEqual(Redacted.value(stripe.settings.webhookSecret), "whsec_x")
      const { processor: test } = yield* load({ PROCESSOR: "test", ...secrets })
      assert.deepStrictEqual(test, { name: "test", settings: {} })
    })
  )
})

describe("behind a proxy", () => {
  it.effect("the public address has to be named", () =>
    Effect.gen(function* () {
      const refused = yield* problemsOfServer({ TRUST_PROXY: "true", PROCESSOR: "test" })
      assert.match(refused.join(), /^BASE_URL is needed with TRUST_PROXY/)
      const named = {
        TRUST_PROXY: "true",
        BASE_URL: "https://retainer.example",
        PROCESSOR: "test"
      }
      assert.deepStrictEqual(yield* problemsOfServer(named), [])
    })
  )
})

describe("cells", () => {
  const problemsOfRouter = (environment: Record<string, string>) =>
    loadRouterConfig.pipe(
      Effect.as([]),
      Effect.catch(({ problems }) => Effect.succeed(problems)),
      Effect.provide(provider(environment))
    )

  it.effect("have a label of 2 to 8 characters", () =>
    Effect.gen(function* () {
      assert.isUndefined((yield* load({})).cell)
      for (const CELL of ["eu1", "ab", "a2345678"]) {
        assert.strictEqual((yield* load({ CELL })).cell, CELL)
      }
      for (const CELL of ["a", "1eu", "EU1", "a23456789", "eu-1", "eu_1"]) {
        const [problem, ...others] = yield* problemsOfServer({ CELL })
        assert.match(problem ?? "", /^CELL must be 2 to 8 characters/)
        assert.deepStrictEqual(others, [])
      }
    })
  )

  it.effect("are labels with origins for a router, which needs nothing else", () =>
    Effect.gen(function* () {
      const CELLS = "eu1=http://10.0.0.1:3000, eu2 = https://eu2.internal/"
      const { cells } = yield* Effect.provide(loadRouterConfig, provider({ CELLS }))
      assert.deepStrictEqual(cells, [
        { label: "eu1", origin: "http://10.0.0.1:3000" },
        { label: "eu2", origin: "https://eu2.internal" }
      ])
      assert.match((yield* problemsOfRouter({}))[0] ?? "", /^CELLS is needed/)
      for (const wrong of [
        ...["eu1", "eu1=", "=http://x", "EU1=http://x", "eu1=x", "eu1=ftp://x", "eu1=http://x/p"],
        ...["eu1=http://x,eu1=http://y", "eu1=http://x,", "eu1=http://u:p@x", "eu1=http://x?q"]
      ]) {
        const [problem] = yield* problemsOfRouter({ CELLS: wrong })
        assert.match(problem ?? "", /^CELLS must be labels with origins/, wrong)
      }
    })
  )
})

describe("MAIL_FROM", () => {
  it.effect.each([
    ["billing@x.example", { name: "", address: "billing@x.example" }],
    ["Agency <billing@x.example>", { name: "Agency", address: "billing@x.example" }],
    ['"Agency, Inc." <billing@x.example>', { name: "Agency, Inc.", address: "billing@x.example" }],
    ["<billing@x.example>", { name: "", address: "billing@x.example" }]
  ] as const)("%s", ([text, sender]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* load({ MAIL_FROM: text })).mailFrom, sender)
    })
  )

  it.effect.each([
    "Agency",
    "a@x.example, b@x.example",
    "A <a@x.example> B",
    "A <a>",
    "A\nB <a@x.example>"
  ])("%j is refused", (text) =>
    Effect.gen(function* () {
      const { problems } = yield* Effect.flip(load({ MAIL_FROM: text }))
      assert.match(problems.join(), /^MAIL_FROM must be one e-mail address/)
    })
  )
})

describe("bad settings", () => {
  it.effect("are named all at once, with what does not go together, and never repeated", () =>
    Effect.gen(function* () {
      const bad = {
        PORT: "70000",
        DATABASE_URL: "mysql://secret@h/d",
        BASE_URL: "https://retainer.example/path",
        SMTP_URL: "secret",
        MAIL_FROM: "Agency",
        CORS_ORIGINS: "retainer.example",
        RATE_LIMIT: "maybe",
        TRUST_PROXY: "yes",
        METRICS_TOKEN: "secret",
        LOG_LEVEL: "loud",
        TLS_CERT_FILE: "cert.pem"
      }
      const problems = yield* problemsOfServer(bad)
      assert.deepStrictEqual(
        problems.map((problem) => problem.split(" ")[0]).sort(),
        [...Object.keys(bad), "SECRET_KEY", "PROCESSOR"].sort()
      )
      assert.notInclude(problems.join(), "secret@")
      assert.include(problems, "RATE_LIMIT must be one of: on off")
      assert.include(problems, "TLS_CERT_FILE and TLS_KEY_FILE are needed together")
    })
  )

  it.effect("a bucket needs a key, and is no bucket without a name", () =>
    Effect.gen(function* () {
      const bucket = { S3_BUCKET: "files", S3_REGION: "eu-central-1" }
      const key = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" }
      assert.deepStrictEqual(yield* problemsOfServer(bucket), [
        "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed with S3_BUCKET"
      ])
      assert.deepStrictEqual(yield* problemsOfServer({ ...bucket, ...key, FILE_MAX_MIB: "0" }), [
        "FILE_MAX_MIB must be a number of MiB from 1 to 5000"
      ])
    })
  )

  it.effect("a blank one is as good as none", () =>
    Effect.gen(function* () {
      const config = yield* load({ PORT: " ", BASE_URL: "", HOST: " 0.0.0.0 " })
      assert.strictEqual(config.port, 3000)
      assert.isUndefined(config.baseUrl)
      assert.strictEqual(config.host, "0.0.0.0")
    })
  )

  it.effect("the secret key and its file exclude each other", () =>
    Effect.gen(function* () {
      const both = { SECRET_KEY: onServer.SECRET_KEY, SECRET_KEY_FILE: "/run/key" }
      const { problems } = yield* Effect.flip(load(both))
      assert.deepStrictEqual(problems, ["SECRET_KEY_FILE and SECRET_KEY exclude each other"])
    })
  )
})

describe("what an operator is shown", () => {
  it.effect("has every setting and no secret", () =>
    Effect.gen(function* () {
      const shown = yield* Effect.provide(
        loadShown,
        provider({
          ...onServer,
          DATABASE_URL: "postgres://user:hidden@h/d?sslpassword=hidden",
          SMTP_URL: "smtp://user:hidden@h:587",
          METRICS_TOKEN: "hidden-hidden-hidden",
          STRIPE_SECRET_KEY: "hidden"
        })
      )
      assert.hasAllKeys(
        shown,
        settingList.map(({ name }) => name)
      )
      assert.notInclude(JSON.stringify(shown), "hidden")
      assert.notInclude(JSON.stringify(shown), onServer.SECRET_KEY)
      assert.strictEqual(shown["DATABASE_URL"], "postgres://***@h/d")
      const hosts = "postgresql://u:hidden@h1:1,h2:2/d?target_session_attrs=read-write"
      const several = provider({ ...onServer, DATABASE_URL: hosts })
      const { DATABASE_URL: address } = yield* Effect.provide(loadShown, several)
      assert.strictEqual(address, "postgresql://***@h1:1,h2:2/d")
      assert.strictEqual(shown["SECRET_KEY"], "(1 set, not shown)")
      assert.strictEqual(shown["STRIPE_SECRET_KEY"], "(none)")
      assert.strictEqual(shown["PROCESSOR"], "(not set: a server does not start)")
    })
  )
})

describe("docs/operator.md", () => {
  it("has the table of settings: names, defaults and what they mean (npm run settings)", () => {
    const manual = readFileSync(new URL("../../docs/operator.md", import.meta.url), "utf8")
    const table = /\| variable \| default \|[^\n]*\n(?:\|[^\n]*\n)+/.exec(manual)?.[0] ?? ""
    assert.strictEqual(table.trim(), settingsTable())
  })
})

describe("DATABASE_POOL_SIZE", () => {
  it.effect("is 10, or a number from 4 to 1000", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* load({})).databasePoolSize, 10)
      for (const [text, size] of [
        ["4", 4],
        ["1000", 1000]
      ] as const) {
        assert.strictEqual((yield* load({ DATABASE_POOL_SIZE: text })).databasePoolSize, size)
      }
      for (const text of ["3", "1001", "ten", "-5", "5.5"]) {
        assert.deepStrictEqual(yield* problemsOfServer({ DATABASE_POOL_SIZE: text }), [
          "DATABASE_POOL_SIZE must be a number of connections from 4 to 1000"
        ])
      }
    })
  )
})
