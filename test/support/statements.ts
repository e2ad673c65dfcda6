/**
 * Records the statements that an effect sends, with their parameters, as the client compiled them.
 */
import { Effect, Layer } from "effect"
import { Statement } from "effect/sql"
import { Database } from "../../src/infra/postgres/Database.ts"

export interface Sent {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

export const recording = <A, E, R>(
  sent: Array<Sent>,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.provideService(work, Statement.CurrentTransformer, (statement) => {
    const [text, parameters] = statement.compile()
    sent.push({ text, parameters })
    return Effect.succeed(statement)
  })

/**
 * The database with a record of the statements of `Database.rows`, which the client does not
 * compile.
 */
export const recordingRows = <Out, E, R>(
  record: (sent: Sent) => void,
  database: Layer.Layer<Out | Database, E, R>
): Layer.Layer<Out | Database, E, R> =>
  Layer.provideMerge(
    Layer.effect(
      Database,
      Effect.map(Database, (real) => ({
        ...real,
        rows: (sent) => {
          record(sent)
          return real.rows(sent)
        }
      }))
    ),
    database
  )
