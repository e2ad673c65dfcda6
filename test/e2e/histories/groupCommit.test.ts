/**
 * Writes that share a commit with one that fails, waits or loses its connection: each caller gets
 * the outcome of its own write. `HISTORIES=10` makes ten times as many disturbances.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  makerOf,
  onTwoProcesses,
  requireVerified,
  rounds,
  statusesOf,
  times
} from "../../support/histories.ts"
import { type Load, underLoad } from "../../support/historiesLoad.ts"
import type { Answer } from "../../support/historiesRequests.ts"
import { useSql } from "../../support/historiesSql.ts"
import { eventually } from "../../support/process.ts"

const service = onTwoProcesses()
const sql = useSql(() => service.running().url)

/** Statements that make a trigger on `projects`, and those that remove it. */
const trigger = (body: string, timing: "BEFORE" | "AT COMMIT" = "BEFORE") => ({
  create: [
    `CREATE FUNCTION disturb() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN ${body} RETURN NEW; END $$`,
    timing === "BEFORE"
      ? `CREATE TRIGGER disturb BEFORE INSERT OR UPDATE ON projects
          FOR EACH ROW EXECUTE FUNCTION disturb()`
      : `CREATE CONSTRAINT TRIGGER disturb AFTER INSERT ON projects DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION disturb()`
  ],
  remove: ["DROP TRIGGER disturb ON projects", "DROP FUNCTION disturb()"]
})

/**
 * In a trigger: whether the row is written by the load, and is not one that the load begins with.
 */
const isOfLoad = "(TG_OP = 'UPDATE' OR NEW.name LIKE 'made %')"

/** The load with the disturbance; its writes get one of the statuses, and the right outcome. */
const requireOwnOutcomes = async (
  allowed: ReadonlyArray<number>,
  disturb: (load: Load) => Promise<void>
): Promise<ReadonlyArray<Answer>> => {
  const { wrong, answers } = await underLoad(service, disturb)
  assert.deepStrictEqual(wrong.slice(0, 5), [], `${wrong.length} wrong outcomes`)
  const others = answers.filter(({ status }) => !allowed.includes(status))
  assert.deepStrictEqual(
    others.slice(0, 3).map(({ status, bytes }) => `${status} ${bytes}`),
    [],
    `${others.length} answers with another status`
  )
  assert.isNotEmpty(answers.filter(({ status }) => status === 201))
  return answers
}

const inTrigger = (
  { create, remove }: ReturnType<typeof trigger>,
  allowed: ReadonlyArray<number>,
  disturb: (load: Load) => Promise<void>
) => sql.during(create, remove, () => requireOwnOutcomes(allowed, disturb))

/** Creates of a name that the trigger refuses, by both processes. */
const createBad = async ({ client }: Load): Promise<void> => {
  for (let round = 0; round < rounds(20); round++) {
    const body = { name: "BAD", client_id: client }
    const answers = await times(2, (process) =>
      service.call(process, "POST", "/v1/projects", { body })
    )
    assert.deepStrictEqual(statusesOf(answers), [500, 500])
  }
}

/** Busy: the caller may come again, nothing was stored. */
const written = [200, 201, 429]

