/**
 * Speaks PostgreSQL's wire protocol with an in-process PGlite, so that one SQL client serves the
 * embedded database and a server alike. PGlite is a single session: one connection, never more.
 *
 * It answers without ever going back to the event loop. Work that asks one question after the
 * other, as `verify` does, would hold up requests, timers and signals for as long as it takes: so
 * every few milliseconds the next question waits for all of those.
 */
import { Duplex } from "node:stream"
import type { PGlite } from "@electric-sql/pglite"

/** Milliseconds between two turns of the event loop, and what one statement takes. */
const longestTurn = 10

export const duplexTo = (database: PGlite): Duplex => {
  let turnedAt = performance.now()
  const afterTurn = (done: () => void): void => {
    if (performance.now() - turnedAt < longestTurn) {
      done()
      return
    }
    setImmediate(() => {
      turnedAt = performance.now()
      done()
    })
  }
  const duplex: Duplex = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      database
        .runExclusive(() =>
          database.execProtocolRawStream(new Uint8Array(chunk), {
            onRawData: (bytes) => void duplex.push(Buffer.from(bytes))
          })
        )
        .then(() => afterTurn(done), done)
    },
    final: (done) => done()
  })
  return duplex
}
