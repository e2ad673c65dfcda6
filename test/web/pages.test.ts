/** The pages as a person uses them, on the in-memory app: forms, roles, limits, the portal. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Inbox } from "../../src/testing/mail/MailerMemory.ts"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../src/testing/RetainerMemory.ts"
import { plainPng, pngBomb } from "../support/pictures.ts"
import { sender } from "../support/requests.ts"
import { makeVisitor, type Visitor } from "../support/visitor.ts"

const origin = "http://retainer.test"
let owners = 0

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  // The limits per address have come back since the last test.
  yield* TestClock.adjust("30 minutes")
  owners += 1
  const email = `owner${owners}@agency.example`
  const made = yield* app.workspace({ ownerEmail: email })
  const visitor = makeVisitor(app.fetch, origin)
  const anyone = () => makeVisitor(app.fetch, origin)
  return { app, made, visitor, anyone, email, call: sender(made.apiKey) }
})

const signedIn = Effect.gen(function* () {
  const setting = yield* setUp
  yield* Effect.promise(() => setting.visitor.signIn(setting.email, ownerPassword))
  return setting
})

const linkIn = (text: string): string => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "").pathname

const submit = (
  visitor: Visitor,
  path: string,
  values: Readonly<Record<string, string | ReadonlyArray<string>>>,
  action = path
) => visitor.get(path).then((page) => visitor.submit(page, action, values))

layer(layerRetainerMemory)("pages", (it) => {
  it.effect("signing in begins a session, signing out ends it on the server", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* setUp
      yield* Effect.promise(async () => {
        const home = await visitor.signIn(email, ownerPassword)
        assert.strictEqual(home.path, "/settings/api-keys")
        const cookie = visitor.cookies.get("retainer_session") ?? ""
        const thief = anyone()
        thief.cookies.set("retainer_session", cookie)
        assert.strictEqual((await thief.get("/settings/users")).path, "/settings/users")
        await visitor.submit(home, "/sign-out")
        assert.isFalse(visitor.cookies.has("retainer_session"))
        assert.match((await thief.get("/settings/users")).path, /^\/sign-in/)
      })
    })
  )

  it.effect("the cookies are HttpOnly and Lax, and a sign-in rotates the session", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* setUp
      yield* Effect.promise(async () => {
        const first = await visitor.once("GET", "/sign-in")
        assert.match(first.headers.getSetCookie()[0] ?? "", /HttpOnly; SameSite=Lax/)
        await visitor.signIn(email, ownerPassword)
        const before = visitor.cookies.get("retainer_session") ?? ""
        const again = await visitor.get("/sign-in?other=1")
        await visitor.submit(again, "/sign-in", { email, password: ownerPassword })
        const after = visitor.cookies.get("retainer_session") ?? ""
        assert.notStrictEqual(after, before)
        visitor.cookies.set("retainer_session", before)
        assert.match((await visitor.get("/settings/users")).path, /^\/sign-in/)
      })
    })
  )

  it.effect("an unknown user and a wrong password get the same answer; tries are limited", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* setUp
      yield* Effect.promise(async () => {
        const strip = (body: string) => body.replace(/value="[^"]*"/g, "")
        const wrong = await visitor.signIn(email, "not the password")
        const unknown = await visitor.signIn("nobody@agency.example", "not the password")
        assert.deepStrictEqual([wrong.status, unknown.status], [403, 403])
        assert.strictEqual(strip(wrong.body), strip(unknown.body))
        const statuses: number[] = []
        for (let i = 0; i < 20; i++) statuses.push((await visitor.signIn(email, "x")).status)
        assert.strictEqual(statuses.at(-1), 429)
        const limited = await visitor.signIn(email, ownerPassword)
        assert.strictEqual(limited.status, 429)
        assert.match(limited.headers.get("retry-after") ?? "", /^\d+$/)
      })
    })
  )

  it.effect("after signing in one comes back to a page of ours and to no other", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* setUp
      yield* Effect.promise(async () => {
        for (const [to, expected] of [
          ["/settings/users", "/settings/users"],
          ["//evil.example", "/settings/api-keys"],
          ["/\\evil.example", "/settings/api-keys"],
          ["https://evil.example", "/settings/api-keys"],
          ["javascript:alert(1)", "/settings/api-keys"]
        ] as const) {
          const page = await visitor.get(`/sign-in?other=1&return_to=${encodeURIComponent(to)}`)
          const after = await visitor.submit(page, "/sign-in", { email, password: ownerPassword })
          assert.strictEqual(after.path, expected)
        }
      })
    })
  )

  it.effect("a form from elsewhere, without its token or of another kind is refused", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      yield* Effect.promise(async () => {
        const page = await visitor.get("/settings/api-keys")
        const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
        const form = "application/x-www-form-urlencoded"
        const body = `csrf=${csrf}&name=Key&scopes=projects:read`
        const post = (headers: Record<string, string>, content = body) =>
          visitor.once("POST", "/settings/api-keys", {
            body: content,
            headers: { "content-type": form, ...headers }
          })
        for (const headers of [
          { origin: "https://evil.example" },
          { origin: "null" },
          { origin, "sec-fetch-site": "same-site" },
          { origin, "sec-fetch-site": "cross-site" }
        ]) {
          assert.strictEqual((await post(headers)).status, 403)
        }
        assert.strictEqual((await post({ origin }, "name=Key&scopes=projects:read")).status, 403)
        assert.strictEqual(
          (await post({ origin }, `${body.replace(csrf, "0".repeat(64))}`)).status,
          403
        )
        assert.strictEqual(
          (await post({ origin, "content-type": "application/json" }, "{}")).status,
          400
        )
        assert.strictEqual(
          (await post({ origin, "content-type": "multipart/form-data; boundary=x" }, "--y")).status,
          400
        )
        assert.notInclude((await visitor.get("/settings/api-keys")).body, "<strong>Key<")
        // What a browser sends under Referrer-Policy: no-referrer.
        assert.strictEqual(
          (await post({ origin: "null", "sec-fetch-site": "same-origin" })).status,
          303
        )
      })
    })
  )

  it.effect("a key is made, shown once, used, listed by its beginning and revoked", () =>
    Effect.gen(function* () {
      const { visitor, app } = yield* signedIn
      yield* Effect.promise(async () => {
        const path = "/settings/api-keys"
        const unfit = await submit(visitor, path, { name: "  ", scopes: [] })
        assert.strictEqual(unfit.status, 422)
        assert.include(unfit.body, "Name must not be blank")
        assert.include(unfit.body, "at least one thing")
        const forged = await submit(visitor, path, { name: "K", scopes: ["everything"] })
        assert.strictEqual(forged.status, 422)
        const shown = await submit(visitor, path, {
          name: "<b>Export</b>",
          scopes: ["projects:read"]
        })
        const key = /rk_[0-9A-Za-z]{38}/.exec(shown.body)?.[0] ?? ""
        const use = () =>
          app.fetch(
            new Request(`${origin}/v1/projects`, { headers: { authorization: `Bearer ${key}` } })
          )
        assert.strictEqual((await use()).status, 200)
        const list = await visitor.get(path)
        assert.notInclude(list.body, key)
        assert.include(list.body, key.slice(0, 8))
        assert.include(list.body, "&lt;b>Export")
        const revoke = /href="(\/settings\/api-keys\/key_[^"]+\/revoke)"/.exec(list.body)?.[1] ?? ""
        const asked = await visitor.get(revoke)
        assert.strictEqual((await use()).status, 200)
        assert.include((await visitor.submit(asked, revoke)).body, "The key is revoked.")
        assert.strictEqual((await use()).status, 401)
        assert.strictEqual((await visitor.get(revoke)).status, 404)
      })
    })
  )

  it.effect(
    "an app is registered with its logo; addresses that codes must not go to are refused",
    () =>
      Effect.gen(function* () {
        const { visitor, anyone } = yield* signedIn
        yield* Effect.promise(async () => {
          const path = "/settings/apps"
          for (const [uri, reason] of [
            ["http://app.example/cb", "must be https"],
            ["https://app.example/cb#x", "must not have a fragment"],
            ["https://u:p@app.example/", "must not carry a user"],
            ["/cb", "must be an absolute URI"],
            ["javascript:alert(1)", "must be https, or a private scheme"],
            ["https://app;x.example/", "must have a plain host name"],
            ["", "must have an address"]
          ] as const) {
            const refused = await submit(visitor, path, { name: "App", redirect_uris: uri })
            assert.strictEqual(refused.status, 422, uri)
            assert.include(refused.body, reason)
          }
          const shown = await submit(visitor, path, {
            name: "App",
            redirect_uris: "https://app.example/cb\r\ncom.example.app:/cb\r\nhttp://127.0.0.1:9/cb"
          })
          assert.match(shown.body, /rcs_[0-9A-Za-z]{38}/)
          const id = /app_[0-9a-z]{26}/.exec(shown.body)?.[0] ?? ""
          const page = await visitor.get(`${path}/${id}`)
          const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
          const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
            const data = new FormData()
            data.set("csrf", csrf)
            data.set("name", "App 2")
            data.set("redirect_uris", "https://app.example/cb")
            data.set("logo", new Blob([bytes]), "logo.png")
            const request = new Request(origin, { method: "POST", body: data })
            return await visitor.once("POST", `${path}/${id}`, {
              body: await request.arrayBuffer(),
              headers: { "content-type": request.headers.get("content-type") ?? "", origin }
            })
          }
          const svg = await upload(new TextEncoder().encode("<svg onload='alert(1)'/>"))
          assert.strictEqual(svg.status, 422)
          const bomb = await upload(pngBomb())
          assert.strictEqual(bomb.status, 422)
          assert.include(await bomb.text(), "Logo must be at most 2000 × 2000 pixels")
          const png = plainPng(3)
          assert.strictEqual((await upload(png)).status, 303)
          const logo = await anyone().once("GET", `/assets/apps/${id}`)
          assert.strictEqual(logo.headers.get("content-type"), "image/png")
          assert.include(logo.headers.get("content-security-policy") ?? "", "sandbox")
          assert.deepStrictEqual(new Uint8Array(await logo.arrayBuffer()), png)
        })
      })
  )

  it.effect("an archived project is restored to the status it had, with an event", () =>
    Effect.gen(function* () {
      const { visitor, call } = yield* signedIn
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const project = (yield* call("POST", "/v1/projects", {
        name: "Site",
        client_id: client.id,
        status: "review"
      })).body
      yield* call("DELETE", `/v1/projects/${project.id}`)
      const path = "/settings/archived-projects"
      const done = yield* Effect.promise(() => submit(visitor, path, {}, `${path}/${project.id}`))
      assert.include(done.body, "The project is restored.")
      assert.include(done.body, "No project is archived.")
      assert.strictEqual((yield* call("GET", `/v1/projects/${project.id}`)).body.status, "review")
    })
  )

  it.effect("the workspace's settings reach its invoices; unfit ones change nothing", () =>
    Effect.gen(function* () {
      const { visitor, call } = yield* signedIn
      const values = {
        name: "Studio",
        legal_name: "Studio GmbH",
        address: "Weg 1\r\nBerlin",
        vat_id: "DE1",
        email: "hi@studio.example",
        colour: "#0A7F3F",
        invoice_prefix: "STU",
        payment_terms: "14",
        time_zone: "Europe/Berlin",
        locale: "de"
      }
      const path = "/settings/workspace"
      yield* Effect.promise(async () => {
        for (const [name, value] of [
          ["name", ""],
          ["email", "no"],
          ["colour", "red"],
          ["invoice_prefix", "a b"],
          ["payment_terms", "366"],
          ["payment_terms", "x"],
          ["time_zone", "Mars/Base"],
          ["locale", "??"]
        ] as const) {
          const refused = await submit(visitor, path, { ...values, [name]: value })
          assert.strictEqual(refused.status, 422, name)
        }
        const saved = await submit(visitor, path, values)
        assert.include(saved.body, "Saved.")
        assert.include(saved.body, "/assets/brand/0a7f3f.css")
        const css = await visitor.get("/assets/brand/0a7f3f.css")
        assert.include(css.body, "--brand:#0a7f3f;--on-brand:#ffffff;")
      })
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const invoice = (yield* call("POST", "/v1/invoices", {
        client_id: client.id,
        issue_date: "2026-01-01",
        line_items: [{ description: "Work", quantity: 1, unit_price: 1 }]
      })).body
      assert.strictEqual(invoice.number, "STU-0001")
      assert.strictEqual(invoice.due_date, "2026-01-15")
    })
  )

  it.effect("a user is invited, joins, reads, changes nothing, is promoted and removed", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const inbox = yield* Inbox
      const path = "/settings/users"
      const member = `member${owners}@agency.example`
      const invited = yield* Effect.promise(() =>
        submit(visitor, path, { name: "Max", email: member, role: "member" })
      )
      assert.include(invited.body, "The invitation is on its way.")
      const link = linkIn((yield* inbox.receive).text)
      const max = anyone()
      yield* Effect.promise(async () => {
        const taken = await submit(visitor, path, { name: "X", email: member, role: "member" })
        assert.strictEqual(taken.status, 422)
        const short = await submit(max, link, { password: "short" })
        assert.include(short.body, "at least 10 characters")
        const home = await submit(max, link, { password: "a long password" })
        assert.strictEqual(home.path, "/settings/api-keys")
        assert.include(home.body, "you can read it")
        assert.notInclude(home.body, "Make the key")
        assert.strictEqual((await anyone().get(link)).status, 404)
        const csrf = /name="csrf" value="([^"]+)"/.exec(home.body)?.[1] ?? ""
        for (const target of [
          "/settings/api-keys",
          "/settings/apps",
          "/settings/workspace",
          path,
          "/settings/archived-projects/x"
        ]) {
          const refused = await max.once("POST", target, {
            body: `csrf=${csrf}&name=x`,
            headers: { "content-type": "application/x-www-form-urlencoded", origin }
          })
          assert.strictEqual(refused.status, 403, target)
          assert.include(await refused.text(), "Only owners and admins")
        }
        const list = await visitor.get(path)
        const [first = "", second = ""] = [...list.body.matchAll(/user_[0-9a-z]{26}/g)].map(
          ([id]) => id
        )
        const own = `${path}/${first}`
        const theirs = `${path}/${second}`
        const lastOwner = await submit(visitor, own, { role: "member" })
        assert.strictEqual(lastOwner.status, 403)
        assert.include(lastOwner.body, "A workspace needs an owner")
        await submit(visitor, theirs, { role: "admin" })
        // An admin changes much, but no owner.
        const grab = await submit(max, theirs, { role: "owner" })
        assert.include(grab.body, "Only an owner")
        assert.include((await submit(max, `${own}/remove`, {})).body, "Only an owner")
        await submit(visitor, `${theirs}/remove`, {})
        assert.match((await max.get(path)).path, /^\/sign-in/)
        assert.strictEqual((await anyone().signIn(member, "a long password")).status, 403)
        assert.strictEqual((await anyone().signIn(email, ownerPassword)).status, 200)
      })
    })
  )

  it.effect("a forgotten password: a link by mail, once; every session ends", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      const inbox = yield* Inbox
      const person = anyone()
      const before = (yield* inbox.mails).length
      yield* Effect.promise(async () => {
        const unknown = await submit(person, "/sign-in/forgot", { email: "nobody@x.example" })
        const known = await submit(person, "/sign-in/forgot", { email })
        assert.strictEqual(unknown.body, known.body)
      })
      const mail = yield* inbox.receive
      assert.strictEqual((yield* inbox.mails).length, before + 1)
      const link = linkIn(mail.text)
      yield* Effect.promise(async () => {
        await submit(person, link, { password: "another password" })
        assert.match((await visitor.get("/settings/users")).path, /^\/sign-in/)
        assert.strictEqual((await anyone().signIn(email, ownerPassword)).status, 403)
        assert.strictEqual((await anyone().signIn(email, "another password")).status, 200)
      })
    })
  )

  it.effect("the link to choose a password expires", () =>
    Effect.gen(function* () {
      const { anyone, email } = yield* setUp
      const inbox = yield* Inbox
      yield* Effect.promise(() => submit(anyone(), "/sign-in/forgot", { email }))
      const link = linkIn((yield* inbox.receive).text)
      yield* TestClock.adjust("61 minutes")
      assert.strictEqual((yield* Effect.promise(() => anyone().get(link))).status, 404)
    })
  )

  it.effect("nothing of one workspace is reached from another's settings", () =>
    Effect.gen(function* () {
      const { visitor, app } = yield* signedIn
      const theirs = yield* app.workspace({ ownerEmail: `other${owners}@agency.example` })
      const call = sender(theirs.apiKey)
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const project = (yield* call("POST", "/v1/projects", { name: "S", client_id: client.id }))
        .body
      yield* call("DELETE", `/v1/projects/${project.id}`)
      yield* Effect.promise(async () => {
        const page = await visitor.get("/settings/api-keys")
        const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ""
        const post = async (path: string) => {
          const response = await visitor.once("POST", path, {
            body: `csrf=${csrf}&role=member`,
            headers: { "content-type": "application/x-www-form-urlencoded", origin }
          })
          return response.status
        }
        for (const path of [
          `/settings/archived-projects/${project.id}`,
          `/settings/users/${theirs.userId}`,
          `/settings/users/${theirs.userId}/remove`,
          "/settings/api-keys/key_01h2xcejqtf2nbrexx3vqjhp41/revoke",
          "/settings/apps/app_01h2xcejqtf2nbrexx3vqjhp41/delete"
        ]) {
          assert.strictEqual(await post(path), 404, path)
        }
      })
      assert.strictEqual((yield* call("GET", `/v1/projects/${project.id}`)).body.status, "archived")
    })
  )
})

layer(layerRetainerMemory)("portal", (it) => {
  const invite = Effect.fnUntraced(function* (
    call: ReturnType<typeof sender>,
    clientId: string,
    body: object = {}
  ) {
    yield* call("POST", `/v1/clients/${clientId}/invite`, body)
    return linkIn((yield* (yield* Inbox).receive).text)
  })

  const withClient = Effect.gen(function* () {
    const setting = yield* setUp
    const { call } = setting
    const client = (yield* call("POST", "/v1/clients", {
      name: "Ada",
      email: `ada${owners}@client.example`
    })).body
    return { ...setting, client }
  })

  it.effect("from the mail to the PDF; a GET consumes nothing, a link opens once", () =>
    Effect.gen(function* () {
      const { call, client, anyone } = yield* withClient
      const inbox = yield* Inbox
      const project = (yield* call("POST", "/v1/projects", {
        name: "Relaunch",
        client_id: client.id
      })).body
      yield* call("POST", "/v1/projects", { name: "Secret plan", client_id: client.id })
      const draft = {
        client_id: client.id,
        line_items: [{ description: "W", quantity: 1, unit_price: 100 }]
      }
      const sent = (yield* call("POST", "/v1/invoices", draft)).body
      yield* call("POST", `/v1/invoices/${sent.id}/send`)
      yield* inbox.receive
      const kept = (yield* call("POST", "/v1/invoices", draft)).body
      const link = yield* invite(call, client.id, { project_ids: [project.id] })
      assert.isNull((yield* call("GET", `/v1/clients/${client.id}`)).body.portal_last_seen)
      const ada = anyone()
      const paths = yield* Effect.promise(async () => {
        for (let i = 0; i < 3; i++)
          assert.include((await anyone().get(link)).body, "Open the portal")
        const home = await submit(ada, link, {})
        assert.strictEqual(home.path, "/portal")
        assert.include(home.body, "INV-0001")
        assert.notInclude(home.body, "INV-0002")
        assert.include(home.body, "Relaunch")
        assert.notInclude(home.body, "Secret plan")
        const again = await anyone().get(link)
        assert.strictEqual(again.status, 410)
        assert.include(again.body, "used already")
        const pdf = /href="([^"]+\/pdf)"/.exec(home.body)?.[1] ?? ""
        const pay = /href="(\/pay\/[^"]+)"/.exec(home.body)?.[1] ?? ""
        return { pdf, pay }
      })
      assert.isNotNull((yield* call("GET", `/v1/clients/${client.id}`)).body.portal_last_seen)
      yield* Effect.promise(async () => {
        const document = await ada.once("GET", paths.pdf)
        assert.strictEqual(document.headers.get("content-type"), "application/pdf")
        assert.include(document.headers.get("content-disposition") ?? "", "INV-0001.pdf")
        const hidden = await ada.once("GET", `/portal/invoices/${kept.id}/pdf`)
        assert.strictEqual(hidden.status, 404)
        const page = await ada.get(paths.pay)
        assert.include(page.body, "Invoice INV-0001")
        const download = await ada.once("GET", `${paths.pay}/invoice.pdf`)
        assert.strictEqual(download.headers.get("content-type"), "application/pdf")
        assert.match(
          (await anyone().once("GET", paths.pdf)).headers.get("location") ?? "",
          /portal$/
        )
      })
    })
  )

  it.effect("access that is taken away ends at once; leaving ends it on the server", () =>
    Effect.gen(function* () {
      const { call, client, anyone } = yield* withClient
      const link = yield* invite(call, client.id)
      const ada = anyone()
      const open = () => ada.get("/portal").then(({ body }) => body.includes("Hello Ada"))
      yield* Effect.promise(() => submit(ada, link, {}))
      assert.isTrue(yield* Effect.promise(open))
      yield* call("PATCH", `/v1/clients/${client.id}`, { portal_access: false })
      assert.isFalse(yield* Effect.promise(open))
      const closed = yield* Effect.promise(() => anyone().get(link))
      assert.include(closed.body, "Your access to the portal has ended")
      assert.notInclude(closed.body, "new link")
      yield* call("PATCH", `/v1/clients/${client.id}`, { portal_access: true })
      assert.isFalse(yield* Effect.promise(open))
      const fresh = yield* invite(call, client.id)
      yield* Effect.promise(async () => {
        const home = await submit(ada, fresh, {})
        const cookie = ada.cookies.get("retainer_portal") ?? ""
        await ada.submit(home, "/portal/leave")
        ada.cookies.set("retainer_portal", cookie)
      })
      assert.isFalse(yield* Effect.promise(open))
    })
  )

  it.effect("an expired or replaced link explains itself and sends a new one", () =>
    Effect.gen(function* () {
      const { call, client, anyone } = yield* withClient
      const inbox = yield* Inbox
      const first = yield* invite(call, client.id)
      const second = yield* invite(call, client.id)
      const ada = anyone()
      const replaced = yield* Effect.promise(() => ada.get(first))
      assert.include(replaced.body, "replaced by a newer one")
      yield* TestClock.adjust("8 days")
      const expired = yield* Effect.promise(() => ada.get(second))
      assert.strictEqual(expired.status, 410)
      assert.include(expired.body, "has expired")
      const sent = yield* Effect.promise(() => ada.submit(expired, `${second}/renew`))
      assert.include(sent.body, "Look into your mail")
      const fresh = linkIn((yield* inbox.receive).text)
      assert.include((yield* Effect.promise(() => submit(ada, fresh, {}))).body, "Hello Ada")
      const forged = yield* Effect.promise(() => ada.get(`${fresh}x`))
      assert.strictEqual(forged.status, 404)
    })
  )

  it.effect("a client without a link asks for one; the answer tells nothing; it is limited", () =>
    Effect.gen(function* () {
      const { call, client, anyone } = yield* withClient
      const inbox = yield* Inbox
      yield* invite(call, client.id)
      const ada = anyone()
      const before = (yield* inbox.mails).length
      yield* Effect.promise(async () => {
        const unknown = await submit(ada, "/portal", { email: "nobody@x.example" }, "/portal/links")
        const known = await submit(ada, "/portal", { email: client.email }, "/portal/links")
        assert.strictEqual(unknown.body, known.body)
      })
      const link = linkIn((yield* inbox.receive).text)
      assert.strictEqual((yield* inbox.mails).length, before + 1)
      const statuses = yield* Effect.promise(async () => {
        await submit(ada, link, {})
        const all: number[] = []
        const page = await anyone().get("/portal")
        for (let i = 0; i < 10; i++) {
          const person = anyone()
          const own = await person.get("/portal")
          all.push((await person.submit(own, "/portal/links", { email: "x@x.example" })).status)
        }
        assert.strictEqual(page.status, 200)
        return all
      })
      assert.strictEqual(statuses.at(-1), 429)
    })
  )

  it.effect("the invitation's secret stands in the mail alone", () =>
    Effect.gen(function* () {
      const { call, client } = yield* withClient
      const answer = yield* call("POST", `/v1/clients/${client.id}/invite`)
      const mail = yield* (yield* Inbox).receive
      const secret = linkIn(mail.text).split("/").at(-1) ?? ""
      assert.isAbove(secret.length, 20)
      assert.notInclude(JSON.stringify(answer.body), secret)
      assert.strictEqual(answer.body.portal_url, `${origin}/portal`)
    })
  )
})
