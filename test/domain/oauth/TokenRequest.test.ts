/**
 * The forms of the token endpoint: what each grant needs, and that the contract declares all of it.
 */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { TokenRequest } from "../../../src/api/oauth/OAuthApi.ts"
import { type OAuthRefused, parseParameters } from "../../../src/domain/oauth/OAuth.ts"
import {
  AuthorizationCodeForm,
  ClientForm,
  decodeForm,
  grantTypeOf,
  grantTypes,
  RefreshTokenForm,
  RevocationForm
} from "../../../src/domain/oauth/TokenRequest.ts"

const given = (query: string) => parseParameters(new URLSearchParams(query))
const messageOf = (found: Result.Result<unknown, OAuthRefused>) =>
  Result.isFailure(found) ? found.failure.message : "none"

describe("a form", () => {
  it("is what was sent, without what it does not declare and what has no value", () => {
    const sent = given("code=c&redirect_uri=u&code_verifier=&scope=s&__proto__=x")
    assert.deepStrictEqual(
      decodeForm(AuthorizationCodeForm)(sent),
      Result.succeed({
        code: "c",
        redirect_uri: "u"
      })
    )
    assert.deepStrictEqual(decodeForm(ClientForm)(given("")), Result.succeed({}))
  })

  it("names the first of its parameters that is missing", () => {
    const read = decodeForm(AuthorizationCodeForm)
    assert.strictEqual(messageOf(read(given(""))), "invalid_request: code is needed")
    assert.strictEqual(messageOf(read(given("code=c"))), "invalid_request: redirect_uri is needed")
    assert.strictEqual(
      messageOf(decodeForm(RefreshTokenForm)(given("refresh_token="))),
      "invalid_request: refresh_token is needed"
    )
    assert.strictEqual(
      messageOf(decodeForm(RevocationForm)(given("code=c"))),
      "invalid_request: token is needed"
    )
  })
})

describe("grant_type", () => {
  it("is one that this service has, and is said to be missing or unknown else", () => {
    for (const type of grantTypes) {
      assert.deepStrictEqual(grantTypeOf(given(`grant_type=${type}`)), Result.succeed(type))
    }
    assert.strictEqual(messageOf(grantTypeOf(given(""))), "invalid_request: grant_type is needed")
    assert.strictEqual(
      messageOf(grantTypeOf(given("grant_type=password"))),
      "unsupported_grant_type: grant_type must be authorization_code or refresh_token"
    )
  })
})

describe("the contract", () => {
  it("declares each form's parameters, and no other", () => {
    const forms = [AuthorizationCodeForm, RefreshTokenForm, ClientForm]
    assert.deepStrictEqual(Object.keys(TokenRequest.fields), [
      "grant_type",
      ...forms.flatMap((form) => Object.keys(form.fields))
    ])
  })
})
