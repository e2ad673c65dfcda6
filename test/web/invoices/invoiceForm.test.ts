/**
 * The invoice form without script: nothing typed is lost, buttons for lines compute and save
 * nothing, a save counts once, and an edit of somebody else is shown.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { limitsComeBack, signedInOwner } from "../../support/owners.ts"
import { colleagueOf } from "../../support/pages.ts"
import { type Page, unescapeHtml } from "../../support/visitor.ts"

const path = "/invoices/new"

const setUp = Effect.gen(function* () {
  yield* limitsComeBack
  const owner = yield* signedInOwner({ currency: "EUR" })
  const { call, visitor } = owner
  const ada = (yield* call("POST", "/v1/clients", {
    name: "Ada",
    company: "Engines & Sons",
    email: "ada@x.example"
  })).body
  const get = (query = "") => Effect.promise(() => visitor.get(`${path}${query}`))
  const send = (page: Page, values: Readonly<Record<string, string>>, action = path) =>
    Effect.promise(() => visitor.submit(page, action, values))
  const drafts = Effect.map(
    call("GET", "/v1/invoices?sort=created_at"),
    ({ body }) => body.data as ReadonlyArray<{ id: string; number: string; total: number }>
  )
  return { ...owner, ada, get, send, drafts }
})

const valueOf = (body: string, name: string): string | undefined => {
  const tag = new RegExp(`<input[^>]*\\sname="${name.replaceAll(".", "\\.")}"[^>]*>`).exec(
    body
  )?.[0]
  return tag === undefined ? undefined : unescapeHtml(/\svalue="([^"]*)"/.exec(tag)?.[1] ?? "")
}

const outputOf = (body: string, id: string): string =>
  new RegExp(`<output id="${id}"[^>]*>([^<]*)<`).exec(body)?.[1] ?? ""

const problemOf = (body: string, id: string): string =>
  unescapeHtml(new RegExp(`<p class="problem" id="${id}-problem">([^<]*)<`).exec(body)?.[1] ?? "")

const line = (at: number, description: string, quantity: string, price: string) => ({
  [`line.${at}.description`]: description,
  [`line.${at}.quantity`]: quantity,
  [`line.${at}.unit_price`]: price
})

layer(layerRetainerMemory)("the invoice form", (it) => {
  it.effect("buttons for lines answer with the form and its totals, and save nothing", () =>
    Effect.gen(function* () {
      const { ada, get, send, drafts } = yield* setUp
      const page = yield* get(`?client=${ada.id}`)
      assert.match(page.body, new RegExp(`<option value="${ada.id}" selected`))
      assert.strictEqual(valueOf(page.body, "issue_date"), "1970-01-01")
      assert.strictEqual(valueOf(page.body, "due_date"), "1970-01-31")
      const first = /<button[^>]*name="intent"[^>]*>/.exec(page.body)?.[0] ?? ""
      assert.include(first, 'value="refresh"')
      const typed = {
        client_id: ada.id,
        ...line(0, "Design", "1,5", "1.000,00"),
        ...line(1, "Travel <b>", "", "50"),
        discount: "100",
        tax_rate: "19",
        issue_date: "1970-02-01",
        due_date: "1970-01-31"
      }
      const shown = yield* send(page, { ...typed, intent: "refresh" })
      assert.strictEqual(shown.status, 200)
      assert.strictEqual(outputOf(shown.body, "line-0-total"), "1,500.00")
      assert.strictEqual(outputOf(shown.body, "subtotal"), "1,550.00")
      assert.strictEqual(outputOf(shown.body, "total"), "1,725.50 EUR")
      assert.include(shown.body, "275.50")
      // The canonical form of what was typed, and the due date by the terms.
      assert.strictEqual(valueOf(shown.body, "line.0.quantity"), "1.5")
      assert.strictEqual(valueOf(shown.body, "line.0.unit_price"), "1,000.00")
      assert.strictEqual(valueOf(shown.body, "due_date"), "1970-03-03")
      assert.include(shown.body, "Travel &lt;b>")
      const added = yield* send(shown, { ...typed, intent: "add-line" })
      assert.match(added.body, /<textarea[^>]*name="line\.2\.description"[^>]*autofocus/)
      const moved = yield* send(added, { ...typed, intent: "move-up:1" })
      assert.strictEqual(valueOf(moved.body, "line.1.unit_price"), "1,000.00")
      const removed = yield* send(moved, { ...typed, intent: "remove-line:0" })
      assert.strictEqual(valueOf(removed.body, "line.0.unit_price"), "50.00")
      assert.deepStrictEqual(yield* drafts, [])
    })
  )

  it.effect("a chosen due date stays; an unknown button only shows the form", () =>
    Effect.gen(function* () {
      const { get, send } = yield* setUp
      const page = yield* get()
      const shown = yield* send(page, {
        issue_date: "1970-02-01",
        due_date: "1970-02-10",
        notes: "Thank you",
        intent: "explode:7"
      })
      assert.strictEqual(shown.status, 200)
      assert.strictEqual(valueOf(shown.body, "due_date"), "1970-02-10")
      assert.include(shown.body, "Thank you</textarea>")
    })
  )

  it.effect("saves once, with a new client, and drops empty lines", () =>
    Effect.gen(function* () {
      const { call, get, send, drafts } = yield* setUp
      const page = yield* get()
      const typed = {
        "new_client.name": "Kim Lee",
        "new_client.email": "kim@x.example",
        "new_client.company": "",
        language: "de",
        ...line(0, "", "", ""),
        ...line(3, "Design", "2", "12,5"),
        "line.3.unit": "HUR",
        "line.3.tax_rate": "7",
        tax_rate: "19",
        purchase_order: "PO 7",
        "service_period.start": "1970-01-01",
        "service_period.end": "1970-01-31",
        intent: "save"
      }
      const saved = yield* send(page, typed)
      const twice = yield* send(page, typed)
      assert.strictEqual(saved.path, twice.path)
      const [draft, ...others] = yield* drafts
      assert.isEmpty(others)
      assert.strictEqual(saved.path, `/invoices/${draft?.id}`)
      const invoice = (yield* call("GET", `/v1/invoices/${draft?.id}`)).body
      assert.deepInclude(invoice, {
        tax_rate: 0.19,
        total: 2675,
        purchase_order: "PO 7",
        service_period: { start: "1970-01-01", end: "1970-01-31" }
      })
      assert.deepInclude(invoice.line_items[0], { quantity: 2, unit: "HUR", tax_rate: 0.07 })
      const client = (yield* call("GET", `/v1/clients/${invoice.client.id}`)).body
      assert.deepInclude(client, { name: "Kim Lee", company: null, language: "de" })
    })
  )

  it.effect("what is refused names the field and the line, and stays as it was typed", () =>
    Effect.gen(function* () {
      const { ada, get, send, drafts } = yield* setUp
      const page = yield* get()
      const typed = {
        ...line(0, "Design", "x", "1,234.567"),
        ...line(1, "", "", ""),
        ...line(2, "", "1", "5"),
        discount: "1.234",
        tax_rate: "101",
        due_date: "1969-12-31",
        intent: "save"
      }
      const refused = yield* send(page, typed)
      assert.strictEqual(refused.status, 422)
      assert.include(problemOf(refused.body, "client-id"), "Choose a client")
      assert.include(problemOf(refused.body, "line-0-quantity"), "not a number")
      assert.include(problemOf(refused.body, "line-0-unit_price"), "too many decimals")
      assert.include(problemOf(refused.body, "line-2-description"), "what was done")
      assert.include(problemOf(refused.body, "discount"), "two ways")
      assert.include(refused.body, "Line 3, Description")
      assert.strictEqual(valueOf(refused.body, "line.0.unit_price"), "1,234.567")
      const ruled = yield* send(refused, {
        client_id: ada.id,
        ...line(0, "Design", "1", "5"),
        discount: "6",
        due_date: "1969-12-31",
        "service_period.start": "1970-02-01",
        "service_period.end": "1970-01-01",
        intent: "save"
      })
      assert.include(problemOf(ruled.body, "discount"), "subtotal")
      const empty = yield* send(ruled, { client_id: ada.id, intent: "save" })
      assert.include(problemOf(empty.body, "line-0-description"), "what was done")
      const both = yield* send(empty, {
        client_id: ada.id,
        "new_client.name": "Kim",
        ...line(0, "Design", "1", "5"),
        intent: "save"
      })
      assert.include(problemOf(both.body, "client-id"), "not both")
      assert.deepStrictEqual(yield* drafts, [])
    })
  )

  it.effect("the preview is a PDF of what is typed, and saves nothing", () =>
    Effect.gen(function* () {
      const { ada, get, send, drafts } = yield* setUp
      const page = yield* get()
      const preview = yield* send(page, {
        client_id: ada.id,
        ...line(0, "Design", "1", "5"),
        intent: "preview"
      })
      assert.strictEqual(preview.headers.get("content-type"), "application/pdf")
      assert.include(preview.body, "DRAFT draft Ada 5.00 EUR")
      assert.match(page.body, /value="preview"[^>]*formtarget="_blank"/i)
      assert.deepStrictEqual(yield* drafts, [])
    })
  )

  it.effect("200 lines of seven fields are saved, and one more is refused", () =>
    Effect.gen(function* () {
      const { ada, get, send, drafts } = yield* setUp
      const page = yield* get()
      const lines = (count: number) =>
        Object.fromEntries(
          Array.from({ length: count }, (_, at) =>
            Object.entries({
              ...line(at, `Line ${at}`, "1", "1"),
              [`line.${at}.unit`]: "",
              [`line.${at}.tax_rate`]: "",
              [`line.${at}.tax_category`]: "",
              [`line.${at}.exemption_reason`]: ""
            })
          ).flat()
        )
      const saved = yield* send(page, { client_id: ada.id, ...lines(200), intent: "save" })
      const [draft] = yield* drafts
      assert.strictEqual(draft?.total, 20_000)
      assert.strictEqual(saved.path, `/invoices/${draft?.id}`)
      const again = yield* get()
      const most = yield* send(again, { client_id: ada.id, ...lines(201), intent: "save" })
      assert.include([413, 422], most.status)
      assert.lengthOf(yield* drafts, 1)
    })
  )

  it.effect("offers the rates used lately, and a reason where the tax of a line needs one", () =>
    Effect.gen(function* () {
      const { call, ada, get, send, drafts, visitor } = yield* setUp
      for (const tax_rate of [0.07, 0.19, 0.07]) {
        yield* call("POST", "/v1/invoices", {
          client_id: ada.id,
          line_items: [{ description: "Design", quantity: 1, unit_price: 100 }],
          tax_rate
        })
      }
      const page = yield* get()
      const rates = /<datalist id="rates">(.*?)<\/datalist>/s.exec(page.body)?.[1] ?? ""
      assert.deepStrictEqual(
        [...rates.matchAll(/value="([^"]*)"/g)].map(([, rate]) => rate),
        ["7", "19"]
      )
      const reason = "line.0.exemption_reason"
      assert.isUndefined(valueOf(page.body, reason))
      const typed = { client_id: ada.id, ...line(0, "Course", "1", "100") }
      const exempt = { ...typed, "line.0.tax_category": "E" }
      const shown = yield* send(page, { ...exempt, intent: "refresh" })
      assert.strictEqual(valueOf(shown.body, reason), "")
      const refused = yield* send(shown, { ...exempt, intent: "save" })
      assert.strictEqual(refused.status, 422)
      assert.notStrictEqual(problemOf(refused.body, "line-0-exemption_reason"), "")
      const saved = yield* send(refused, {
        ...exempt,
        [reason]: "Section 4 no. 21 UStG",
        intent: "save"
      })
      const draft = (yield* drafts).at(-1)
      assert.strictEqual(saved.path, `/invoices/${draft?.id}`)
      const { line_items: items } = (yield* call("GET", `/v1/invoices/${draft?.id}`)).body
      assert.deepInclude(items[0], { tax_category: "E", exemption_reason: "Section 4 no. 21 UStG" })
      const edit = yield* Effect.promise(() => visitor.get(`/invoices/${draft?.id}/edit`))
      assert.strictEqual(valueOf(edit.body, reason), "Section 4 no. 21 UStG")
    })
  )

  it.effect("many clients are searched, and the search keeps what was chosen and typed", () =>
    Effect.gen(function* () {
      const { call, ada, get, send } = yield* setUp
      assert.notInclude((yield* get()).body, 'name="client_q"')
      for (let made = 0; made < 101; made++) {
        yield* call("POST", "/v1/clients", { name: `Client ${made}`, email: "c@x.example" })
      }
      const page = yield* get()
      assert.include(page.body, 'name="client_q"')
      assert.notInclude(page.body, `value="${ada.id}"`)
      const notes = { notes: "Thank you", intent: "refresh" }
      const found = yield* send(page, { client_q: "engines", ...notes })
      const offered = (body: string) =>
        [...body.matchAll(/<option value="(client_\w+)"/g)].map(([, id]) => id)
      assert.deepStrictEqual(offered(found.body), [ada.id])
      assert.strictEqual(valueOf(found.body, "client_q"), "engines")
      assert.include(found.body, "Thank you</textarea>")
      const other = yield* send(found, { client_q: "client 77", client_id: ada.id, ...notes })
      assert.lengthOf(offered(other.body), 2)
      assert.match(other.body, new RegExp(`value="${ada.id}" selected`))
      const none = yield* send(found, { client_q: "zzz", ...notes })
      assert.include(none.body, "No client matches.")
      const hostile = yield* send(found, { client_q: `<b>${"z".repeat(300)}`, ...notes })
      assert.strictEqual(hostile.status, 200)
      assert.include(hostile.body, "&lt;b>zzz")
    })
  )

  it.effect("begins with a client, a project, a milestone or another invoice", () =>
    Effect.gen(function* () {
      const { call, ada, get, send, drafts } = yield* setUp
      const project = (yield* call("POST", "/v1/projects", { name: "Site", client_id: ada.id }))
        .body
      const milestones = yield* Effect.forEach(["First", "Second"], (name) =>
        Effect.gen(function* () {
          const { body } = yield* call("POST", `/v1/projects/${project.id}/milestones`, {
            name,
            amount: 70_000
          })
          yield* call("PATCH", `/v1/milestones/${body.id}`, { status: "completed" })
          return body.id as string
        })
      )
      const page = yield* get(`?milestone=${milestones[0]}`)
      assert.match(page.body, new RegExp(`<option value="${project.id}" selected`))
      assert.strictEqual(valueOf(page.body, "line.0.unit_price"), "700.00")
      assert.include(page.body, `value="add-milestone:${milestones[1]}"`)
      const typed = {
        client_id: ada.id,
        project_id: project.id,
        ...line(0, "First", "1", "700")
      }
      const added = yield* send(page, { ...typed, intent: `add-milestone:${milestones[1]}` })
      assert.strictEqual(valueOf(added.body, "line.1.unit_price"), "700.00")
      const saved = yield* send(added, {
        ...typed,
        ...line(1, "Second", "1", "700"),
        intent: "save"
      })
      const [draft] = yield* drafts
      assert.strictEqual(saved.path, `/invoices/${draft?.id}`)
      for (const id of milestones) {
        const { body } = yield* call("GET", `/v1/milestones/${id}`)
        assert.strictEqual(body.invoice.number, draft?.number)
      }
      const copy = yield* get(`?from=${draft?.id}`)
      assert.strictEqual(valueOf(copy.body, "line.1.unit_price"), "700.00")
      assert.notInclude(copy.body, 'name="milestone"')
      assert.strictEqual((yield* get("?from=inv_x&client=y&project=z&milestone=0")).status, 200)
    })
  )

  it.effect("an edit of somebody else is shown with both values, and nothing typed is lost", () =>
    Effect.gen(function* () {
      const { call, ada, send, visitor } = yield* setUp
      const invoice = (yield* call("POST", "/v1/invoices", {
        client_id: ada.id,
        buyer_reference: "B",
        line_items: [{ description: "W", quantity: 1, unit_price: 500 }]
      })).body
      const edit = `/invoices/${invoice.id}/edit`
      const page = yield* Effect.promise(() => visitor.get(edit))
      assert.include(page.body, "Edit INV-0001")
      yield* call("PATCH", `/v1/invoices/${invoice.id}`, { notes: "Theirs" })
      const typed = {
        client_id: ada.id,
        currency: "EUR",
        ...line(0, "W", "1", "6"),
        notes: "Mine",
        issue_date: invoice.issue_date,
        due_date: invoice.due_date,
        buyer_reference: "",
        intent: "save"
      }
      const refused = yield* send(page, typed, edit)
      assert.strictEqual(refused.status, 422)
      const text = unescapeHtml(refused.body.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "))
      assert.include(text, "Somebody else changed this draft")
      assert.include(text, "Note on the invoice Stored now: Theirs You typed: Mine")
      assert.include(text, "Last changed by")
      assert.include(refused.body, "Mine</textarea>")
      const saved = yield* send(refused, typed, edit)
      assert.strictEqual(saved.path, `/invoices/${invoice.id}`)
      const after = (yield* call("GET", `/v1/invoices/${invoice.id}`)).body
      assert.deepInclude(after, { notes: "Mine", total: 600, buyer_reference: null })
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      const late = yield* send(refused, typed, edit)
      assert.strictEqual(late.status, 422)
      assert.include(late.body, "no longer a draft")
      assert.strictEqual(
        (yield* Effect.promise(() => visitor.get("/invoices/inv_x/edit"))).status,
        404
      )
    })
  )
})

layer(layerRetainerMemory)("the invoice form of a member", (it) => {
  it.effect("saves drafts and has no button to send", () =>
    Effect.gen(function* () {
      const { visitor, ada, drafts } = yield* setUp
      const member = yield* colleagueOf(visitor, "member")
      const page = yield* Effect.promise(() => member.get(path))
      assert.notInclude(page.body, 'value="send"')
      assert.include(page.body, "An admin sends it.")
      yield* Effect.promise(() =>
        member.submit(page, path, {
          client_id: ada.id,
          ...line(0, "Design", "1", "5"),
          intent: "save"
        })
      )
      assert.lengthOf(yield* drafts, 1)
    })
  )
})
