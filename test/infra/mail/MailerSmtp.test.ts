/** Messages at a real SMTP server: headers, and a password over TLS or loopback alone. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { type Mail, Mailer } from "../../../src/app/ports/mail/Mailer.ts"
import { MailerSmtp } from "../../../src/infra/mail/MailerSmtp.ts"
import { startSmtp } from "../../support/smtp.ts"

const mail = {
  messageId: "one@retainer",
  follows: null,
  fromName: "",
  replyTo: null,
  to: { name: "Ada", address: "ada@x.example" },
  subject: "Hello",
  text: "Hello",
  html: "",
  attachments: []
}

const sendTo = (url: string, changed: Partial<Mail> = {}) =>
  Effect.gen(function* () {
    return yield* (yield* Mailer).send({ ...mail, ...changed })
  }).pipe(
    Effect.provide(
      Layer.fresh(
        MailerSmtp({
          url: Redacted.make(new URL(url)),
          from: { name: "Retainer", address: "retainer@x.example" }
        })
      )
    )
  )

const serving = (options: Parameters<typeof startSmtp>[0]) =>
  Effect.acquireRelease(
    Effect.promise(() => startSmtp(options)),
    (sink) => Effect.promise(sink.close)
  )

/** The machine itself by an address that is not a loopback one. */
const elsewhere = (url: string) => url.replace("smtp://127.0.0.1", "smtp://user:password@0.0.0.0")

describe("with a user", () => {
  it.live("a server elsewhere without STARTTLS gets neither the password nor the mail", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sink = yield* serving({ disabled: ["STARTTLS"] })
        const failed = yield* Effect.flip(sendTo(elsewhere(sink.url)))
        assert.strictEqual(failed._tag, "MailNotDelivered")
        assert.deepStrictEqual(sink.signIns, [])
        assert.deepStrictEqual(sink.mails, [])
      })
    )
  )

  it.live("nor does one whose certificate nobody vouches for", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sink = yield* serving({ disabled: [] })
        const failed = yield* Effect.flip(sendTo(elsewhere(sink.url)))
        assert.strictEqual(failed._tag, "MailNotDelivered")
        assert.match(failed.reason, /certificate/)
        assert.deepStrictEqual(sink.signIns, [])
      })
    )
  )

  it.live("this machine may be spoken to in plain", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sink = yield* serving({ disabled: ["STARTTLS"] })
        yield* sendTo(sink.url.replace("//", "//user:password@"))
        assert.deepStrictEqual(sink.signIns, ["user"])
        assert.strictEqual(sink.mails.length, 1)
      })
    )
  )
})

describe("the sender's name", () => {
  it.live("is the service's own where the mail names nobody", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sink = yield* serving(undefined)
        yield* sendTo(sink.url)
        assert.match(sink.mails[0]?.raw ?? "", /^From: Retainer <retainer@x\.example>/m)
      })
    )
  )
})

describe("the headers", () => {
  it.live("say that a program writes, and which mail is followed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sink = yield* serving(undefined)
        yield* sendTo(sink.url)
        yield* sendTo(sink.url, { messageId: "two@retainer", follows: "one@retainer" })
        const [first = "", second = ""] = sink.mails.map(({ raw }) => raw.split("\r\n\r\n")[0])
        for (const head of [first, second]) assert.match(head, /^Auto-Submitted: auto-generated$/m)
        assert.notMatch(first, /^(In-Reply-To|References):/m)
        assert.match(second, /^In-Reply-To: <one@retainer>$/m)
        assert.match(second, /^References: <one@retainer>$/m)
      })
    )
  )
})
