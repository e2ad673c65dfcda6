/** Hands mails to an SMTP server; its 5xx answers are final, everything else may pass. */
import { Effect, Layer, Predicate, Redacted } from "effect"
import { createTransport } from "nodemailer"
import { Mailer, MailNotDelivered, MailRefused } from "../../app/ports/Mailer.ts"
import { toMessage } from "./Message.ts"

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  readonly url: Redacted.Redacted<URL>
  readonly fromAddress: string
}

/** What the server said, without our credentials and short enough to be stored and shown. */
const reasonOf = (error: unknown): string => {
  const text = Predicate.hasProperty(error, "response") ? String(error.response) : String(error)
  return text.replace(/\s+/g, " ").slice(0, 500)
}

const isFinal = (error: unknown): boolean =>
  Predicate.hasProperty(error, "responseCode") &&
  typeof error.responseCode === "number" &&
  error.responseCode >= 500 &&
  // A failed sign-in is our configuration, which an operator can mend: the mail is not to blame.
  !(Predicate.hasProperty(error, "code") && error.code === "EAUTH")

export const MailerSmtp = ({ url, fromAddress }: SmtpOptions): Layer.Layer<Mailer> =>
  Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const target = Redacted.value(url)
      const secure = target.protocol === "smtps:"
      const user = decodeURIComponent(target.username)
      const transport = yield* Effect.acquireRelease(
        Effect.sync(() =>
          createTransport({
            host: target.hostname.replace(/^\[|\]$/g, ""),
            port: target.port === "" ? (secure ? 465 : 587) : Number(target.port),
            secure,
            ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(target.password) } }),
            pool: true,
            maxConnections: 4,
            connectionTimeout: 10_000,
            greetingTimeout: 10_000,
            socketTimeout: 30_000,
            disableFileAccess: true,
            disableUrlAccess: true
          })
        ),
        (pool) => Effect.sync(() => pool.close())
      )
      return Mailer.of({
        send: Effect.fn("Mailer.send")(function* (mail) {
          yield* Effect.tryPromise({
            try: () => transport.sendMail(toMessage(mail, fromAddress)),
            catch: (error) =>
              isFinal(error)
                ? new MailRefused({ reason: reasonOf(error) })
                : new MailNotDelivered({ reason: reasonOf(error) })
          })
        })
      })
    })
  )
