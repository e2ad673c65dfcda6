/** Which addresses an app may register, and what is said of those that it may not. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { redirectUriProblem, registeredUris } from "../../../src/domain/oauth/RedirectUris.ts"

describe("a redirect URI", () => {
  it.each([
    "https://app.example/callback",
    "https://app.example:8443/callback?tenant=1&x",
    "https://[2001:db8::1]/",
    "http://localhost:3000/callback",
    "http://127.0.0.1/",
    "http://[::1]:9000/cb",
    "com.example.app:/callback",
    "com.example.my-app:/oauth2redirect"
  ])("%s is good", (uri) => assert.isUndefined(redirectUriProblem(uri)))

  it.each([
    ["http://app.example/", "must be https, or http on localhost, 127.0.0.1 or [::1]"],
    ["http://localhost.evil.example/", "must be https, or http on localhost, 127.0.0.1 or [::1]"],
    ["http://127.0.0.2/", "must be https, or http on localhost, 127.0.0.1 or [::1]"],
    ["https://app.example/#x", "must not have a fragment"],
    ["https://app.example/#", "must not have a fragment"],
    ["https://user@app.example/", "must not carry a user or password"],
    ["https://:secret@app.example/", "must not carry a user or password"],
    ["/callback", "must be an absolute URI"],
    ["", "must be an absolute URI"],
    ["https://app.example/a b", "must be an absolute URI"],
    ["https://app.example/ä", "must be an absolute URI"],
    ["https://app_x.example/", "must have a plain host name"],
    ["https://app.example./", "must have a plain host name"],
    ["myapp:/callback", "must be https, or a private scheme such as com.example.app:/callback"],
    ["javascript:alert(1)", "must be https, or a private scheme such as com.example.app:/callback"],
    ["data:text/html,x", "must be https, or a private scheme such as com.example.app:/callback"]
  ])("%j: %s", (uri, problem) => assert.strictEqual(redirectUriProblem(uri), problem))

  it("has at most 2000 characters", () => {
    const of = (length: number) => "https://app.example/".padEnd(length, "x")
    assert.isUndefined(redirectUriProblem(of(2000)))
    assert.strictEqual(redirectUriProblem(of(2001)), "must be at most 2000 characters")
  })
})

describe("the addresses of an app", () => {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) => `https://app.example/${index}`)
  const issuesOf = (uris: ReadonlyArray<string>) => {
    const found = registeredUris(uris)
    return Result.isFailure(found)
      ? found.failure.problems.map(({ path, message }) => `${path} ${message}`)
      : []
  }

  it("are kept in their order, each once; at most 10", () => {
    const ten = numbered(10)
    assert.deepStrictEqual(registeredUris([...ten, ...ten]), Result.succeed(ten))
    assert.deepStrictEqual(issuesOf(numbered(11)), ["redirect_uris must be at most 10"])
    assert.deepStrictEqual(issuesOf([]), ["redirect_uris must have an address"])
  })

  it("that are wrong are all named, by their place", () => {
    assert.deepStrictEqual(issuesOf(["/cb", ...numbered(1), "https://app.example/#x"]), [
      "redirect_uris[0] must be an absolute URI",
      "redirect_uris[2] must not have a fragment"
    ])
  })
})
