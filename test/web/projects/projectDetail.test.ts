/**
 * The page of one project: tasks ticked, added, edited and deleted; milestones completed and billed
 * once; archived and restored in place; each form once, and nothing of another project.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { colleagueOf, submit } from "../../support/pages.ts"
import { post, press, setUp, textOf } from "./projectPage.ts"

const start = Effect.gen(function* () {
  const owner = yield* setUp
  const ada = yield* owner.client({ name: "Ada", company: "Engines & Sons" })
  const id = yield* owner.project(ada, { name: "Site", status: "in_progress" })
  const path = `/projects/${id}`
  const task = (fields: object) =>
    Effect.map(owner.call("POST", `/v1/projects/${id}/tasks`, fields), ({ body }) =>
      String(body.id)
    )
  const milestone = (fields: object) =>
    Effect.map(owner.call("POST", `/v1/projects/${id}/milestones`, fields), ({ body }) =>
      String(body.id)
    )
  const open = (query = "") => owner.get(`${path}${query}`)
  return { ...owner, ada, id, path, task, milestone, open }
})

layer(layerRetainerMemory)("the page of a project", (it) => {
  it.effect("shows budget, dates, client, tasks, milestones, invoices and files", () =>
    Effect.gen(function* () {
      const { call, ada, id, open, task, milestone } = yield* start
      yield* call("PATCH", `/v1/projects/${id}`, {
        ...{ budget: 200_000, start_date: "1969-12-01", description: "<script>Why" }
      })
      yield* task({ title: "Late", due_date: "1969-12-24", status: "in_progress" })
      yield* task({ title: "Finished", status: "done" })
      yield* milestone({ name: "Launch", amount: 50_000 })
      const line_items = [{ description: "W", quantity: 1, unit_price: 50_000 }]
      const body = { client_id: ada, project_id: id, line_items }
      const { body: invoice } = yield* call("POST", "/v1/invoices", body)
      yield* call("POST", `/v1/invoices/${invoice.id}/send`)
      const page = yield* open()
      const text = textOf(page.body)
      assert.include(text, "Site In progress Engines & Sons, Ada")
      assert.include(text, "Budget 2,000.00 EUR Billed 500.00 Left 1,500.00 Tasks done 1 of 2")
      assert.include(text, "500.00 EUR of 2,000.00 EUR are billed, 25%.")
      assert.match(page.body, /<svg class="bar-of" role="img" aria-label="500.00 EUR of 2,000/)
      assert.include(page.body, '<rect class="part" width="25%"')
      assert.include(text, "Late In progress · overdue since Dec 24, 1969 Finished Done")
      assert.include(text, "Launch Pending 500.00 EUR Complete")
      assert.include(text, "Start Dec 1, 1969 End – Lead Nobody <script>Why")
      assert.include(text, `${invoice.number}`)
      assert.notInclude(page.body, "<script>Why")
      assert.notInclude(page.body, "style=")
      const fresh = `href="/invoices/new?client=${ada}&amp;project=${id}"`
      assert.include(page.body, fresh)
      yield* call("PATCH", `/v1/projects/${id}`, { budget: 40_000 })
      const over = yield* open()
      assert.include(textOf(over.body), "Over budget 100.00")
      assert.include(
        textOf(over.body),
        "500.00 EUR of 400.00 EUR are billed: 100.00 EUR over budget."
      )
      assert.include(over.body, '<rect class="over"')
    })
  )

  it.effect("a task is ticked once however often it is pressed, and opened again", () =>
    Effect.gen(function* () {
      const { visitor, open, task, read, call, id } = yield* start
      const first = yield* task({ title: 'Say "hi"' })
      const page = yield* open()
      const ticked = yield* Effect.promise(async () => {
        const name = "Mark “Say &quot;hi&quot;” as done"
        await press(visitor, page, name)
        return press(visitor, page, name)
      })
      assert.include(textOf(ticked.body), "The task is done.")
      assert.strictEqual((yield* read(`/v1/tasks/${first}`)).status, "done")
      const { body } = yield* call("GET", "/v1/events?limit=100")
      const completed = body.data.filter(({ type }: { type: string }) => type === "task.completed")
      assert.strictEqual(completed.length, 1)
      const again = yield* Effect.promise(() =>
        press(visitor, ticked, "Mark “Say &quot;hi&quot;” as not done")
      )
      assert.include(textOf(again.body), "The task is open again.")
      assert.strictEqual((yield* read(`/v1/projects/${id}`)).completed_task_count, 0)
    })
  )

  it.effect("a task is added in one line, and what is wrong with it stays to be corrected", () =>
    Effect.gen(function* () {
      const { visitor, path, read, id } = yield* start
      const action = `${path}?do=task`
      const added = yield* Effect.promise(() =>
        submit(visitor, path, { title: "Sketch", due_date: "1970-02-01" }, action)
      )
      assert.include(textOf(added.body), "Sketch due Feb 1, 1970")
      const wrong = yield* Effect.promise(() =>
        submit(visitor, path, { title: "x".repeat(256), due_date: "soon" }, action)
      )
      assert.strictEqual(wrong.status, 422)
      assert.include(textOf(wrong.body), "Task: Up to 255 characters on one line.")
      assert.include(wrong.body, `value="${"x".repeat(256)}"`)
      assert.match(wrong.body, /id="title"[^>]*autofocus/)
      const empty = yield* Effect.promise(() => submit(visitor, path, { title: " " }, action))
      assert.strictEqual(empty.status, 422)
      const { data } = yield* read(`/v1/projects/${id}/tasks`)
      assert.deepStrictEqual(
        data.map(({ title, due_date }: { title: string; due_date: string }) => [title, due_date]),
        [["Sketch", "1970-02-01"]]
      )
    })
  )

  it.effect("a task is edited in place, and deleted after a question", () =>
    Effect.gen(function* () {
      const { visitor, open, path, task, read, call, made } = yield* start
      const id = yield* task({ title: "Old" })
      const edit = `${path}?do=edit-task&of=${id}`
      const panel = yield* open(`?do=edit-task&of=${id}`)
      assert.include(textOf(panel.body), "Edit “Old”")
      // Two forms on a page must not have fields of the same id.
      assert.strictEqual(panel.body.match(/id="title"/g)?.length, 1)
      const values = {
        ...{ title: "New", status: "in_progress", assignee_id: made.userId },
        ...{ due_date: "1970-01-09", description: "a\r\nb" }
      }
      const saved = yield* Effect.promise(() => visitor.submit(panel, edit, values))
      assert.include(textOf(saved.body), "The task is saved.")
      assert.deepInclude(yield* read(`/v1/tasks/${id}`), {
        ...{ title: "New", status: "in_progress", due_date: "1970-01-09", description: "a\nb" }
      })
      const unknown = { ...values, assignee_id: "user_00000000000000000000000000" }
      const refused = yield* Effect.promise(() => submit(visitor, edit, unknown))
      assert.strictEqual(refused.status, 422)
      assert.include(textOf(refused.body), "Choose a colleague.")
      const question = `${path}?do=delete-task&of=${id}`
      const asked = yield* Effect.promise(() => visitor.get(question))
      assert.include(textOf(asked.body), "Delete “New”?")
      const twice = yield* Effect.promise(async () => {
        await visitor.submit(asked, question, {})
        return visitor.submit(asked, question, {})
      })
      assert.include(textOf(twice.body), "The task is deleted.")
      assert.strictEqual((yield* call("GET", `/v1/tasks/${id}`)).status, 404)
    })
  )

  it.effect("an edit shows what somebody else changed meanwhile, and keeps what was typed", () =>
    Effect.gen(function* () {
      const { visitor, open, path, task, milestone, call, read } = yield* start
      const taskId = yield* task({ title: "Mine" })
      const milestoneId = yield* milestone({ name: "Goal", amount: 100 })
      const edit = `${path}?do=edit-task&of=${taskId}`
      const panel = yield* open(`?do=edit-task&of=${taskId}`)
      yield* call("PATCH", `/v1/tasks/${taskId}`, { title: "Theirs", status: "done" })
      const values = { title: "Mine too", status: "todo" }
      const conflict = yield* Effect.promise(() => visitor.submit(panel, edit, values))
      assert.strictEqual(conflict.status, 422)
      const text = textOf(conflict.body)
      assert.include(text, "Somebody else changed this task")
      assert.include(text, "Stored now: Theirs You typed: Mine too")
      assert.include(text, "Stored now: Done You typed: To do")
      assert.match(conflict.body, /value="Mine too"/)
      assert.strictEqual((yield* read(`/v1/tasks/${taskId}`)).title, "Theirs")
      const anyway = yield* Effect.promise(() => visitor.submit(conflict, edit, values))
      assert.include(textOf(anyway.body), "The task is saved.")
      assert.strictEqual((yield* read(`/v1/tasks/${taskId}`)).title, "Mine too")
      const change = `${path}?do=edit-milestone&of=${milestoneId}`
      const form = yield* open(`?do=edit-milestone&of=${milestoneId}`)
      yield* call("PATCH", `/v1/milestones/${milestoneId}`, { amount: 200 })
      const other = yield* Effect.promise(() =>
        visitor.submit(form, change, { name: "Goal", amount: "3.00" })
      )
      assert.include(textOf(other.body), "Stored now: 2.00 You typed: 3.00")
    })
  )

  it.effect("a milestone is added, completed, and billed once by a draft that it leads to", () =>
    Effect.gen(function* () {
      const { visitor, path, ada, id, open, read } = yield* start
      const wrong = yield* Effect.promise(() =>
        submit(visitor, `${path}?do=milestone`, { name: "Launch", amount: "a lot" })
      )
      assert.strictEqual(wrong.status, 422)
      assert.include(textOf(wrong.body), "Amount: This is not a number.")
      assert.include(wrong.body, 'value="a lot"')
      const values = { name: "Launch", amount: "1.234,50", due_date: "1970-01-31" }
      const added = yield* Effect.promise(() =>
        visitor.submit(wrong, `${path}?do=milestone`, values)
      )
      assert.include(textOf(added.body), "Launch Pending due Jan 31, 1970 1,234.50 EUR Complete")
      const completed = yield* Effect.promise(() => press(visitor, added, "Complete, Launch"))
      assert.include(
        textOf(completed.body),
        "Launch Completed due Jan 31, 1970 1,234.50 EUR Bill it"
      )
      const draft = yield* Effect.promise(async () => {
        await press(visitor, completed, "Bill it, Launch")
        return press(visitor, completed, "Bill it, Launch")
      })
      const { data } = yield* read(`/v1/invoices?client_id=${ada}`)
      assert.strictEqual(data.length, 1)
      assert.deepInclude(data[0], { status: "draft", subtotal: 123_450 })
      assert.strictEqual(draft.path, `/invoices/${data[0].id}`)
      assert.strictEqual((yield* read(`/v1/invoices/${data[0].id}`)).project.id, id)
      const billed = yield* open()
      assert.include(textOf(billed.body), `billed with ${data[0].number}`)
      // Another form of the same press is refused with the invoice that bills it.
      const again = new URLSearchParams(hiddenIn(billed.body))
      const { id: milestoneId } = (yield* read(`/v1/projects/${id}/milestones`)).data[0]
      const refused = yield* Effect.promise(() =>
        post(visitor, `${path}?do=bill&of=${milestoneId}`, again)
      )
      assert.strictEqual(refused.status, 422)
      assert.include(textOf(refused.body), `It is billed with ${data[0].number}`)
      const removed = yield* Effect.promise(() =>
        submit(visitor, `${path}?do=delete-milestone&of=${milestoneId}`, {})
      )
      assert.strictEqual(removed.status, 422)
      const amount = yield* Effect.promise(() =>
        submit(visitor, `${path}?do=edit-milestone&of=${milestoneId}`, {
          ...{ name: "Launch", amount: "1.00" }
        })
      )
      assert.strictEqual(amount.status, 422)
      assert.strictEqual((yield* read(`/v1/milestones/${milestoneId}`)).amount, 123_450)
    })
  )

  it.effect("is archived and restored in place, and an archived one takes no change", () =>
    Effect.gen(function* () {
      const { visitor, path, id, open, task, read } = yield* start
      const taskId = yield* task({ title: "Left" })
      const page = yield* open()
      const archived = yield* Effect.promise(() => press(visitor, page, "Archive"))
      assert.include(textOf(archived.body), "The project is archived.")
      assert.strictEqual((yield* read(`/v1/projects/${id}`)).status, "archived")
      assert.include(textOf(archived.body), "Site Archived")
      for (const absent of ["do=task", "do=tick", "do=milestone", "do=archive"]) {
        assert.notInclude(archived.body, absent)
      }
      const late = yield* Effect.promise(() => press(visitor, page, "Mark “Left” as done"))
      assert.strictEqual(late.status, 422)
      assert.include(textOf(late.body), "This project is archived. Restore it")
      assert.strictEqual((yield* read(`/v1/tasks/${taskId}`)).status, "todo")
      const panel = yield* open(`?do=edit-task&of=${taskId}`)
      assert.notInclude(panel.body, 'class="panel"')
      const restored = yield* Effect.promise(() => press(visitor, archived, "Restore"))
      assert.include(textOf(restored.body), "The project is restored.")
      assert.strictEqual((yield* read(`/v1/projects/${id}`)).status, "in_progress")
      assert.include(restored.body, `${path}?do=task`)
    })
  )

  it.effect("members may do all of it", () =>
    Effect.gen(function* () {
      const { visitor, path, task, milestone, read, id } = yield* start
      const taskId = yield* task({ title: "Draw" })
      yield* milestone({ name: "Launch", amount: 100, status: "completed" })
      const member = yield* colleagueOf(visitor, "member")
      yield* Effect.promise(async () => {
        const page = await member.get(path)
        await press(member, page, "Mark “Draw” as done")
        const draft = await press(member, page, "Bill it, Launch")
        assert.match(draft.path, /^\/invoices\/inv_/)
        assert.strictEqual(draft.status, 200)
        const archived = await press(member, await member.get(path), "Archive")
        await press(member, archived, "Restore")
      })
      assert.strictEqual((yield* read(`/v1/tasks/${taskId}`)).status, "done")
      assert.strictEqual((yield* read(`/v1/projects/${id}`)).status, "in_progress")
    })
  )

  it.effect("what is unknown, or of another project or workspace, is 404 inside the frame", () =>
    Effect.gen(function* () {
      const { visitor, get, path, ada, project, call, open } = yield* start
      const other = yield* start
      const theirs = yield* other.task({ title: "Theirs" })
      const second = yield* project(ada, { name: "Second" })
      const made = yield* call("POST", `/v1/projects/${second}/tasks`, { title: "Elsewhere" })
      const page = yield* open()
      const fields = new URLSearchParams(hiddenIn(page.body))
      fields.set("status", "done")
      yield* Effect.promise(async () => {
        for (const address of [
          ...["/projects/proj_none", other.path, `${path}?do=edit-task&of=${theirs}`],
          ...[`${path}?do=edit-task&of=${made.body.id}`, `${path}?do=delete-milestone&of=x`],
          ...[`${other.path}/edit`, `${other.path}/files`]
        ]) {
          const found = await visitor.get(address)
          assert.strictEqual(found.status, 404, address)
          assert.include(found.body, 'href="/home"')
        }
        for (const address of [
          ...[`${path}?do=tick&of=${theirs}`, `${path}?do=tick&of=${made.body.id}`],
          ...[`${path}?do=nothing`, path, `${other.path}?do=archive`, `${path}?do=toString`]
        ]) {
          const answer = await post(visitor, address, fields)
          assert.strictEqual(answer.status, 404, address)
        }
      })
      const { body } = yield* call("GET", `/v1/tasks/${made.body.id}`)
      assert.strictEqual(body.status, "todo")
      assert.strictEqual((yield* other.read(`/v1/tasks/${theirs}`)).status, "todo")
      assert.strictEqual((yield* get(`${path}?do=constructor`)).status, 200)
    })
  )

  it.effect("many tasks come in parts", () =>
    Effect.gen(function* () {
      const { open, task } = yield* start
      for (let at = 1; at <= 51; at += 1) yield* task({ title: `T${at}.` })
      const first = yield* open()
      assert.include(first.body, "T50.")
      assert.notInclude(first.body, "T51.")
      const second = yield* open("?tasks=2")
      assert.include(second.body, "T51.")
      assert.notInclude(second.body, "T50.")
      assert.include(second.body, "tasks=1")
      const beyond = yield* open("?tasks=9")
      assert.include(textOf(beyond.body), "There is no task yet.")
      assert.strictEqual((yield* open("?tasks=-1")).status, 200)
    })
  )
})

/** The hidden fields of the first form with an answer that counts once. */
const hiddenIn = (body: string): Record<string, string> => {
  const form = [...body.matchAll(/<form.*?<\/form>/gs)]
    .map(([text]) => text)
    .find((text) => text.includes('name="once"'))
  const fields = [...(form ?? "").matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value]))
}
