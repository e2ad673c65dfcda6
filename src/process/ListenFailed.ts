/**
 * A refused start: the server cannot listen on its address. This file imports no Node, because the
 * public types of `Retainer.start` refer to it.
 */
import { Data } from "effect"

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process uses the port. Stop it, or set PORT; PORT=0 takes a free port",
  EACCES: "this user may not use the port. Set PORT to a number above 1023",
  EADDRNOTAVAIL: "this machine does not have the address. Set HOST to one of its own"
}

/** `code` is Node's, such as `EADDRINUSE`. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{
  readonly host: string
  readonly port: number
  readonly code: string
}> {
  override get message() {
    const { host, port, code } = this
    const address = `${host.includes(":") ? `[${host}]` : host}:${port}`
    const reason = remedies[code] ?? "check HOST and PORT"
    return `The server cannot listen on ${address} (${code}): ${reason}`
  }
}