describe("writes that share a commit", () => {
  it("one that a trigger refuses fails alone", async () => {
    const refuse = "IF NEW.name = 'BAD' THEN RAISE EXCEPTION 'refused'; END IF;"
    await inTrigger(trigger(refuse), written, createBad)
  })

  it.each(["P0001", "0A000", "26000"])(
    "one that is refused at COMMIT with %s fails alone",
    async (code) => {
      const refuse = `IF NEW.name = 'BAD' THEN
        RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END IF;`
      await inTrigger(trigger(refuse, "AT COMMIT"), written, createBad)
      assert.strictEqual(await sql.count("projects WHERE name = 'BAD'"), 0)
    }
  )

  it("deadlocks and serialization failures are run again", async () => {
    const refuse = `IF ${isOfLoad} AND random() < 0.05 THEN RAISE EXCEPTION 'overtaken'
      USING ERRCODE = CASE WHEN random() < 0.5 THEN '40P01' ELSE '40001' END; END IF;`
    await inTrigger(trigger(refuse), written, ({ afterAnswers }) => afterAnswers(rounds(500)))
  })

  it("a request with an idempotency key that is overtaken is run again", async () => {
    const { client, project } = makerOf(service)
    const { id: client_id } = await client()
    const { id } = await project(client_id)
    const once = `IF NEW.name LIKE 'ONCE%' AND nextval('tries') % 2 = 1 THEN
      RAISE EXCEPTION 'overtaken' USING ERRCODE = '40001'; END IF;`
    const { create, remove } = trigger(once)
    const undo = [...remove, "DROP SEQUENCE tries"]
    await sql.during(["CREATE SEQUENCE tries", ...create], undo, async () => {
      for (let round = 0; round < rounds(4); round++) {
        const body = { name: `ONCE ${round}`, client_id }
        const headers = { "idempotency-key": `overtaken ${round}` }
        const plain = await service.call(round, "PATCH", `/v1/projects/${id}`, { body })
        const keyed = await service.call(round, "POST", "/v1/projects", { body, headers })
        assert.deepStrictEqual(statusesOf([plain, keyed]), [200, 201], String(keyed.bytes))
      }
    })
  })

  it("a defect in one of ten statements has no effect on others", async () => {
    const refuse = `IF ${isOfLoad} AND random() < 0.1 THEN PERFORM 1 / 0; END IF;`
    await inTrigger(trigger(refuse), [...written, 500], ({ afterAnswers }) =>
      afterAnswers(rounds(500))
    )
  })

  it("statements that are slower than a group may be are stored once", async () => {
    const slow = "IF NEW.name LIKE 'SLOW%' THEN PERFORM pg_sleep(1.2); END IF;"
    await inTrigger(trigger(slow), written, async ({ client }) => {
      const answers = await times(rounds(2), (process) => {
        const body = { name: `SLOW ${process}`, client_id: client }
        return service.call(process, "POST", "/v1/projects", { body })
      })
      assert.deepStrictEqual(new Set(statusesOf(answers)), new Set([201]))
    })
    assert.strictEqual(await sql.count("projects WHERE name LIKE 'SLOW%'"), rounds(2))
  })

  it("rows that another session has locked stop their own writers alone", async () => {
    await requireOwnOutcomes(written, async ({ targets, afterAnswers }) => {
      for (let round = 0; round < rounds(6); round++) {
        const { name } = targets[round % targets.length]
        const release = await sql.hold(`SELECT 1 FROM projects WHERE name = '${name}' FOR UPDATE`)
        try {
          await sql.untilWaiting(1)
          await afterAnswers(60)
        } finally {
          await release()
        }
      }
    })
  })

  it.each([
    ["one connection at a time", 1],
    ["all connections at once", 100]
  ])("writes whose connections end, %s, are stored at most once", async (_name, most) => {
    let ended = 0
    await requireOwnOutcomes([...written, 500], async ({ afterAnswers }) => {
      for (let round = 0; round < rounds(most === 1 ? 30 : 8); round++) {
        await afterAnswers(20)
        ended += await eventually(async () => {
          const count = await sql.endSessions(most, most === 1 ? "state <> 'idle'" : "true")
          return count === 0 ? undefined : count
        })
      }
      await afterAnswers(100)
    })
    assert.isAtLeast(ended, rounds(8))
  })

  it("statements that are cancelled are stored at most once", async () => {
    await requireOwnOutcomes([...written, 500], async ({ afterAnswers }) => {
      for (let round = 0; round < rounds(30); round++) {
        await afterAnswers(20)
        await sql.cancelStatements()
      }
      await afterAnswers(100)
    })
  })

  it("the log is whole after all of them", () => requireVerified(service))
})
