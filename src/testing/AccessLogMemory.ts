/** The access log in memory, for tests that read its lines. */
import { Context, Effect, Layer } from "effect"
import { AccessLog, type AccessRecord } from "../app/ports/AccessLog.ts"

/** The last requests that were answered, oldest first. */
export class AccessRecords extends Context.Service<
  AccessRecords,
  { readonly all: Effect.Effect<ReadonlyArray<AccessRecord>> }
>()("retainer/testing/AccessRecords") {}

const kept = 1_000

export const AccessLogMemory = Layer.effectContext(
  Effect.sync(() => {
    const records: AccessRecord[] = []
    return Context.make(AccessLog, {
      write: (record) => {
        records.push(record)
        if (records.length > kept) records.shift()
      }
    }).pipe(Context.add(AccessRecords, { all: Effect.sync(() => [...records]) }))
  })
)
