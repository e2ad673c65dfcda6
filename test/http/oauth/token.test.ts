/**
 * The token endpoint by the letter of RFC 6749 and 7636: a table of requests, each with the answer
 * that its section demands.
 */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import {
  basic,
  call,
  exchangeFields,
  newCode,
  type Setting,
  setUp,
  type TokenCall,
  verifier
} from "./setting.ts"

type TokenCase = readonly [
  rule: string,
  fields: (setting: Setting, code: string) => Readonly<Record<string, string | null>>,
  status: number,
  error?: string | undefined,
  call?: (setting: Setting) => TokenCall
]

const change =
  (changes: (setting: Setting) => Readonly<Record<string, string | null>>) =>
  (setting: Setting, code: string) => ({ ...exchangeFields(setting, code), ...changes(setting) })

const posted = change(() => ({}))

const withoutClient = change(() => ({ client_id: null, client_secret: null }))

const tokenCases: ReadonlyArray<TokenCase> = [
  ["6749 §4.1.3 client_secret_post", posted, 200],
  [
    "6749 §2.3.1 client_secret_basic",
    withoutClient,
    200,
    undefined,
    (s) => ({ headers: basic(s.clientId, s.secret) })
  ],
  [
    "7235 §2.1 the scheme in lower case",
    withoutClient,
    200,
    undefined,
    (s) => ({
      headers: {
        authorization: basic(s.clientId, s.secret).authorization.replace("Basic", "basic")
      }
    })
  ],
  ["6749 §3.2 unknown parameters are ignored", change(() => ({ foo: "bar" })), 200],
  [
    "6749 §3.2.1 client_id beside Basic, the same",
    change(() => ({ client_secret: null })),
    200,
    undefined,
    (s) => ({ headers: basic(s.clientId, s.secret) })
  ],
  [
    "6749 §2.3 two ways to authenticate at once",
    posted,
    400,
    "invalid_request",
    (s) => ({ headers: basic(s.clientId, s.secret) })
  ],
  ["6749 §5.2 no client authentication", withoutClient, 401, "invalid_client"],
  ["6749 §5.2 no client_secret", change(() => ({ client_secret: null })), 401, "invalid_client"],
  [
    "6749 §5.2 a wrong client_secret",
    change(() => ({ client_secret: "rcs_wrong" })),
    401,
    "invalid_client"
  ],
  [
    "6749 §5.2 an unknown client_id",
    change(() => ({ client_id: "app_01h2xcejqtf2nbrexx3vqjhp41" })),
    401,
    "invalid_client"
  ],
  [
    "6749 §5.2 a wrong secret by Basic",
    withoutClient,
    401,
    "invalid_client",
    (s) => ({ headers: basic(s.clientId, "x") })
  ],
  [
    "6749 §2.3.1 Basic that is not base64",
    withoutClient,
    401,
    "invalid_client",
    () => ({ headers: { authorization: "Basic !!!" } })
  ],
  ["6749 §5.2 grant_type missing", change(() => ({ grant_type: null })), 400, "invalid_request"],
  [
    "6749 §5.2 grant_type unknown",
    change(() => ({ grant_type: "password" })),
    400,
    "unsupported_grant_type"
  ],
  [
    "6749 §4.4 client_credentials are not offered",
    change(() => ({ grant_type: "client_credentials" })),
    400,
    "unsupported_grant_type"
  ],
  ["6749 §4.1.3 code missing", change(() => ({ code: null })), 400, "invalid_request"],
  ["6749 §5.2 code unknown", change(() => ({ code: "rac_x" })), 400, "invalid_grant"],
  [
    "6749 §4.1.3 redirect_uri missing",
    change(() => ({ redirect_uri: null })),
    400,
    "invalid_request"
  ],
  [
    "6749 §4.1.3 another registered redirect_uri",
    change(() => ({ redirect_uri: "http://localhost/cb" })),
    400,
    "invalid_grant"
  ],
  [
    "6749 §4.1.3 the code of another app",
    change((s) => ({ client_id: s.other.clientId, client_secret: s.other.secret })),
    400,
    "invalid_grant"
  ],
  [
    "9700 §4.8.2 a verifier for a code without a challenge",
    change(() => ({ code_verifier: verifier })),
    400,
    "invalid_grant"
  ],
  [
    "6749 §3.2 a repeated parameter",
    posted,
    400,
    "invalid_request",
    (s) => ({
      raw: `grant_type=authorization_code&grant_type=refresh_token&client_id=${s.clientId}&client_secret=${s.secret}`
    })
  ],
  [
    "6749 §4.1.3 a JSON body",
    posted,
    400,
    "invalid_request",
    () => ({ headers: { "content-type": "application/json" }, raw: "{}" })
  ],
  [
    "6749 §3.2 credentials in the query are not read",
    posted,
    401,
    "invalid_client",
    (s) => ({
      door: `/oauth/token?client_id=${s.clientId}&client_secret=${s.secret}`,
      raw: "grant_type=authorization_code"
    })
  ],
  [
    "docs/spec.md §8 a body over the limit",
    posted,
    400,
    "invalid_request",
    () => ({ raw: `x=${"a".repeat(17_000)}` })
  ]
]

layer(layerRetainerMemory)("oauth", (it) => {
  describe("the token endpoint", () => {
    it.effect.each(tokenCases)("%s", ([, fields, status, error, how]) =>
      Effect.gen(function* () {
        const setting = yield* setUp
        yield* Effect.promise(async () => {
          const code = await newCode(setting)
          const options = how?.(setting) ?? {}
          const answer = await call(setting, fields(setting, code), options)
          assert.strictEqual(answer.status, status, JSON.stringify(answer.body))
          assert.strictEqual(answer.headers.get("cache-control"), "no-store")
          if (error === undefined) {
            assert.deepStrictEqual(
              { ...answer.body, access_token: "", refresh_token: "" },
              {
                access_token: "",
                token_type: "Bearer",
                expires_in: 3600,
                refresh_token: "",
                scope: "projects:read invoices:read"
              }
            )
            return
          }
          assert.strictEqual(answer.body.error, error)
          assert.match(answer.body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
          if (status === 401) assert.match(answer.headers.get("www-authenticate") ?? "", /^Basic /)
          // The other door: the same refusal in the envelope.
          const door = (options.door ?? "/oauth/token").replace("/oauth/", "/v1/oauth/")
          const enveloped = await call(setting, fields(setting, code), { ...options, door })
          assert.strictEqual(enveloped.status, status)
          assert.strictEqual(
            enveloped.body.error.code,
            status === 401 ? "UNAUTHORIZED" : "BAD_REQUEST"
          )
          assert.strictEqual(enveloped.body.error.status, status)
          assert.isTrue(enveloped.body.error.message.startsWith(`${error}: `))
        })
      })
    )
  })
})
