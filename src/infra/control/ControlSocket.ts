/**
 * Control socket: the local socket of the process that has the embedded database open, for the
 * command line of the same user. `DATA_DIR/control.json`, which that user alone can read, has its
 * address and a secret: Node cannot identify the peer of a socket, so the secret does.
 */
import { randomBytes } from "node:crypto"
import {
  chmod,
  lstat,
  mkdtemp,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile
} from "node:fs/promises"
import { createConnection, createServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { Data, Effect, Option, Predicate, Schema } from "effect"
import { version } from "../Version.ts"

/** The least limit of the systems: 107 on Linux, 103 on macOS. */
export const maxPathBytes = 103
const socketName = "control.sock"
const folderPrefix = "retainer-control-"

const Address = Schema.Struct({
  /** Relative to the data directory if it lies there: each side may mount that at another path. */
  socket: Schema.String,
  secret: Schema.String,
  /** The version of the server; earlier ones did not write it. */
  version: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("unknown")))
})
type Address = typeof Address.Type

const parseAddress = Schema.decodeOption(Schema.fromJsonString(Address))

const addressFile = (directory: string): string => join(directory, "control.json")

/** Owned by this user; root trusts every owner. */
const isTrusted = (owner: number): boolean => {
  const own = process.getuid?.()
  return own === undefined || own === 0 || own === owner
}

/** No other user can have created it. */
const isOurs = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(() => undefined)
  return found !== undefined && !found.isSymbolicLink() && isTrusted(found.uid)
}

const readAddress = async (directory: string): Promise<Address | undefined> => {
  const file = addressFile(directory)
  if (!(await isOurs(file))) return undefined
  const text = await readFile(file, "utf8").catch(() => "")
  return Option.getOrUndefined(parseAddress(text))
}

const isReachable = async (path: string): Promise<boolean> => {
  if (process.platform === "win32") return true
  const folder = await stat(dirname(path)).catch(() => undefined)
  // A socket elsewhere lies in a closed folder, so that no other user can replace it.
  return folder !== undefined && isTrusted(folder.uid) && (await isOurs(path))
}

export interface ControlConnection {
  readonly socket: Socket
  readonly secret: string
  readonly version: string
}

/** A connection to the process that has the database open; null if none answers. */
export const connectControl = async (directory: string): Promise<ControlConnection | null> => {
  const address = await readAddress(directory)
  if (address === undefined) return null
  const path = process.platform === "win32" ? address.socket : resolve(directory, address.socket)
  if (!(await isReachable(path))) return null
  return new Promise((done) => {
    const socket = createConnection(path)
    socket.once("error", () => done(null))
    socket.once("connect", () => {
      socket.on("error", () => {})
      done({ socket, secret: address.secret, version: address.version })
    })
  })
}

class NotListening extends Data.TaggedError("NotListening")<{ readonly cause: unknown }> {}

const listenAt = (server: Server, path: string): Promise<void> =>
  new Promise((done, failed) => {
    server.once("error", failed)
    server.listen(path, () => {
      server.removeListener("error", failed)
      done()
    })
  })

/** Removes the files of an earlier process; needs the lock of the directory. */
const removeStale = async (directory: string): Promise<void> => {
  const old = await readAddress(directory)
  await rm(addressFile(directory), { force: true })
  await rm(join(directory, socketName), { force: true })
  if (old === undefined || !old.socket.startsWith(join(tmpdir(), folderPrefix))) return
  if (!(await isOurs(dirname(old.socket)))) return
  await rm(old.socket, { force: true })
  await rmdir(dirname(old.socket)).catch(() => undefined)
}

const inFolder = async (server: Server): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), folderPrefix))
  const path = join(folder, socketName)
  await listenAt(server, path)
  return path
}

/** Uses a closed temporary folder if the path is too long or the file system takes no socket. */
const listen = async (server: Server, directory: string): Promise<string> => {
  if (process.platform === "win32") {
    const pipe = `\\\\.\\pipe\\${folderPrefix}${randomBytes(16).toString("hex")}`
    await listenAt(server, pipe)
    return pipe
  }
  const path = resolve(directory, socketName)
  if (Buffer.byteLength(path) > maxPathBytes) return inFolder(server)
  try {
    await listenAt(server, path)
  } catch (error) {
    if (Predicate.hasProperty(error, "code") && error.code === "EADDRINUSE") throw error
    return inFolder(server)
  }
  await chmod(path, 0o600)
  return socketName
}

const publish = async (directory: string, address: Address): Promise<void> => {
  const file = addressFile(directory)
  const part = `${file}.${randomBytes(4).toString("hex")}`
  await writeFile(part, JSON.stringify(address), { mode: 0o600, flag: "wx" })
  await rename(part, file)
}

/**
 * Listens until the scope ends; `onSocket` gets every connection and must check the secret. Needs
 * the lock of the directory.
 */
export const listenForControl = (
  directory: string,
  onSocket: (socket: Socket, secret: string) => void
) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        await removeStale(directory)
        const secret = randomBytes(32).toString("base64url")
        const server = createServer((socket) => {
          // Without a listener, an operator that leaves amid its output would end the server.
          socket.on("error", () => {})
          onSocket(socket, secret)
        })
        const socket = await listen(server, directory)
        server.unref()
        await publish(directory, { socket, secret, version })
        return server
      },
      catch: (cause) => new NotListening({ cause })
    }),
    (server) =>
      Effect.promise(async () => {
        server.close()
        await removeStale(directory)
      })
  )
