/**
 * Sockets to the PostgreSQL server, with a deadline for every query. A disconnected server
 * (failover, lost NAT state) never answers and never closes, and cannot apply `statement_timeout`.
 * A pool would find its dead connections one deadline at a time. So one missed deadline closes
 * every socket that was silent since that query was sent; the driver fails the queries in flight
 * and the pool reconnects.
 */
import { connect, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import { Context, Duration, Effect, type Scope } from "effect"

/** TCP probes find a dead peer without a query in flight. */
const keepAliveAfterMillis = 10_000

/** For migrations, whose time grows with the number of rows. */
export const WithoutDeadline = Context.Reference<boolean>(
  "retainer/infra/postgres/WithoutDeadline",
  { defaultValue: () => false }
)

interface InFlight {
  readonly sentAt: number
  readonly until: number
}

export interface ServerSockets {
  /** Opens a socket; undefined for a Unix domain socket, which the driver opens. */
  readonly open: (() => Duplex) | undefined
  /** The query, with the deadline. */
  readonly withDeadline: <A, E, R>(query: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

interface Address {
  readonly host: string
  readonly port: number
}

/** The TCP address of a libpq URL; undefined for a Unix domain socket. */
const addressOf = (url: URL): Address | undefined => {
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname)
  if (host.startsWith("/")) return undefined
  const port = url.searchParams.get("port") ?? url.port
  return {
    host: host === "" ? "localhost" : host.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? 5432 : Number(port)
  }
}

/** `deadline` is a little above the server's `statement_timeout`. */
export const makeServerSockets = (
  url: URL,
  deadline: Duration.Input
): Effect.Effect<ServerSockets, never, Scope.Scope> =>
  Effect.gen(function* () {
    const address = addressOf(url)
    const deadlineMillis = Duration.toMillis(Duration.fromInputUnsafe(deadline))
    const heardAt = new Map<Socket, number>()
    const inFlight = new Set<InFlight>()

    const open = ({ host, port }: Address): Duplex => {
      const socket = connect({ host, port, noDelay: true })
      socket.setKeepAlive(true, keepAliveAfterMillis)
      heardAt.set(socket, performance.now())
      socket.on("data", () => heardAt.set(socket, performance.now()))
      socket.on("close", () => heardAt.delete(socket))
      return socket
    }

    const closeSilentSince = (sentAt: number): void => {
      for (const [socket, at] of heardAt) {
        if (at <= sentAt) socket.destroy(new Error("No answer within the deadline"))
      }
    }

    /**
     * A query on a connection that still receives data has this much longer; then all sockets are
     * closed.
     */
    const graceMillis = 1000
    const check = (): void => {
      const now = performance.now()
      for (const { sentAt, until } of inFlight) {
        if (now >= until + graceMillis) closeSilentSince(Number.POSITIVE_INFINITY)
        else if (now >= until) closeSilentSince(sentAt)
      }
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => setInterval(check, Math.min(500, deadlineMillis / 4)).unref()),
      (timer) => Effect.sync(() => clearInterval(timer))
    )

    return {
      open: address === undefined ? undefined : () => open(address),
      withDeadline: (query) =>
        Effect.withFiber((fiber) => {
          if (fiber.getRef(WithoutDeadline)) return query
          const sentAt = performance.now()
          const entry = { sentAt, until: sentAt + deadlineMillis }
          inFlight.add(entry)
          return Effect.onExitPrimitive(query, () => {
            inFlight.delete(entry)
            return undefined
          })
        })
    }
  })
