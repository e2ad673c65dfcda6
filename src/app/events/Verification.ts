/**
 * Verifies the log of a workspace: both hash chains with their ends, the newest event of each
 * resource against its row, the numbers of invoices and credit notes, and the ledger. It reads page
 * by page and stops at the first difference.
 */
import { Context, Effect, Layer, Predicate, Redacted } from "effect"
import { type Event, familyOf } from "../../domain/events/Event.ts"
import { auditIdOf, chained, noHash } from "../../domain/events/LogEntry.ts"
import { firstDifference, isReplayed, settled } from "../../domain/events/Replay.ts"
import { completedOf } from "../../domain/events/ShownResource.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import {
  type Chain,
  type ChainedEntry,
  type ChainHead,
  type ChainHeads,
  type ChainLink,
  LogProof,
  type RowProblem
} from "../ports/events/LogProof.ts"
import { Signer } from "../ports/Signer.ts"
import { useCase } from "../UseCase.ts"
import { currentResources } from "./CurrentResources.ts"

export interface Difference {
  readonly in: "events" | "audit" | "resource" | "numbers" | "ledger"
  /** Null if the difference is not in an entry. */
  readonly sequence: number | null
  readonly id: string | null
  readonly what: string
}

interface Verified {
  readonly events: number
  readonly audit: number
  readonly invoices: number
  readonly creditNotes: number
  readonly payments: number
  readonly firstDifference: Difference | null
  /** The ends of both chains, for `verifySince`. */
  readonly heads: ChainHeads
}

interface CheckedRows extends Pick<Verified, "invoices" | "creditNotes" | "payments"> {
  readonly difference: Difference | null
}

const notChecked: CheckedRows = { invoices: 0, creditNotes: 0, payments: 0, difference: null }

const pageSize = 500
/** Bounds the bytes of a page: an entry may have some hundred kilobytes. */
const chainPage = 200

/** The most attempts, if a workspace changes during each. */
const maxTries = 5

const linkProblem = (
  { sequence, previousHash, hash, canonical }: ChainLink,
  before: ChainHead,
  digest: (text: string) => string
): string | undefined => {
  if (sequence !== before.sequence + 1) {
    return `${before.sequence + 1} is missing: after ${before.sequence} comes ${sequence}`
  }
  if (previousHash !== before.hash) return "does not follow the entry before it"
  return digest(chained(previousHash, canonical)) === hash
    ? undefined
    : "is not what its hash was made of"
}

const wrong = (chain: Chain, entry: ChainedEntry | null, what: string): Difference => ({
  in: chain,
  sequence: entry?.[chain]?.sequence ?? null,
  id: entry && (chain === "events" ? entry.id : auditIdOf(entry.id)),
  what
})

const makeFollow = Effect.gen(function* () {
  const proof = yield* LogProof
  const signer = yield* Signer
  const digest = (text: string) => signer.hash(Redacted.make(text))

  /**
   * Follows both chains to their ends, which must be those of their counters. It reads each entry
   * once, in the order of the audit log.
   */
  return Effect.fnUntraced(function* (workspace: Workspace, ends: ChainHeads, from: ChainHeads) {
    const heads: Record<Chain, ChainHead> = { ...from }
    const follow = (chain: Chain, entry: ChainedEntry): Difference | null => {
      const link = entry[chain]
      if (link === null) return null
      const problem = linkProblem(link, heads[chain], digest)
      if (problem !== undefined) return wrong(chain, entry, problem)
      heads[chain] = { sequence: link.sequence, hash: link.hash }
      return null
    }

    /** Events that no line of the audit log shows: a process that is older than it wrote them. */
    const followEvents = Effect.fnUntraced(function* (until: number) {
      while (heads.events.sequence < until) {
        const page = yield* proof.links(workspace.id, "events", heads.events.sequence, chainPage)
        const due = page.filter(({ events }) => events !== null && events.sequence <= until)
        if (due.length === 0) return null
        for (const entry of due) {
          const difference = follow("events", entry)
          if (difference !== null) return difference
        }
      }
      return null
    })

    for (;;) {
      const page = yield* proof.links(workspace.id, "audit", heads.audit.sequence, chainPage)
      for (const entry of page) {
        const difference =
          (yield* followEvents((entry.events?.sequence ?? 0) - 1)) ??
          follow("events", entry) ??
          follow("audit", entry)
        if (difference !== null) return { heads, difference }
      }
      if (page.length < chainPage) break
    }
    const last = yield* followEvents(ends.events.sequence)
    if (last !== null) return { heads, difference: last }
    for (const chain of ["events", "audit"] as const) {
      const [head, end] = [heads[chain], ends[chain]]
      if (head.sequence === end.sequence && head.hash === end.hash) continue
      const what = `ends at ${head.sequence}; its counter stands at ${end.sequence}`
      return { heads, difference: wrong(chain, null, what) }
    }
    return { heads, difference: null }
  })
})

const asJson = (value: unknown) => (Predicate.isObject(value) ? { ...value } : null)

