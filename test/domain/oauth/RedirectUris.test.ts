/** Which addresses an app may register, and the rules that others break. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { redirectUriFault, registeredUris } from "../../../src/domain/oauth/RedirectUris.ts"

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
  ])("%s is good", (uri) => assert.isUndefined(redirectUriFault(uri)))

  it.each([
    ["http://app.example/", "insecure"],
    ["http://localhost.evil.example/", "insecure"],
    ["http://127.0.0.2/", "insecure"],
    ["https://app.example/#x", "fragment"],
    ["https://app.example/#", "fragment"],
    ["https://user@app.example/", "credentials"],
    ["https://:secret@app.example/", "credentials"],
    ["/callback", "notAbsolute"],
    ["", "notAbsolute"],
    ["https://app.example/a b", "notAbsolute"],
    ["https://app.example/ä", "notAbsolute"],
    ["https://app_x.example/", "host"],
    ["https://app.example./", "host"],
    ["myapp:/callback", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["data:text/html,x", "scheme"]
  ])("%j: %s", (uri, fault) => assert.strictEqual(redirectUriFault(uri), fault))

  it("has at most 2000 characters", () => {
    const of = (length: number) => "https://app.example/".padEnd(length, "x")
    assert.isUndefined(redirectUriFault(of(2000)))
    assert.strictEqual(redirectUriFault(of(2001)), "tooLong")
  })
})

describe("the addresses of an app", () => {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, index) => `https://app.example/${index}`)
  const problemOf = (uris: ReadonlyArray<string>) =>
    Result.match(registeredUris(uris), {
      onFailure: ({ problem }) => problem,
      onSuccess: () => undefined
    })

  it("are kept in their order, each once; at most 10", () => {
    const ten = numbered(10)
    assert.deepStrictEqual(registeredUris([...ten, ...ten]), Result.succeed(ten))
    assert.strictEqual(problemOf(numbered(11)), "tooMany")
    assert.strictEqual(problemOf([]), "none")
  })

  it("that are wrong are all named, by their place", () => {
    assert.deepStrictEqual(problemOf(["/cb", ...numbered(1), "https://app.example/#x"]), [
      { index: 0, fault: "notAbsolute" },
      { index: 2, fault: "fragment" }
    ])
  })
})
