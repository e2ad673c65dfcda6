/**
 * Bounds the open connections of a server, in all and from one address. A new connection beyond a bound takes the
 * place of the longest idle one; where none is idle it is refused. So one address cannot use up the process's files.
 */
import type { Socket } from "node:net"

export interface ConnectionLimits {
  readonly maxOpen: number
  readonly maxOpenPerAddress: number
}

/** More sockets than these take memory that requests need. */
const mostOpen = 20_000

/** A quarter of the process's files is for the database, stored files and workers. */
export const connectionLimitsOf = (openFiles: number, isBehindProxy: boolean): ConnectionLimits => {
  const maxOpen = Math.max(16, Math.min(mostOpen, Math.floor((openFiles * 3) / 4)))
  // A proxy's connections are those of all its callers.
  return { maxOpen, maxOpenPerAddress: isBehindProxy ? maxOpen : Math.ceil(maxOpen / 2) }
}

/** Sets are in the order in which connections became idle. */
interface Peer {
  readonly open: Set<Socket>
  readonly idle: Set<Socket>
}

export interface ConnectionBounds {
  /** False where there is no room, and none can be made: the connection is closed. */
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

  /** Closes the longest idle connection of these; false where there is none. */
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
