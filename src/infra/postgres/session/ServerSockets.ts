/**
 * Sockets to the PostgreSQL server, with a deadline for every query. A disconnected server
 * (failover, lost NAT state) never answers and never closes, and cannot apply `statement_timeout`.
 * A pool would find its dead connections one deadline at a time. So one missed deadline closes
 * every socket that was silent since that query was sent; the driver fails the queries in flight
 * and the pool reconnects.
 */
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { Context, Duration, Effect, type Scope } from "effect"
import type { DatabaseUrl, Host } from "./DatabaseUrl.ts"
import { makePrimaryHost, type PrimaryHost } from "./PrimaryHost.ts"

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
  /** The host of the latest connections is no primary: of several hosts, look for it again. */
  readonly passOver: () => void
}

const connectTo = (socket: Socket, { host, port }: Host): void => {
  socket.connect({ host, port })
}

/** The bytes that the driver writes wait in the socket until the host is known. */
const connectToPrimary = (socket: Socket, { find, forget }: PrimaryHost): void => {
  // The driver ends a connection that it no longer needs; every other end is a loss.
  const forgetIfLost = (): void => {
    if (!socket.writableEnded) forget()
  }
  socket.cork()
  find().then(
    (host) => {
      if (socket.destroyed) return
      socket.on("close", forgetIfLost)
      // Node ends its side when the other has ended, by a listener of its own.
      socket.prependListener("end", forgetIfLost)
      connectTo(socket, host)
      socket.uncork()
    },
    (error: Error) => socket.destroy(error)
  )
}

/** `deadline` is a little above the server's `statement_timeout`. */
export const makeServerSockets = (
  { hosts, isUnixSocket }: DatabaseUrl,
  deadline: Duration.Input
): Effect.Effect<ServerSockets, never, Scope.Scope> =>
  Effect.gen(function* () {
    const primary = hosts.length === 1 ? undefined : makePrimaryHost(hosts)
    const deadlineMillis = Duration.toMillis(Duration.fromInputUnsafe(deadline))
    const heardAt = new Map<Socket, number>()
    const inFlight = new Set<InFlight>()

    const track = (socket: Socket): void => {
      socket.setNoDelay(true)
      socket.setKeepAlive(true, keepAliveAfterMillis)
      heardAt.set(socket, performance.now())
      socket.on("data", () => heardAt.set(socket, performance.now()))
      socket.on("close", () => heardAt.delete(socket))
    }
    const open = (): Duplex => {
      const socket = new Socket()
      track(socket)
      if (primary === undefined) connectTo(socket, hosts[0])
      else connectToPrimary(socket, primary)
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
      open: isUnixSocket ? undefined : open,
      passOver: () => primary?.forget(),
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