/** Compares each resource with its newest event. */
const makeReplay = Effect.gen(function* () {
  const proof = yield* LogProof
  const currentOf = yield* currentResources

  const problemOf = Effect.fnUntraced(function* (workspace: Workspace, event: Event) {
    const expected = asJson(event.data.object)
    const family = familyOf(event.type)
    if (expected === null || family === undefined) return "shows nothing"
    if (!isReplayed(family)) return null
    const found = asJson(yield* currentOf(family)(workspace, String(expected["id"])))
    const isGone = event.type.endsWith(".deleted")
    if (found === null) return isGone ? null : `the ${family} is not there`
    if (isGone) return `the ${family} was deleted and is there`
    const today = yield* todayIn(workspace.zone)
    const different = firstDifference(
      settled(family, { ...expected, ...asJson(completedOf[family](expected)) }, today),
      settled(family, found, today)
    )
    return different === null
      ? null
      : `${different.field} is ${JSON.stringify(different.found)}, by the log ${JSON.stringify(different.expected)}`
  })

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    since: number
  ): Effect.fn.Return<Difference | null> {
    let after = ""
    for (;;) {
      const page = yield* proof.latest(workspace.id, after, pageSize, since)
      const problems = yield* Effect.forEach(page, (event) => problemOf(workspace, event), {
        concurrency: 4
      })
      for (const [index, event] of page.entries()) {
        const id = String(asJson(event.data.object)?.["id"])
        const what = problems[index] ?? null
        if (what !== null) return { in: "resource", sequence: event.sequence, id, what }
        after = id
      }
      if (page.length < pageSize) return null
    }
  })
})

const rowDifference = (where: Difference["in"], problem: RowProblem | null): Difference | null =>
  problem && { in: where, sequence: null, ...problem }

const start: ChainHead = { sequence: 0, hash: noHash }
const origin: ChainHeads = { events: start, audit: start }

const makeCheckRows = Effect.map(LogProof, (proof) =>
  /** All rows, however old. */
  Effect.fnUntraced(function* (id: WorkspaceId): Effect.fn.Return<CheckedRows> {
    const numbers = yield* proof.numbers(id)
    const creditNotes = yield* proof.creditNotes(id)
    const ledger = yield* proof.ledger(id)
    const unlogged = yield* proof.unlogged(id)
    return {
      invoices: numbers.count,
      creditNotes: creditNotes.count,
      payments: ledger.count,
      difference:
        rowDifference("resource", unlogged) ??
        rowDifference("numbers", numbers.problem ?? creditNotes.problem) ??
        rowDifference("ledger", ledger.problem)
    }
  })
)

export class Verification extends Context.Service<
  Verification,
  {
    readonly verify: (workspace: Workspace) => Effect.Effect<Verified>
    /** As `verify`, without a look at each resource. */
    readonly verifyLog: (workspace: Workspace) => Effect.Effect<Verified>
    /** The entries since an earlier verification, and the resources that they changed. */
    readonly verifySince: (
      workspace: Workspace,
      since: ChainHeads
    ) => Effect.Effect<Pick<Verified, "firstDifference" | "heads">>
  }
>()("retainer/app/Verification") {
  static readonly layer = Layer.effect(
    Verification,
    Effect.gen(function* () {
      const proof = yield* LogProof
      const follow = yield* makeFollow
      const replay = yield* makeReplay
      const checkRows = yield* makeCheckRows

      const once = Effect.fnUntraced(function* (
        workspace: Workspace,
        heads: ChainHeads,
        since: ChainHeads,
        replays: boolean
      ): Effect.fn.Return<Verified> {
        const { id } = workspace
        // The database reads for one while this process hashes for the other.
        const [followed, replayed] = yield* Effect.all(
          [
            follow(workspace, heads, since),
            replays ? replay(workspace, since.events.sequence) : Effect.succeed(null)
          ],
          { concurrency: "unbounded" }
        )
        const { difference, ...counts } = since === origin ? yield* checkRows(id) : notChecked
        return {
          ...counts,
          events: followed.heads.events.sequence,
          audit: followed.heads.audit.sequence,
          firstDifference: followed.difference ?? replayed ?? difference,
          heads: followed.heads
        }
      })

      /** A change that is made while this reads may look like a difference: then it reads again. */
      const verifySince = useCase("Verification.verify")(function* (
        workspace: Workspace,
        since: ChainHeads,
        replays: boolean
      ) {
        let heads = yield* proof.heads(workspace.id)
        for (let tries = 1; ; tries++) {
          const verified = yield* once(workspace, heads, since, replays)
          if (verified.firstDifference === null || tries === maxTries) return verified
          const { audit } = heads
          heads = yield* proof.heads(workspace.id)
          if (heads.audit.sequence === audit.sequence) return verified
        }
      })

      return Verification.of({
        verifySince: (workspace, since) => verifySince(workspace, since, true),
        verifyLog: (workspace) => verifySince(workspace, origin, false),
        verify: (workspace) => verifySince(workspace, origin, true)
      })
    })
  )
}
