/**
 * Access log on stderr, in the form of the other log lines. Lines are batched for a moment: a write
 * for each would cost more than the request. The batch is written at a stop and when the process
 * ends by an error; only a kill loses it.
 */
import { writeSync } from "node:fs"
import { Effect, Layer } from "effect"
import { AccessLog, type AccessRecord } from "../../app/ports/AccessLog.ts"

const gatheredMillis = 50
/** Lines of one write. */
const gatheredLines = 500

const stderr = 2

/** In the form of Effect's JSON lines. */
export const jsonLine = ({ at, requestId, ...request }: AccessRecord): string => {
  const { method, path, status, millis: ms, address, credential } = request
  return `${JSON.stringify({
    message: ["request", { method, path, status, ms, address, credential }],
    level: "INFO",
    timestamp: new Date(at).toISOString(),
    annotations: { request_id: requestId },
    spans: {}
  })}\n`
}

export const prettyLine = (record: AccessRecord): string => {
  const { at, requestId, method, path, status, millis, address, credential } = record
  const by = credential === null ? "" : ` by ${credential}`
  return (
    `[${new Date(at).toISOString().slice(11, 23)}] INFO: ${method} ${path} ${status} in ` +
    `${millis} ms (${requestId}) from ${address}${by}\n`
  )
}

/** Waits for a full pipe and ignores a closed one. */
const writeAll = (text: string): void => {
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(stderr, rest))
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return
    }
  }
}

interface AccessLogOptions {
  readonly line: (record: AccessRecord) => string
  readonly isOn: boolean
  readonly write?: (text: string) => void
}

export const AccessLogStderr = ({ line, isOn, write = writeAll }: AccessLogOptions) =>
  Layer.effect(
    AccessLog,
    Effect.gen(function* () {
      if (!isOn) return AccessLog.of({ write: () => {} })
      let gathered: AccessRecord[] = []
      let timer: NodeJS.Timeout | undefined
      const flush = () => {
        clearTimeout(timer)
        timer = undefined
        if (gathered.length === 0) return
        const records = gathered
        gathered = []
        write(records.map(line).join(""))
      }
      process.on("exit", flush)
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          process.off("exit", flush)
          flush()
        })
      )
      return AccessLog.of({
        write: (record) => {
          if (gathered.push(record) >= gatheredLines) flush()
          else timer ??= setTimeout(flush, gatheredMillis).unref()
        }
      })
    })
  )

/** Through Effect's loggers: an exporter gets each line with the span of its request. */
export const AccessLogLogger = Layer.succeed(AccessLog, {
  write: ({ requestId, method, path, status, millis: ms, address, credential }, context) =>
    Effect.runSyncWith(context)(
      Effect.annotateLogs(
        Effect.logInfo("request", { method, path, status, ms, address, credential }),
        { request_id: requestId }
      )
    )
})
