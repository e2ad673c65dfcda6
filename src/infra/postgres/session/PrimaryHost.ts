/**
 * The one of several hosts that accepts changes. All hosts are probed at the same time, for two
 * seconds at most. A host in recovery is passed over, and so is one on an older timeline than
 * another: a primary that was replaced and still runs. The answer is remembered until a connection
 * to it is lost.
 */
import { connect, type Socket } from "node:net"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import { Effect, Redacted } from "effect"
import { reported, saidBy } from "../Failures.ts"
import { type Host, nameOfHost } from "./DatabaseUrl.ts"

const patienceMillis = 2000
/** A search that found no primary answers for this long, so that callers cause no more of them. */
const pauseMillis = 500

type Answer =
  | { readonly host: Host; readonly timeline: number }
  | { readonly host: Host; readonly problem: string; readonly code: unknown }

/** `code` is the SQLSTATE that one of the hosts reported. */
class NoPrimary extends Error {
  readonly code: unknown
  constructor(problems: ReadonlyArray<string>, code: unknown) {
    super(`no host accepts changes (${problems.join("; ")})`)
    this.code = code
  }
}

/** A socket that is closed when the time is up, whatever the host does. */
const boundedSocket = ({ host, port }: Host): Socket => {
  const socket = connect({ host, port, noDelay: true })
  const giveUp = () => socket.destroy(new Error("no answer within 2 s"))
  const timer = setTimeout(giveUp, patienceMillis)
  return socket.on("close", () => clearTimeout(timer))
}

/** 0 on services that hide their log, and so their timelines. */
const timelineText = `SELECT
  ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline`

const probeHost = (host: Host): Effect.Effect<Answer> =>
  Effect.gen(function* () {
    const connection = yield* PgConnection.make({
      url: Redacted.make(host.url.href),
      applicationName: "retainer",
      stream: () => boundedSocket(host)
    })
    const standby = yield* connection.query("SELECT pg_is_in_recovery() AS standby", [], false)
    if (standby.rows[0]?.["standby"] === true) {
      return { host, problem: "is in recovery", code: undefined }
    }
    const timeline = yield* connection.query(timelineText, [], false).pipe(
      Effect.map(({ rows }) => Number(rows[0]?.["timeline"])),
      Effect.orElseSucceed(() => 0)
    )
    return { host, timeline }
  }).pipe(
    Effect.scoped,
    Effect.catch((error) =>
      Effect.succeed({ host, problem: saidBy(error), code: reported(error, "code") })
    )
  )

const serverFull = "53300"

/** A primary without a free connection is worth waiting for, so its SQLSTATE comes first. */
const codeOf = (answers: ReadonlyArray<Answer>): unknown => {
  const codes = answers.flatMap((answer) => ("code" in answer ? [answer.code] : []))
  return codes.includes(serverFull) ? serverFull : codes.find((code) => code !== undefined)
}

export interface PrimaryHost {
  /** Rejects with the reason of each host. */
  readonly find: () => Promise<Host>
  /** The next `find` probes the hosts anew. */
  readonly forget: () => void
}

export const makePrimaryHost = (hosts: ReadonlyArray<Host>): PrimaryHost => {
  let found: Promise<Host> | undefined
  let newest = 0

  const search = async (): Promise<Host> => {
    const answers = await Effect.runPromise(
      Effect.forEach(hosts, probeHost, { concurrency: "unbounded" })
    )
    const primaries = answers.filter((answer) => "timeline" in answer)
    newest = Math.max(newest, ...primaries.map(({ timeline }) => timeline))
    const primary = primaries.find(({ timeline }) => timeline === newest)
    if (primary !== undefined) return primary.host
    const problems = answers.map((answer) => {
      const problem = "problem" in answer ? answer.problem : "was replaced by another primary"
      return `${nameOfHost(answer.host)}: ${problem}`
    })
    throw new NoPrimary(problems, codeOf(answers))
  }
  const forget = () => {
    found = undefined
  }
  return {
    forget,
    find: () => {
      found ??= search().catch((error: unknown) => {
        setTimeout(forget, pauseMillis).unref()
        throw error
      })
      return found
    }
  }
}
