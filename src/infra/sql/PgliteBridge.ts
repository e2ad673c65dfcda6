/**
 * Speaks PostgreSQL's wire protocol with an in-process PGlite, so that one SQL client serves the
 * embedded database and a server alike. PGlite is a single session: one connection, never more.
 */
import { Duplex } from "node:stream"
import type { PGlite } from "@electric-sql/pglite"

export const duplexTo = (database: PGlite): Duplex => {
  const duplex: Duplex = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      database
        .runExclusive(() =>
          database.execProtocolRawStream(new Uint8Array(chunk), {
            onRawData: (bytes) => void duplex.push(Buffer.from(bytes))
          })
        )
        .then(() => done(), done)
    },
    final: (done) => done()
  })
  return duplex
}
