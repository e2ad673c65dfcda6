/**
 * Versions of workspaces from the table that triggers keep. One statement reads those that were asked for
 * while the one before it was under way: under load, hundreds of requests share a few.
 */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { WorkspaceVersions } from "../../../app/ports/workspaces/WorkspaceVersions.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"

/** So many workspaces' versions are remembered; beyond them all are read anew. */
const maxKnown = 10_000

type Answer = (version: number | null) => void

export const WorkspaceVersionsSql = Layer.effect(
  WorkspaceVersions,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const known = new Map<WorkspaceId, number>()
    let asked = new Map<WorkspaceId, Array<Answer>>()
    let isReading = false

    const read = (ids: ReadonlyArray<WorkspaceId>) =>
      sql<{ workspaceId: string; version: bigint }>`SELECT workspace_id, version
        FROM workspace_versions WHERE workspace_id = ANY(${ids.map(WorkspaceId.toUuid)}::uuid[])`

    const remember = (id: WorkspaceId, version: number): void => {
      if (known.size >= maxKnown && !known.has(id)) known.clear()
      known.set(id, version)
    }

    /** Reads for all that have asked so far, then for those that asked meanwhile. */
    const readAll = (): void => {
      const batch = asked
      asked = new Map()
      isReading = batch.size > 0
      if (!isReading) return
      const found = new Map<WorkspaceId, number>()
      const answerAll = () => {
        readAll()
        for (const [id, answers] of batch) {
          const version = found.get(id) ?? null
          for (const answer of answers) answer(version)
        }
      }
      run(
        read([...batch.keys()]).pipe(
          Effect.tap((rows) =>
            Effect.sync(() => {
              for (const { workspaceId, version } of rows) {
                const id = WorkspaceId.fromUuid(workspaceId)
                found.set(id, Number(version))
                remember(id, Number(version))
              }
            })
          ),
          // Whoever asked goes on without one, and meets what is wrong by itself.
          Effect.ignore,
          Effect.ensuring(Effect.sync(answerAll))
        )
      )
    }

    return WorkspaceVersions.make({
      earlier: (workspaceId) => known.get(workspaceId) ?? null,
      ask: (workspaceId, tell) => {
        const answers = asked.get(workspaceId)
        if (answers === undefined) asked.set(workspaceId, [tell])
        else answers.push(tell)
        if (!isReading) readAll()
      }
    })
  })
)
