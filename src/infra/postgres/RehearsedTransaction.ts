/**
 * The transaction of a rehearsal. It reads outside of any session, takes no lock, and discards each
 * write instead of collecting it. So it must not read after a write: storage lacks that write, and
 * the answer would be wrong. Recipe: CONTRIBUTING.md, "Adding an endpoint that can be rehearsed".
 */
import { Deferred, Effect, Exit } from "effect"
import type { SqlError } from "effect/sql"
import type { Transaction } from "../../app/ports/UnitOfWork.ts"
import type { Connections, Pending } from "./OpenTransaction.ts"
import type { Sent } from "./Statements.ts"
import type { Result } from "./session/Sessions.ts"

type Service = Transaction["Service"]

export class RehearsedTransaction implements Service {
  private readonly reads: Connections["read"]
  private readonly made: Set<string>
  private written: string | undefined
  private hasFailed = false

  /** `made` gets the stand-ins of this run. */
  constructor({ read }: Pick<Connections, "read">, made: Set<string>) {
    this.reads = read
    this.made = made
  }

  /** Nothing is committed. */
  readonly afterCommit: Service["afterCommit"] = () => Effect.void

  /** A stand-in is its own text; the rows of another write are unknown. */
  discard({ table, standIn, result }: Pending): void {
    this.written = table
    if (standIn === undefined) return
    this.made.add(standIn)
    Deferred.doneUnsafe(result, Exit.succeed([{ value: standIn }]))
  }

  /** Dies after a write. */
  get mayRead(): Effect.Effect<void> {
    return this.written === undefined
      ? Effect.void
      : Effect.die(new Error(`A rehearsal reads after its write to ${this.written}`))
  }

  read(sent: Sent): Effect.Effect<Result, SqlError.SqlError> {
    return Effect.andThen(this.mayRead, this.reads(sent))
  }

  /** An inner unit of work failed, which ends a real transaction too. */
  fail(): void {
    this.hasFailed = true
  }

  get end(): Effect.Effect<void> {
    return this.hasFailed
      ? Effect.die(new Error("A unit of work goes on after one inside of it failed"))
      : Effect.void
  }
}
