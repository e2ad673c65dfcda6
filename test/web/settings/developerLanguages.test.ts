/** The pages of developers, and the consent of a user, in the reader's language. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Language } from "../../../src/domain/text/Language.ts"
import { Receivers } from "../../../src/testing/events/WebhookSenderMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { ownerOf } from "../../support/owners.ts"
import { colleagueOf, signedIn, submit } from "../../support/pages.ts"
import { untranslated } from "../../support/untranslated.ts"
import { userToken } from "../../support/userToken.ts"
import type { Page, Visitor } from "../../support/visitor.ts"

const apps = "/settings/apps"
const connected = "/settings/connected-apps"
const webhooks = "/settings/webhooks"
const callback = "https://app.example/cb"

/** What is no word: names, what the API calls things, and what they are made of. */
const data = [
  "Ledger",
  "App",
  "PNG",
  "client_id",
  "client_secret",
  "https://app.example/cb",
  "app.example",
  /^https:\/\/receiver\.example/,
  /^(?:client|invoice)\.\w+$/,
  /^(?:app|evt)_\w+$/,
  /^rcs_|^whsec_/,
  /^\d+ ms$/,
  /^\{/,
  "Logo",
  // French counts as English does.
  /^, 1 message/,
  // Times and days of the two languages may be the same.
  /^\d/
]

const setting = Effect.gen(function* () {
  const { app, visitor, call, anyone, made } = yield* signedIn
  yield* (yield* Receivers).behave(() => Effect.succeed(500))
  const url = "https://receiver.example/hook"
  const registered = yield* Effect.promise(() =>
    submit(visitor, apps, { name: "Ledger", redirect_uris: callback })
  )
  const id = /app_[0-9a-z]{26}/.exec(registered.body)?.[0] ?? ""
  const { body: hook } = yield* call("POST", "/v1/webhook_endpoints", { url })
  yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })
  yield* app.deliverWebhooks
  const parameters = new URLSearchParams({
    client_id: id,
    redirect_uri: callback,
    response_type: "code",
    scope: "projects:read invoices:write clients:write"
  })
  const authorize = `/oauth/authorize?${parameters}`
  yield* userToken(ownerOf(made))
  return { visitor, anyone, id, hook, authorize }
})

const choose = (visitor: Visitor, language: Language) =>
  submit(visitor, "/account", { language, keys: "on" }, "/account/preferences")

layer(layerRetainerMemory)("pages of developers", (it) => {
  it.effect("no text stays English, in a page or in a refused form", () =>
    Effect.gen(function* () {
      const { visitor, id, hook, authorize } = yield* setting
      const member = yield* colleagueOf(visitor, "member")
      const pagesOf = async (language: Language): Promise<Readonly<Record<string, Page>>> => {
        await choose(visitor, language)
        await choose(member, language)
        const endpoint = `${webhooks}/${hook.id}`
        const detail = await visitor.get(endpoint)
        const found = /\/settings\/webhooks\/\w+\/deliveries\/\w+(?=")/.exec(detail.body)
        const delivery = found?.[0] ?? ""
        assert.notStrictEqual(delivery, "")
        const shown = await visitor.get(connected)
        const [grant = ""] = /\/settings\/connected-apps\/\w+/.exec(shown.body) ?? []
        assert.notStrictEqual(grant, "")
        return {
          list: await visitor.get(apps),
          app: await visitor.get(`${apps}/${id}`),
          readOnly: await member.get(`${apps}/${id}`),
          rotate: await visitor.get(`${apps}/${id}/rotate`),
          remove: await visitor.get(`${apps}/${id}/delete`),
          secret: await submit(visitor, `${apps}/${id}/rotate`, {}),
          refusedApp: await submit(visitor, apps, { name: "", redirect_uris: "/x" }),
          connected: shown,
          none: await member.get(connected),
          disconnect: await visitor.get(grant),
          consent: await visitor.get(authorize),
          consentOfMember: await member.get(authorize),
          unknown: await visitor.get("/oauth/authorize?client_id=x"),
          endpoints: await visitor.get(webhooks),
          detail,
          delivery: await visitor.get(delivery),
          rotateHook: await visitor.get(`${endpoint}/rotate`),
          removeHook: await visitor.get(`${endpoint}/delete`),
          hookSecret: await submit(visitor, `${endpoint}/rotate`, {}),
          refusedHook: await submit(visitor, webhooks, {
            url: "ftp://x",
            which: "chosen",
            description: "x".repeat(256)
          }),
          badAddress: await submit(visitor, webhooks, { url: "ftp://x", which: "every" }),
          readOnlyHook: await member.get(endpoint)
        }
      }
      const english = yield* Effect.promise(() => pagesOf("en"))
      for (const language of Language.literals.filter((one) => one !== "en")) {
        const pages = yield* Effect.promise(() => pagesOf(language))
        for (const [name, { body, status }] of Object.entries(pages)) {
          assert.strictEqual(status, english[name]?.status, name)
          const texts = untranslated(body, english[name]?.body ?? "", language, data)
          assert.deepStrictEqual(texts, [], `${name} in ${language}`)
        }
      }
    })
  )

  it.effect("in German: what each scope permits, and the event of each kind", () =>
    Effect.gen(function* () {
      const { visitor, authorize } = yield* setting
      const member = yield* colleagueOf(visitor, "member")
      yield* Effect.promise(async () => {
        await choose(visitor, "de")
        await choose(member, "de")
        const consent = await visitor.get(authorize)
        assert.include(consent.body, '<html lang="de">')
        for (const text of [
          "<h1>Ledger zulassen?</h1>",
          "Projekte und Meilensteine ansehen",
          "Rechnungen anlegen, senden und stornieren sowie Zahlungen erfassen",
          "Sie werden zu <strong>app.example</strong> weitergeleitet."
        ]) {
          assert.include(consent.body, text)
        }
        const theirs = await member.get(authorize)
        assert.include(theirs.body, "Rechnungsentwürfe anlegen und ändern")
        assert.notInclude(theirs.body, "stornieren sowie")
        const hooks = await visitor.get(webhooks)
        assert.include(hooks.body, "Rechnungskorrektur ausgestellt (invoice.credited)")
        assert.include(hooks.body, "Schlägt fehl")
      })
    })
  )

  it.effect("the consent of a visitor without a session speaks the browser's language", () =>
    Effect.gen(function* () {
      const { anyone } = yield* setting
      yield* Effect.promise(async () => {
        const headers = { "accept-language": "fr", accept: "text/html" }
        const refused = await anyone().once("GET", "/oauth/authorize?client_id=x", { headers })
        assert.strictEqual(refused.status, 400)
        assert.include(await refused.text(), "Aucune application avec ce client_id")
      })
    })
  )
})
