/**
 * The form of a project: created once, refused beside its fields with all that was typed, edited
 * under its version, by members too.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { colleagueOf, submit } from "../../support/pages.ts"
import { setUp, textOf } from "./projectPage.ts"

const newPath = "/projects/new"

layer(layerRetainerMemory)("the form of a project", (it) => {
  it.effect("creates a project of the chosen client, once", () =>
    Effect.gen(function* () {
      const { visitor, client, get, made, read } = yield* setUp
      const ada = yield* client({ name: "Ada", company: "Engines" })
      const page = yield* get(`${newPath}?client=${ada}`)
      assert.include(page.body, `<option value="${ada}" selected>Engines, Ada</option>`)
      const values = {
        ...{ name: "Relaunch", client_id: ada, status: "review", team_lead_id: made.userId },
        ...{ start_date: "2026-01-01", end_date: "2026-12-31", budget: "10.000,50" },
        description: "What & why"
      }
      const [first, second] = yield* Effect.promise(async () => [
        await visitor.submit(page, newPath, values),
        await visitor.submit(page, newPath, values)
      ])
      assert.include(textOf(first?.body ?? ""), "The project is created.")
      assert.strictEqual(first?.path, second?.path)
      const { data } = yield* read("/v1/projects")
      assert.strictEqual(data.length, 1)
      assert.deepInclude(data[0], {
        ...{ name: "Relaunch", status: "review", budget: 1_000_050, start_date: "2026-01-01" },
        ...{ end_date: "2026-12-31", description: "What & why" }
      })
      assert.deepInclude(data[0].client, { id: ada })
      assert.deepInclude(data[0].team_lead, { id: made.userId })
    })
  )

  it.effect("searches among many clients, and loses nothing meanwhile", () =>
    Effect.gen(function* () {
      const { visitor, client, get, read } = yield* setUp
      const first = yield* client({ name: "Zoe <b>", company: "Zebra" })
      assert.notInclude((yield* get(newPath)).body, "client_q")
      for (let count = 0; count < 100; count += 1) yield* client({ name: `Client ${count}` })
      const page = yield* get(newPath)
      assert.notInclude(page.body, first)
      const typed = { name: "Relaunch", status: "review", budget: "1.2.3", description: "kept" }
      const find = (client_q: string, more: object = {}) =>
        Effect.promise(() =>
          visitor.submit(page, newPath, { ...typed, client_q, intent: "refresh", ...more })
        )
      const found = yield* find("zebra")
      assert.strictEqual(found.status, 200)
      assert.include(found.body, `<option value="${first}">Zebra, Zoe &lt;b></option>`)
      assert.notInclude(found.body, "Client 50")
      for (const kept of [
        'value="Relaunch"',
        'value="1.2.3"',
        ">kept</textarea>",
        'value="zebra"'
      ]) {
        assert.include(found.body, kept)
      }
      assert.include((yield* find("nobody at all")).body, "No client matches.")
      assert.strictEqual((yield* find("x".repeat(5000))).status, 200)
      // What was chosen stays among the choices of another search.
      const other = yield* find("nobody at all", { client_id: first })
      assert.include(other.body, `<option value="${first}" selected>`)
      assert.lengthOf((yield* read("/v1/projects")).data, 0)
      yield* Effect.promise(() =>
        visitor.submit(found, newPath, { ...typed, budget: "", client_id: first })
      )
      assert.strictEqual((yield* read("/v1/projects")).data[0].client.id, first)
    })
  )

  it.effect("says beside each field what is wrong, and loses nothing", () =>
    Effect.gen(function* () {
      const { visitor, client, call, get } = yield* setUp
      const ada = yield* client()
      const other = yield* setUp
      const foreign = yield* other.client()
      const page = yield* get(newPath)
      const send = (values: Record<string, string>) =>
        Effect.promise(() => visitor.submit(page, newPath, { status: "planning", ...values }))
      const wrong = yield* send({
        ...{ name: "<b>".repeat(100), budget: "-5", start_date: "x", end_date: "2026-13-01" },
        ...{ description: "kept", client_id: "" }
      })
      assert.strictEqual(wrong.status, 422)
      const text = textOf(wrong.body)
      for (const message of [
        ...["Name: Up to 255 characters on one line.", "Client: Choose a client."],
        ...["Start: Enter a date.", "End: Enter a date."],
        "Budget: Enter an amount that is not negative."
      ]) {
        assert.include(text, message)
      }
      for (const kept of ['value="-5"', 'value="x"', ">kept</textarea>", "&lt;b>&lt;b>"]) {
        assert.include(wrong.body, kept)
      }
      assert.match(wrong.body, /<input[^>]*autofocus[^>]*id="name"/)
      const dates = { start_date: "2026-02-01", end_date: "2026-01-01" }
      const named = { name: "Site", client_id: ada }
      const before = yield* send({ ...named, ...dates })
      assert.strictEqual(before.status, 422)
      assert.include(textOf(before.body), "The end is before the start.")
      for (const [field, value, message] of [
        ["client_id", foreign, "Choose a client."],
        ["team_lead_id", "user_00000000000000000000000000", "Choose a colleague."],
        ["budget", "1.2.3", "This is not a number."],
        ["budget", "9".repeat(40), "This number is too large."],
        ["status", "done", "Choose a status."]
      ] as const) {
        const refused = yield* send({ ...named, [field]: value })
        assert.strictEqual(refused.status, 422, `${field}=${value}`)
        assert.include(textOf(refused.body), message)
      }
      assert.strictEqual((yield* call("GET", "/v1/projects")).body.meta.total, 0)
      // The refused form can be corrected and sent.
      const corrected = yield* Effect.promise(() =>
        visitor.submit(before, newPath, { ...named, status: "planning" })
      )
      assert.include(textOf(corrected.body), "The project is created.")
    })
  )

  it.effect("is edited under its version; a change meanwhile is shown with both values", () =>
    Effect.gen(function* () {
      const { visitor, client, project, call, get, read } = yield* setUp
      const [ada, kim] = [yield* client({ name: "Ada" }), yield* client({ name: "Kim" })]
      const id = yield* project(ada, { name: "Site", budget: 1000 })
      const path = `/projects/${id}/edit`
      const page = yield* get(path)
      assert.include(page.body, 'value="10.00"')
      // What others do with its tasks is no change of the form.
      yield* call("POST", `/v1/projects/${id}/tasks`, { title: "T" })
      const values = { name: "Site two", client_id: ada, status: "planning", budget: "20" }
      const saved = yield* Effect.promise(() => visitor.submit(page, path, values))
      assert.include(textOf(saved.body), "The project is saved.")
      assert.deepInclude(yield* read(`/v1/projects/${id}`), { name: "Site two", budget: 2000 })
      const stale = yield* get(path)
      yield* call("PATCH", `/v1/projects/${id}`, { client_id: kim, status: "review" })
      const typed = { ...values, name: "Mine", budget: "30" }
      const conflict = yield* Effect.promise(() => visitor.submit(stale, path, typed))
      assert.strictEqual(conflict.status, 422)
      const text = textOf(conflict.body)
      assert.include(text, "Somebody else changed this project")
      assert.include(text, "Stored now: Site two You typed: Mine")
      assert.include(text, "Stored now: Kim You typed: Ada")
      assert.include(text, "Stored now: In review You typed: Planning")
      assert.include(text, "Stored now: 20.00 You typed: 30")
      assert.include(conflict.body, 'value="Mine"')
      const anyway = yield* Effect.promise(() => visitor.submit(conflict, path, typed))
      assert.include(textOf(anyway.body), "The project is saved.")
      assert.deepInclude(yield* read(`/v1/projects/${id}`), { name: "Mine", budget: 3000 })
    })
  )

  it.effect("a client with invoices stays, and an archived project keeps its status", () =>
    Effect.gen(function* () {
      const { visitor, client, project, call, read, get } = yield* setUp
      const [ada, kim] = [yield* client({ name: "Ada" }), yield* client({ name: "Kim" })]
      const id = yield* project(ada)
      const path = `/projects/${id}/edit`
      const line_items = [{ description: "W", quantity: 1, unit_price: 1 }]
      yield* call("POST", "/v1/invoices", { client_id: ada, project_id: id, line_items })
      const moved = { name: "Site", client_id: kim, status: "planning" }
      const refused = yield* Effect.promise(() => submit(visitor, path, moved))
      assert.strictEqual(refused.status, 422)
      assert.include(textOf(refused.body), "so its client stays")
      yield* call("DELETE", `/v1/projects/${id}`)
      assert.include((yield* get(path)).body, 'name="status" value="archived"')
      const renamed = yield* Effect.promise(() =>
        submit(visitor, path, { name: "Renamed", client_id: ada })
      )
      assert.include(textOf(renamed.body), "Renamed Archived")
      assert.strictEqual((yield* read(`/v1/projects/${id}`)).status, "archived")
    })
  )

  it.effect("members may too; a form without its token changes nothing", () =>
    Effect.gen(function* () {
      const { visitor, client, call } = yield* setUp
      const ada = yield* client()
      const member = yield* colleagueOf(visitor, "member")
      const values = { name: "By Max", client_id: ada, status: "planning" }
      const created = yield* Effect.promise(() => submit(member, newPath, values))
      assert.include(textOf(created.body), "The project is created.")
      const body = new URLSearchParams({ ...values, once: "0".repeat(32) }).toString()
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        origin: "http://retainer.test"
      }
      const forged = yield* Effect.promise(() => member.once("POST", newPath, { body, headers }))
      assert.strictEqual(forged.status, 403)
      assert.strictEqual((yield* call("GET", "/v1/projects")).body.meta.total, 1)
    })
  )
})
