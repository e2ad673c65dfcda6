/**
 * Versions from the table that triggers maintain (migration 0028). Requests are batched: one
 * statement reads for all that came while the one before it was in flight.
 */
import { Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type Versions,
  WorkspaceVersions
} from "../../../app/ports/workspaces/WorkspaceVersions.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { rowKinds } from "../../../domain/RowKind.ts"
import { Database } from "../../postgres/Database.ts"
import { Companion } from "../../postgres/ReadClient.ts"
import { fixedRead } from "../../postgres/Statements.ts"
import type { Row } from "../Columns.ts"

type Answer = (versions: Versions | null) => void

const versionsOf = (row: Row): Versions => ({
  credentials: Number(row["credentials"]),
  clients: Number(row["clients"]),
  files: Number(row["files"]),
  invoices: Number(row["invoices"]),
  payments: Number(row["payments"]),
  projects: Number(row["projects"]),
  tasks: Number(row["tasks"])
})

/** Every kind in the order of the text. */
const versionKinds = ["credentials", ...rowKinds] as const

const expression = (place: string): string =>
  `(SELECT concat_ws(' ', ${versionKinds.join(", ")}) FROM workspace_versions
    WHERE workspace_id = ${place})`

const versionsIn = ({ state, value }: Companion["Service"]): Versions | null => {
  if (state !== "read" || typeof value !== "string") return null
  const numbers = value.split(" ")
  return versionsOf(Object.fromEntries(versionKinds.map((kind, at) => [kind, numbers[at]])))
}

export const WorkspaceVersionsSql = Layer.effect(
  WorkspaceVersions,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { rows } = yield* Database
    const run = Effect.runCallbackWith(yield* Effect.context<never>())
    // Compiled once: this is read for every request.
    const versionsRead = fixedRead(
      ["workspaceIds"],
      (value) => sql`SELECT ${sql.csv(["workspace_id", ...versionKinds])}
        FROM workspace_versions WHERE workspace_id = ANY(${value("workspaceIds")}::uuid[])`
    )
    let waiting = new Map<WorkspaceId, Array<Answer>>()
    let isReading = false

    const read = (ids: ReadonlyArray<WorkspaceId>) =>
      rows(versionsRead({ workspaceIds: ids.map(WorkspaceId.toUuid) }))

    /** A defect of one caller reaches neither the others nor the driver's socket handler. */
    const callSafely = (answer: Answer, versions: Versions | null): void => {
      try {
        answer(versions)
      } catch (defect) {
        run(Effect.logError("A read of versions could not be used", defect))
      }
    }

    const readAll = (): void => {
      const batch = waiting
      waiting = new Map()
      isReading = batch.size > 0
      if (!isReading) return
      run(read([...batch.keys()]), {
        onExit: (exit) => {
          readAll()
          // On a failure the callers go on without versions, and meet it by themselves.
          const found = new Map<unknown, Row>()
          if (Exit.isSuccess(exit)) for (const row of exit.value) found.set(row["workspaceId"], row)
          for (const [id, answers] of batch) {
            const row = found.get(WorkspaceId.toUuid(id))
            const versions = row === undefined ? null : versionsOf(row)
            for (const answer of answers) callSafely(answer, versions)
          }
        }
      })
    }

    const request: WorkspaceVersions["Service"]["request"] = (workspaceId, answer) => {
      const answers = waiting.get(workspaceId)
      if (answers === undefined) waiting.set(workspaceId, [answer])
      else answers.push(answer)
      if (!isReading) readAll()
    }

    const beside: WorkspaceVersions["Service"]["beside"] = (workspaceId, work) => {
      const companion = Companion.of({
        expression,
        parameter: WorkspaceId.toUuid(workspaceId),
        state: "awaited",
        value: undefined
      })
      return Effect.map(Effect.provideService(work, Companion, companion), (value) => ({
        value,
        versions: versionsIn(companion)
      }))
    }

    return WorkspaceVersions.make(request, beside)
  })
)
