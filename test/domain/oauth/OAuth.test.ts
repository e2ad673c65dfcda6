/** Authorization requests of apps: scopes, challenges, redirect URIs. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { scopes } from "../../../src/domain/access/Scope.ts"
import {
  answerUri,
  isCodeVerifier,
  type OAuthRefused,
  parseAuthorization,
  parseParameters,
  parseScopes,
  shownName
} from "../../../src/domain/oauth/OAuth.ts"

const messageOf = (found: Result.Result<unknown, OAuthRefused>) =>
  Result.isFailure(found) ? found.failure.message : "none"
const given = (query: string) => parseParameters(new URLSearchParams(query))

describe("parameters", () => {
  it("one without a value is as good as omitted, but counts where it is repeated", () => {
    const found = given("a=1&b=&b=2&c=&c=")
    assert.deepStrictEqual(found.values, { a: "1", b: "2" })
    assert.deepStrictEqual(found.repeated, ["b", "c"])
    assert.deepStrictEqual([found.isRepeated("a"), found.isRepeated("c")], [false, true])
    assert.isUndefined(found.get("c"))
  })

  it("a name that is shown has no character that a description may not hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
        assert.match(shownName(name), /^[\w.:?-]{0,64}$/)
      })
    )
  })
})

describe("scopes", () => {
  it("are taken in any order, joined by spaces or +, once each and in ours", () => {
    const some = fc.subarray([...scopes], { minLength: 1 })
    fc.assert(
      fc.property(some, fc.constantFrom(" ", "+", "  "), (chosen, joint) => {
        const text = [...chosen, ...chosen].reverse().join(joint)
        assert.deepStrictEqual(parseScopes(text), Result.succeed(chosen))
      })
    )
  })

  it("one is needed, and none may be unknown", () => {
    assert.strictEqual(messageOf(parseScopes(" + ")), "invalid_scope: a scope is needed")
    assert.strictEqual(
      messageOf(parseScopes("projects:read clients:<x>")),
      "invalid_scope: unknown scope: clients:?x?"
    )
  })
})

describe("an authorization request", () => {
  const challenge = "c".repeat(43)
  const pkce = `&code_challenge=${challenge}&code_challenge_method=S256`
  const base = "response_type=code&scope=projects:read"
  const web = "https://app.example/cb"
  const refusalOf = (query: string, uri = web) => messageOf(parseAuthorization(uri, given(query)))

  it("is understood with and without a state and a challenge", () => {
    assert.deepStrictEqual(
      parseAuthorization(web, given(base)),
      Result.succeed({
        redirectUri: web,
        scopes: ["projects:read"],
        state: null,
        challenge: null
      })
    )
    const full = parseAuthorization(web, given(`${base}&state=s${pkce}`))
    assert.deepInclude(Result.getOrThrow(full), { state: "s", challenge })
  })

  it.each([
    [`${base}&state=a&state=b`, "invalid_request: state is given twice"],
    ["scope=projects:read", "invalid_request: response_type is needed"],
    ["response_type=token", "unsupported_response_type: response_type must be code"],
    ["response_type=code", "invalid_scope: a scope is needed"],
    [
      `${base}&code_challenge_method=S256`,
      "invalid_request: code_challenge_method needs a code_challenge"
    ],
    [`${base}&code_challenge=${challenge}`, "invalid_request: code_challenge_method must be S256"],
    [
      `${base}&code_challenge=${challenge}&code_challenge_method=plain`,
      "invalid_request: code_challenge_method must be S256"
    ],
    [
      `${base}&code_challenge=${challenge}=&code_challenge_method=S256`,
      "invalid_request: code_challenge must be 43 characters of base64url"
    ]
  ])("%s: %s", (query, message) => assert.strictEqual(refusalOf(query), message))

  it.each(["com.example.app:/cb", "http://localhost/cb", "http://[::1]/cb"])(
    "to %s it takes PKCE: others on that machine may see the code",
    (uri) => {
      assert.match(refusalOf(base, uri), /^invalid_request: code_challenge is needed/)
      assert.strictEqual(refusalOf(`${base}${pkce}`, uri), "none")
    }
  )
})

describe("the answer's address", () => {
  it.each([
    ["https://a.example/cb", "https://a.example/cb?code=x"],
    ["https://a.example/cb?", "https://a.example/cb?code=x"],
    ["https://a.example/cb?t=1", "https://a.example/cb?t=1&code=x"],
    ["https://a.example/cb?t=1&", "https://a.example/cb?t=1&code=x"],
    ["com.example.app:/cb", "com.example.app:/cb?code=x"]
  ])("%s → %s", (uri, answer) => {
    assert.strictEqual(answerUri(uri, { code: "x", state: null }), answer)
  })

  it("keeps the query that was registered and says all of the answer", () => {
    const word = fc.string({ maxLength: 20 })
    fc.assert(
      fc.property(word, word, word, (kept, code, state) => {
        const registered = `https://a.example/cb?${new URLSearchParams({ kept })}`
        const url = new URL(answerUri(registered, { code, state }))
        assert.deepStrictEqual([...url.searchParams], Object.entries({ kept, code, state }))
      })
    )
  })
})

describe("a code verifier", () => {
  it("has 43 to 128 of the characters of RFC 7636", () => {
    for (const length of [43, 128]) assert.isTrue(isCodeVerifier("a".repeat(length)))
    for (const length of [0, 42, 129]) assert.isFalse(isCodeVerifier("a".repeat(length)))
    assert.isTrue(isCodeVerifier(`${"a".repeat(39)}-._~`))
    for (const bad of ["+", "/", "=", " ", "ä"]) {
      assert.isFalse(isCodeVerifier(`${"a".repeat(42)}${bad}`))
    }
  })
})
