/** The access log: gathered, in order, and complete at a stop; its lines are what tools read. */
import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { AccessLog, type AccessRecord } from "../../../src/app/ports/AccessLog.ts"
import { AccessLogStderr, jsonLine, prettyLine } from "../../../src/infra/log/AccessLogStderr.ts"

const record = (status: number): AccessRecord => ({
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  requestId: "req_1",
  method: "GET",
  path: '/v1/x"\n',
  status,
  millis: 7,
  address: "192.0.2.1",
  credential: null
})

describe("lines of the access log", () => {
  it("are JSON as the other lines are", () => {
    const line = jsonLine(record(200))
    assert.strictEqual(line.indexOf("\n"), line.length - 1)
    assert.deepEqual(JSON.parse(line), {
      message: [
        "request",
        {
          method: "GET",
          path: '/v1/x"\n',
          status: 200,
          ms: 7,
          address: "192.0.2.1",
          credential: null
        }
      ],
      level: "INFO",
      timestamp: "2026-01-02T03:04:05.678Z",
      annotations: { request_id: "req_1" },
      spans: {}
    })
  })

  it("or one line for a person", () => {
    assert.strictEqual(
      prettyLine({ ...record(404), path: "/v1/x" }),
      "[03:04:05.678] INFO: GET /v1/x 404 in 7 ms (req_1) from 192.0.2.1\n"
    )
    assert.strictEqual(
      prettyLine({ ...record(200), path: "/v1/x", credential: "key_1" }),
      "[03:04:05.678] INFO: GET /v1/x 200 in 7 ms (req_1) from 192.0.2.1 by key_1\n"
    )
  })
})

describe("the access log", () => {
  const opened = Effect.fnUntraced(function* (isOn: boolean) {
    const written: string[] = []
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(
      AccessLogStderr({
        line: ({ status }) => `${status}\n`,
        isOn,
        write: (text) => written.push(text)
      }),
      scope
    )
    const { write } = yield* AccessLog.pipe(Effect.provideContext(context))
    return { written, write, close: Scope.close(scope, Exit.void) }
  })

  it.effect("gathers lines and writes what is left at a stop", () =>
    Effect.gen(function* () {
      const { written, write, close } = yield* opened(true)
      const listeners = process.listenerCount("exit")
      for (let status = 0; status < 600; status++) write(record(status), Context.empty())
      assert.deepEqual(written, [Array.from({ length: 500 }, (_, i) => `${i}\n`).join("")])
      yield* close
      assert.strictEqual(written.join(""), Array.from({ length: 600 }, (_, i) => `${i}\n`).join(""))
      assert.strictEqual(process.listenerCount("exit"), listeners - 1)
    })
  )

  it.effect("writes nothing where it is off", () =>
    Effect.gen(function* () {
      const { written, write, close } = yield* opened(false)
      for (let status = 0; status < 600; status++) write(record(status), Context.empty())
      yield* close
      assert.deepEqual(written, [])
    })
  )

  it("is written when the process ends by an error", () => {
    const program = `
      import { Effect, Layer } from "effect"
      import { AccessLog } from "./src/app/ports/AccessLog.ts"
      import { AccessLogStderr } from "./src/infra/log/AccessLogStderr.ts"
      const layer = AccessLogStderr({ line: ({ path }) => path + "\\n", isOn: true })
      await Effect.runPromise(Effect.gen(function* () {
        const log = yield* AccessLog
        log.write({ at: 0, requestId: "", method: "", path: "kept", status: 200, millis: 0 })
        process.exit(3)
      }).pipe(Effect.provide(layer)))`
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", program],
      { cwd: new URL("../../../", import.meta.url).pathname, encoding: "utf8" }
    )
    assert.deepEqual({ status, stderr }, { status: 3, stderr: "kept\n" })
  })
})
