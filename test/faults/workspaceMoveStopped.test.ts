/**
 * A move whose process is stopped (SIGSTOP) and goes on later: its hold ends without it, one place
 * serves the workspace meanwhile, and when it goes on it sees that it has lost.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import {
  type Agency,
  call,
  type Installation,
  inSession,
  move,
  newAgency,
  run,
  startInstallation,
  startMove
} from "../support/moving.ts"
import { eventually } from "../support/process.ts"

const limit = 240_000

let source: Installation
let target: Installation

beforeAll(async () => {
  ;[source, target] = await Promise.all([startInstallation(), startInstallation()])
}, limit)
afterAll(async () => {
  await Promise.all([source.stop(), target.stop()])
})

const write = (place: Installation, agency: Agency) =>
  call(place, agency, "POST", "/v1/clients", { name: "C", email: "c@client.example" })

const statusesOf = async (agency: Agency) => [
  (await call(source, agency, "GET", "/v1/clients")).status,
  (await call(target, agency, "GET", "/v1/clients")).status
]

/** How many sessions wait for the lock of this number. */
const waiting = async (lock: string) =>
  (
    await run(
      source.url,
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND (classid::bigint << 32) | objid::bigint = (${lock})
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    )
  ).length

/** The move waits at the lock, is stopped there, and gets the lock without seeing it. */
const stoppedAt = async (agency: Agency, lock: string, acquire: string) => {
  const mover = startMove(source, agency, target)
  await inSession(source.url, async (query) => {
    await query(acquire)
    await eventually(async () => ((await waiting(lock)) > 0 ? true : undefined))
    mover.child.kill("SIGSTOP")
  })
  return mover
}

/** The source serves within a minute by itself, and the target never did. */
const assertHere = async (agency: Agency) => {
  const from = performance.now()
  await eventually(async () => {
    const statuses = await statusesOf(agency)
    assert.strictEqual(statuses[1], 401)
    assert.isBelow(performance.now() - from, 60_000)
    return statuses[0] === 200 && (await write(source, agency)).status === 201 ? true : undefined
  })
}

const assertLost = async (agency: Agency, mover: ReturnType<typeof startMove>) => {
  mover.child.kill("SIGCONT")
  const [code] = await mover.ended
  assert.notStrictEqual(code, 0, mover.printed())
  assert.deepStrictEqual(await statusesOf(agency), [200, 401])
  const again = await move(source, agency, target)
  assert.strictEqual(again.code, 0, again.stderr)
  assert.deepStrictEqual(await statusesOf(agency), [401, 200])
  assert.strictEqual((await write(target, agency)).status, 201)
}

describe("a move that is stopped", () => {
  it(
    "during its hold ends it within a minute, and sees so when it goes on",
    async () => {
      const agency = await newAgency(source, "Held", 3)
      const lock = `uuid_hash_extended('${agency.uuid}', 0)`
      const acquire = `SELECT pg_advisory_xact_lock_shared(${lock})`
      const mover = await stoppedAt(agency, lock, acquire)
      assert.strictEqual((await write(source, agency)).status, 429)
      await assertHere(agency)
      await assertLost(agency, mover)
    },
    limit
  )

  it(
    "between its two commits leaves the decision to the source",
    async () => {
      const agency = await newAgency(source, "Between", 3)
      const lock = "4711"
      for (const statement of [
        `CREATE FUNCTION await_test() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS $$
          BEGIN PERFORM pg_advisory_xact_lock(${lock}); RETURN NULL; END $$`,
        `CREATE CONSTRAINT TRIGGER await_test AFTER UPDATE ON workspace_moves
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
          WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL)
          EXECUTE FUNCTION await_test()`
      ]) {
        await run(source.url, statement)
      }
      const mover = await stoppedAt(agency, lock, `SELECT pg_advisory_xact_lock(${lock})`)
      await run(source.url, "DROP TRIGGER await_test ON workspace_moves")
      await assertHere(agency)
      await assertLost(agency, mover)
    },
    limit
  )
})
