/** A real SMTP server that stores accepted mails; a test can set its answers. */
import { SMTPServer } from "smtp-server"

export interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly raw: string
}

/** Decides by the mail's source; null takes it. */
export type Verdict = (raw: string) => { readonly code: number; readonly text: string } | null

export interface Sink {
  readonly url: string
  readonly mails: ReadonlyArray<Received>
  readonly attempts: () => number
  /** Users whose password arrived. */
  readonly signIns: ReadonlyArray<string>
  /** Decides on each mail from now on; null takes it. */
  readonly decide: (verdict: Verdict) => void
  readonly close: () => Promise<void>
}

/**
 * Takes any password where AUTH is not among the disabled commands; its certificate is self-signed.
 */
export const startSmtp = (
  options: { readonly disabled: ReadonlyArray<string> } = { disabled: ["STARTTLS", "AUTH"] }
): Promise<Sink> => {
  const mails: Received[] = []
  const signIns: string[] = []
  let attempts = 0
  let verdict: Verdict = () => null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: [...options.disabled],
    allowInsecureAuth: true,
    onAuth: ({ username = "" }, _session, done) => {
      signIns.push(username)
      done(null, { user: username })
    },
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        attempts += 1
        const raw = Buffer.concat(chunks).toString()
        const refused = verdict(raw)
        if (refused !== null) {
          done(Object.assign(new Error(refused.text), { responseCode: refused.code }))
          return
        }
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw
        })
        done()
      })
    }
  })
  return new Promise((resolve, reject) => {
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.server.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      resolve({
        url: `smtp://127.0.0.1:${port}`,
        mails,
        signIns,
        attempts: () => attempts,
        decide: (next) => {
          verdict = next
        },
        close: () => new Promise((closed) => server.close(() => closed()))
      })
    })
  })
}
