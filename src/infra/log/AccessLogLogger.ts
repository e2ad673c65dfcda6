/**
 * The access log through Effect's loggers, where more than stderr reads it: an exporter gets each line with
 * the span of its request. The line's request id is that of the request's own log annotations.
 */
import { Effect, Layer } from "effect"
import { AccessLog } from "../../app/ports/AccessLog.ts"

export const AccessLogLogger = Layer.succeed(AccessLog, {
  write: ({ requestId, method, path, status, millis: ms, address, credential }, context) =>
    Effect.runSyncWith(context)(
      Effect.annotateLogs(
        Effect.logInfo("request", { method, path, status, ms, address, credential }),
        { request_id: requestId }
      )
    )
})
