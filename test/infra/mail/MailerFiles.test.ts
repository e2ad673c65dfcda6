/** Mails as files are closed to other users, also in a program whose umask is not the server's. */
import { readdir, rm, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Mailer } from "../../../src/app/ports/mail/Mailer.ts"
import { MailerFiles } from "../../../src/infra/mail/MailerFiles.ts"
import { temporaryDirectory } from "../../support/process.ts"

const from = { name: "", address: "from@retainer.test" }
const send = Effect.flatMap(Mailer, ({ send }) =>
  send({
    messageId: "x@retainer.test",
    follows: null,
    fromName: "Acme",
    replyTo: null,
    to: { name: "Ada", address: "ada@x.example" },
    subject: "Invoice",
    text: "Text",
    html: "<p>Text</p>",
    attachments: []
  })
)

describe("mails as files", () => {
  it.effect("lie in a folder of the service's user alone", () =>
    Effect.gen(function* () {
      const { path, remove } = yield* Effect.promise(temporaryDirectory)
      const directory = join(path, "mail")
      yield* Effect.provide(send, MailerFiles({ directory, from }))
      yield* Effect.promise(async () => {
        const [name = ""] = await readdir(directory)
        for (const one of [directory, join(directory, name)]) {
          assert.strictEqual((await stat(one)).mode & 0o077, 0, one)
        }
        await remove()
      })
    })
  )

  it.effect("leave no part of a process that was killed behind", () =>
    Effect.gen(function* () {
      const { path: directory, remove } = yield* Effect.promise(temporaryDirectory)
      const now = 1_800_000_000_000
      yield* TestClock.setTime(now)
      yield* Effect.promise(async () => {
        for (const [name, age] of [
          ["old.eml.part", 61_000],
          ["new.eml.part", 59_000],
          ["old.eml", 61_000]
        ] as const) {
          await writeFile(join(directory, name), "half")
          await utimes(join(directory, name), new Date(now - age), new Date(now - age))
        }
      })
      const left = Effect.promise(async () => (await readdir(directory)).sort())
      yield* Effect.gen(function* () {
        assert.deepStrictEqual(yield* left, ["new.eml.part", "old.eml"])
        yield* Effect.promise(async () => rm(join(directory, "new.eml.part")))
        yield* send
        const [name = "", ...others] = (yield* left).filter((one) => one !== "old.eml")
        assert.deepStrictEqual(others, [])
        assert.match(name, /\.eml$/)
      }).pipe(Effect.provide(MailerFiles({ directory, from })))
      yield* Effect.promise(remove)
    })
  )
})
