/** Records the statements that an effect sends, with their parameters, as the client compiled them. */
import { Effect } from "effect"
import { Statement } from "effect/sql"

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
