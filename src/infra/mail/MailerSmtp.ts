/** Hands mails to an SMTP server; its 5xx answers are final, other failures may be temporary. */
import { Effect, Layer, Predicate, Redacted } from "effect"
import { Mailer, MailNotDelivered, MailRefused } from "../../app/ports/mail/Mailer.ts"
import { isLoopback } from "../../domain/access/Loopback.ts"
import { loadLater } from "../LoadLater.ts"
import { type MailFrom, toMessage } from "./Message.ts"

interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  readonly url: Redacted.Redacted<URL>
  readonly from: MailFrom
}

/** The server's answer, without our credentials and short enough to be stored and shown. */
const reasonOf = (error: unknown): string => {
  const text = Predicate.hasProperty(error, "response") ? String(error.response) : String(error)
  return text.replace(/\s+/g, " ").slice(0, 500)
}

const isFinal = (error: unknown): boolean =>
  Predicate.hasProperty(error, "responseCode") &&
  typeof error.responseCode === "number" &&
  error.responseCode >= 500 &&
  // An operator can correct failed TLS or sign-in: the mail itself is fine.
  !(Predicate.hasProperty(error, "code") && (error.code === "EAUTH" || error.code === "ETLS"))

/**
 * Connection settings. A password leaves this machine only under TLS, to a server whose certificate
 * is verified. Without STARTTLS, or where an attacker removed it, nothing is sent.
 */
export const smtpOptions = (url: URL) => {
  const secure = url.protocol === "smtps:"
  const user = decodeURIComponent(url.username)
  const host = url.hostname.replace(/^\[|\]$/g, "")
  return {
    host,
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    requireTLS: !secure && user !== "" && !isLoopback(host),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true
  }
}

export const MailerSmtp = ({ url, from }: SmtpOptions): Layer.Layer<Mailer> =>
  Layer.effect(
    Mailer,
    Effect.gen(function* () {
      let close = (): void => {}
      const transport = yield* loadLater(async () => {
        const { createTransport } = await import("nodemailer")
        const options = {
          ...smtpOptions(Redacted.value(url)),
          pool: true,
          maxConnections: 4
        } as const
        const pool = createTransport(options)
        close = () => pool.close()
        return pool
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => close()))
      return Mailer.of({
        send: Effect.fn("Mailer.send")(function* (mail) {
          yield* Effect.tryPromise({
            try: async () => (await transport()).sendMail(toMessage(mail, from)),
            catch: (error) =>
              isFinal(error)
                ? new MailRefused({ reason: reasonOf(error) })
                : new MailNotDelivered({ reason: reasonOf(error) })
          })
        })
      })
    })
  )
