/**
 * Races in which one request takes away what another one refers to: one of them is refused, and
 * none fails at a constraint of the database. `HISTORIES=10` makes ten times as many rounds.
 */
import { assert, describe, it } from "@effect/vitest"
import { inRounds, made, makerOf, places, statusesOf } from "../../support/histories.ts"
import type { Answer } from "../../support/historiesRequests.ts"

/** The pairs of statuses that one order of the requests explains. */
const requireOneOf = (answers: ReadonlyArray<Answer>, allowed: ReadonlyArray<string>): void => {
  const found = statusesOf(answers).join(" ")
  const bodies = answers.map(({ bytes }) => bytes.toString()).join("\n")
  assert.isTrue(allowed.includes(found), `${found} is none of: ${allowed.join(", ")}\n${bodies}`)
}

describe.each(places)("races for references on %s", (_name, use) => {
  const service = use()
  const make = makerOf(service)
  const { call } = service
  const setting = async () => {
    const [owner, next] = await Promise.all([make.client(), make.client()])
    const project = await make.project(owner.id)
    const move = () =>
      call(0, "PATCH", `/v1/projects/${project.id}`, { body: { client_id: next.id } })
    return { owner, next, project, move }
  }
  /** An invoice and its project have to be of one client. */
  const requireSameClient = async (project: string, invoices: ReadonlyArray<string>) => {
    const { client } = await made(call(1, "GET", `/v1/projects/${project}`))
    for (const id of invoices) {
      const invoice = await made(call(1, "GET", `/v1/invoices/${id}`))
      if (invoice.project !== null) assert.strictEqual(invoice.client.id, client.id)
    }
  }

  it("a project moves to another client while invoices are created for it", () =>
    inRounds(12, async (round) => {
      const { owner, project, move } = await setting()
      const line_items = [{ description: "x", quantity: 1, unit_price: 10 }]
      const body = { client_id: owner.id, project_id: project.id, line_items }
      const [moved, ...created] = await Promise.all([
        move(),
        ...[0, round, 1].map((process) => call(process, "POST", "/v1/invoices", { body }))
      ])
      requireOneOf([moved, ...created], ["200 422 422 422", "422 201 201 201"])
      await requireSameClient(
        project.id,
        created.flatMap(({ status, body: { id } }) => (status === 201 ? [id] : []))
      )
    }))

  it("a project moves to another client while a draft is put into it", () =>
    inRounds(12, async (round) => {
      const { owner, project, move } = await setting()
      const { id } = await make.invoice(owner.id)
      const answers = await Promise.all([
        move(),
        call(round, "PATCH", `/v1/invoices/${id}`, { body: { project_id: project.id } })
      ])
      requireOneOf(answers, ["200 422", "422 200"])
      await requireSameClient(project.id, [id])
    }))

  it("a project moves to another client while its milestone is billed", () =>
    inRounds(12, async (round) => {
      const { project, move } = await setting()
      const { id } = await make.milestone(project.id)
      const answers = await Promise.all([
        move(),
        call(round, "POST", `/v1/milestones/${id}/invoice`)
      ])
      // Billing takes the client that the project has then.
      requireOneOf(answers, ["200 201", "422 201"])
      await requireSameClient(
        project.id,
        answers.slice(1).map(({ body }) => body.id)
      )
    }))

  it("a milestone is deleted while it is billed", () =>
    inRounds(12, async (round) => {
      const { project } = await setting()
      const { id } = await make.milestone(project.id)
      const answers = await Promise.all([
        call(0, "DELETE", `/v1/milestones/${id}`),
        call(round, "POST", `/v1/milestones/${id}/invoice`)
      ])
      requireOneOf(answers, ["204 404", "422 201"])
    }))

  it("a task is deleted twice while it is changed", () =>
    inRounds(12, async (round) => {
      const { project } = await setting()
      const { id } = await make.task(project.id)
      const path = `/v1/tasks/${id}`
      const answers = await Promise.all([
        call(0, "DELETE", path),
        call(round, "PATCH", path, { body: { status: "done" } }),
        call(round + 1, "DELETE", path)
      ])
      requireOneOf(answers, ["204 200 404", "204 404 404", "404 200 204", "404 404 204"])
      const now = await made(call(1, "GET", `/v1/projects/${project.id}`))
      assert.deepStrictEqual([now.task_count, now.completed_task_count], [0, 0])
    }))
})
