/** Pages without a session, refusals and errors, in the language that the browser prefers. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Language } from "../../../src/domain/text/Language.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { linkIn, nextMail, signedIn, submit } from "../../support/pages.ts"
import { untranslated } from "../../support/untranslated.ts"
import { type Fetch, makeVisitor } from "../../support/visitor.ts"

/** A browser that prefers the language. */
const browserIn = (fetch: Fetch, language: Language) =>
  makeVisitor((request) => {
    const headers = new Headers(request.headers)
    headers.set("accept-language", language)
    headers.set("accept", "text/html")
    return fetch(new Request(request, { headers }))
  }, origin)

const foreign = { headers: { origin: "https://evil.example" } }

layer(layerRetainerMemory)("pages without a session", (it) => {
  it.effect("no text stays English", () =>
    Effect.gen(function* () {
      const { visitor, email, made } = yield* signedIn
      const { fetch } = yield* RetainerMemory
      yield* Effect.promise(() => submit(visitor, "/sign-in/forgot", { email }))
      const link = linkIn((yield* nextMail).text)
      const pagesIn = (language: Language) => {
        const browser = browserIn(fetch, language)
        const get = (path: string) => browser.get(path).then(({ body }) => body)
        const sent = () => submit(browser, "/sign-in/forgot", { email: "nobody@x.example" })
        return Effect.promise(async () => ({
          signIn: await get("/sign-in"),
          forgot: await get("/sign-in/forgot"),
          sent: (await sent()).body,
          choose: await get(link),
          short: (await submit(browser, link, { password: "short" })).body,
          common: (await submit(browser, link, { password: "password1234" })).body,
          unusable: await get("/welcome/x"),
          nothing: await get("/nothing"),
          portal: await get("/portal"),
          check: await get("/check"),
          foreign: await (await browser.once("POST", "/sign-in", foreign)).text(),
          malformed: await (
            await browser.once("POST", "/sign-in", { headers: { origin }, body: "x" })
          ).text()
        }))
      }
      const english: Readonly<Record<string, string>> = yield* pagesIn("en")
      const data = [email, made.workspace.name, "PDF", "Retainer"]
      for (const language of Language.literals.filter((one) => one !== "en")) {
        for (const [name, body] of Object.entries(yield* pagesIn(language))) {
          assert.include(body, `<html lang="${language}">`, name)
          const texts = untranslated(body, english[name] ?? "", language, data)
          assert.deepStrictEqual(texts, [], `${name} in ${language}`)
        }
      }
    })
  )

  it.effect("the password once more, and a form that came too late", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      yield* Effect.promise(async () => {
        const german = { language: "de", keys: "on" }
        await submit(visitor, "/account", german, "/account/preferences")
        const asked = await visitor.get("/sign-in/confirm")
        assert.include(asked.body, '<html lang="de">')
        assert.include(asked.body, "<h1>Passwort noch einmal eingeben</h1>")
        const refused = await visitor.submit(asked, "/sign-in/confirm", { password: "no" })
        assert.strictEqual(refused.status, 403)
        assert.include(refused.body, "Das Passwort ist nicht richtig")
        const page = await visitor.get("/account")
        visitor.cookies.delete("retainer_visit")
        const late = await visitor.submit(page, "/account/name", { name: "Ada" })
        assert.strictEqual(late.status, 403)
        assert.include(late.body, "Your session ended")
      })
    })
  )
})
