/**
 * The list of projects: tabs with counts, clients by company and person, budgets, pages, search and
 * CSV; in the reader's language, and of this workspace alone.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { readCsv } from "../../support/csv.ts"
import { colleagueOf } from "../../support/pages.ts"
import { unescapeHtml } from "../../support/visitor.ts"
import { setUp, textOf } from "./projectPage.ts"

layer(layerRetainerMemory)("the list of projects", (it) => {
  it.effect("has tabs with counts, and rows with client, status, tasks and budget", () =>
    Effect.gen(function* () {
      const { call, client, project, get } = yield* setUp
      const ada = yield* client({ name: "<i>Ada</i>", company: "Engines & Sons" })
      const kim = yield* client({ name: "Kim" })
      const site = yield* project(ada, {
        name: "<b>Site",
        budget: 100_000,
        end_date: "1970-03-01",
        status: "in_progress"
      })
      yield* project(kim, { name: "Logo" })
      const old = yield* project(kim, { name: "Old" })
      yield* call("DELETE", `/v1/projects/${old}`)
      yield* call("POST", `/v1/projects/${site}/tasks`, { title: "a", status: "done" })
      yield* call("POST", `/v1/projects/${site}/tasks`, { title: "b" })
      const line_items = [{ description: "W", quantity: 1, unit_price: 123_456 }]
      const body = { client_id: ada, project_id: site, line_items }
      const invoice = (yield* call("POST", "/v1/invoices", body)).body
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      const page = yield* get("/projects")
      const text = textOf(page.body)
      assert.include(text, "All 2 Planning 1 In progress 1 In review 0 Completed 0 Archived 1")
      assert.include(
        text,
        "<b>Site Engines & Sons <i>Ada</i> In progress 1 of 2 Mar 1, 1970 1,234.56 over budget " +
          "1,000.00"
      )
      assert.include(text, "Logo Kim Planning – – 0.00 –")
      assert.notInclude(text, "Old")
      assert.notInclude(page.body, "<b>Site")
      assert.match(page.body, /href="\/projects" aria-current="page"/)
      const archived = yield* get("/projects?status=archived")
      assert.include(textOf(archived.body), "Old Kim Archived")
      // The place among the settings leads here.
      const former = yield* get("/settings/archived-projects")
      assert.strictEqual(former.path, "/projects?status=archived")
    })
  )

  it.effect("is narrowed by client and by words, which keep each other and the tab", () =>
    Effect.gen(function* () {
      const { client, project, get } = yield* setUp
      const ada = yield* client({ company: "Engines" })
      const kim = yield* client({ name: "Kim" })
      yield* project(ada, { name: "Redesign" })
      yield* project(ada, { name: "Print" })
      yield* project(kim, { name: "Redesign two", status: "review" })
      const found = textOf((yield* get("/projects?q=redes")).body)
      assert.include(found, "All 2 Planning 1 In progress 0 In review 1")
      const { body } = yield* get(`/projects?client=${ada}&q=redes&status=planning`)
      const text = textOf(body)
      assert.include(text, "All 1 Planning 1 In progress 0 In review 0")
      assert.include(text, "Client: Engines, Ada · show all")
      assert.include(text, "1 of 1")
      assert.include(body, `name="client" value="${ada}"`)
      assert.include(body, 'name="status" value="planning"')
      assert.include(unescapeHtml(body), `href="/projects?status=review&q=redes&client=${ada}"`)
      assert.include(body, `href="/projects/new?client=${ada}"`)
      const none = textOf((yield* get("/projects?q=zzz")).body)
      assert.include(none, "No project of this status matches. Show all projects")
      // What cannot be read is ignored.
      const all = textOf((yield* get("/projects?status=x&client=y&q=%20&after=z")).body)
      assert.include(all, "3 of 3")
    })
  )

  it.effect("an empty tab is a sentence and an action", () =>
    Effect.gen(function* () {
      const { get } = yield* setUp
      const empty = yield* get("/projects")
      assert.include(textOf(empty.body), "There is no project yet. New project")
      const archived = textOf((yield* get("/projects?status=archived")).body)
      assert.include(archived, "No project is archived. Show all projects")
    })
  )

  it.effect("pages go older and newer without a gap", () =>
    Effect.gen(function* () {
      const { client, project, get, visitor } = yield* setUp
      const ada = yield* client()
      for (let at = 1; at <= 103; at += 1) yield* project(ada, { name: `P${at}` })
      const namesIn = (body: string) =>
        [...body.matchAll(/>(P\d+)<\/a>/g)].map(([, name = ""]) => name)
      const linkIn = (body: string, name: string) =>
        unescapeHtml(new RegExp(`href="([^"]+)">${name}<`).exec(body)?.[1] ?? "")
      const first = yield* get("/projects")
      yield* Effect.promise(async () => {
        assert.strictEqual(linkIn(first.body, "Newer"), "")
        const second = await visitor.get(linkIn(first.body, "Older"))
        const third = await visitor.get(linkIn(second.body, "Older"))
        assert.strictEqual(linkIn(third.body, "Older"), "")
        const names = [first, second, third].flatMap(({ body }) => namesIn(body))
        assert.deepStrictEqual(
          names,
          Array.from({ length: 103 }, (_, at) => `P${103 - at}`)
        )
        const back = await visitor.get(linkIn(third.body, "Newer"))
        assert.deepStrictEqual(namesIn(back.body), namesIn(second.body))
        const start = await visitor.get(linkIn(back.body, "Newer"))
        assert.deepStrictEqual(namesIn(start.body), namesIn(first.body))
        assert.strictEqual(linkIn(start.body, "Newer"), "")
      })
      const csv = yield* get("/projects.csv?q=P")
      assert.strictEqual(readCsv(csv.body).length, 104)
    })
  )

  it.effect("the same query as CSV, with amounts and no formula", () =>
    Effect.gen(function* () {
      const { client, project, get } = yield* setUp
      const ada = yield* client({ company: "Engines" })
      const id = yield* project(ada, { name: "=1+1", budget: 100_050, status: "review" })
      yield* project(ada, { name: "Other" })
      const { body, headers } = yield* get("/projects.csv?status=review")
      assert.include(headers.get("content-disposition") ?? "", 'filename="projects.csv"')
      const [head = [], row = [], ...more] = readCsv(body)
      assert.deepStrictEqual(more, [])
      const fields = Object.fromEntries(head.map((name, at) => [name, row[at]]))
      assert.deepInclude(fields, {
        ...{ name: "'=1+1", status: "review", client: "Ada", company: "Engines", id },
        ...{ currency: "EUR", budget: "1000.50", budget_spent: "0.00", tasks: "0" }
      })
    })
  )

  it.effect("members see it; another workspace's projects and clients are not in it", () =>
    Effect.gen(function* () {
      const { client, project, visitor } = yield* setUp
      yield* project(yield* client(), { name: "Ours" })
      const other = yield* setUp
      const theirClient = yield* other.client({ name: "Theirs" })
      yield* other.project(theirClient, { name: "Their project" })
      const member = yield* colleagueOf(visitor, "member")
      yield* Effect.promise(async () => {
        const { body } = await member.get("/projects")
        assert.include(body, "Ours")
        assert.include(body, 'href="/projects/new"')
        assert.notInclude(body, "Their project")
        const foreign = await member.get(`/projects?client=${theirClient}`)
        assert.notInclude(foreign.body, "Theirs")
        assert.include(textOf(foreign.body), "All 0")
      })
    })
  )

  it.effect("speaks the reader's language", () =>
    Effect.gen(function* () {
      const { client, project, visitor } = yield* setUp
      yield* project(yield* client(), { budget: 100_000, status: "in_progress" })
      yield* Effect.promise(async () => {
        for (const [language, title, status] of [
          ["de", "Projekte", "In Arbeit"],
          ["fr", "Projets", "En cours"],
          ["es", "Proyectos", "En curso"]
        ] as const) {
          const headers = { "accept-language": language }
          const body = await (await visitor.once("GET", "/projects", { headers })).text()
          assert.include(body, `<h1>${title}</h1>`)
          assert.include(textOf(body), status)
        }
      })
    })
  )
})
