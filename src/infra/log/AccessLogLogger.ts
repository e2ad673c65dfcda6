/**
 * Access log through Effect's loggers, for an exporter, which gets each line with the span of its
 * request.
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
