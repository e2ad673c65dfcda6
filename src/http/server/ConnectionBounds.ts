/**
 * Bounds the open connections of a server, in total and per address, so that one address cannot
 * exhaust the open files. A new connection beyond a bound evicts the longest idle one, or is
 * refused if none is idle.
 */
import type { Socket } from "node:net"

export interface ConnectionLimits {
  readonly maxOpen: number
  readonly maxOpenPerAddress: number
}

/** More sockets would take memory that requests need. */
const mostOpen = 20_000

/** A quarter of the open files is reserved for the database, stored files and workers. */
export const connectionLimitsOf = (openFiles: number, isBehindProxy: boolean): ConnectionLimits => {
  const maxOpen = Math.max(16, Math.min(mostOpen, Math.floor((openFiles * 3) / 4)))
  // A proxy's connections belong to all its callers.
  return { maxOpen, maxOpenPerAddress: isBehindProxy ? maxOpen : Math.ceil(maxOpen / 2) }
}

/** `idle` is in the order in which connections became idle. */
interface Peer {
  readonly open: Set<Socket>
  readonly idle: Set<Socket>
}

export interface ConnectionBounds {
  /**
   * False if there is no room and no idle connection to evict: the caller closes the connection.
   */
  readonly add: (socket: Socket, address: string) => boolean
  readonly markBusy: (socket: Socket) => void
  readonly markIdle: (socket: Socket) => void
  readonly remove: (socket: Socket) => void
}

export const makeConnectionBounds = ({
  maxOpen,
  maxOpenPerAddress
}: ConnectionLimits): ConnectionBounds => {
  const peers = new Map<string, Peer>()
  const addresses = new Map<Socket, string>()
  const idle = new Set<Socket>()

  const peerOf = (socket: Socket): Peer | undefined => {
    const address = addresses.get(socket)
    return address === undefined ? undefined : peers.get(address)
  }

  const remove = (socket: Socket): void => {
    const address = addresses.get(socket)
    if (address === undefined) return
    addresses.delete(socket)
    idle.delete(socket)
    const peer = peers.get(address)
    peer?.open.delete(socket)
    peer?.idle.delete(socket)
    if (peer?.open.size === 0) peers.delete(address)
  }

  /** Closes the longest idle of these connections; false if there is none. */
  const closeFirst = (of: ReadonlySet<Socket>): boolean => {
    const [longest] = of
    if (longest === undefined) return false
    remove(longest)
    longest.destroy()
    return true
  }

  const hasRoom = (address: string): boolean => {
    const peer = peers.get(address)
    if (peer !== undefined && peer.open.size >= maxOpenPerAddress && !closeFirst(peer.idle)) {
      return false
    }
    return addresses.size < maxOpen || closeFirst(idle)
  }

  return {
    add: (socket, address) => {
      if (!hasRoom(address)) return false
      const peer = peers.get(address) ?? { open: new Set(), idle: new Set() }
      peers.set(address, peer)
      addresses.set(socket, address)
      peer.open.add(socket)
      peer.idle.add(socket)
      idle.add(socket)
      return true
    },
    markBusy: (socket) => {
      if (idle.delete(socket)) peerOf(socket)?.idle.delete(socket)
    },
    markIdle: (socket) => {
      const peer = peerOf(socket)
      if (peer === undefined) return
      peer.idle.add(socket)
      idle.add(socket)
    },
    remove
  }
}
