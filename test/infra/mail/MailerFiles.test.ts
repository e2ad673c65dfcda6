/** Mails as files are closed to other users, also in a program whose umask is not the server's. */
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Mailer } from "../../../src/app/ports/mail/Mailer.ts"
import { MailerFiles } from "../../../src/infra/mail/MailerFiles.ts"
import { temporaryDirectory } from "../../support/process.ts"

describe("mails as files", () => {
  it.effect("lie in a folder of the service's user alone", () =>
    Effect.gen(function* () {
      const { path, remove } = yield* Effect.promise(temporaryDirectory)
      const directory = join(path, "mail")
      const from = { name: "", address: "from@retainer.test" }
      yield* Effect.flatMap(Mailer, ({ send }) =>
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
      ).pipe(Effect.provide(MailerFiles({ directory, from })))
      yield* Effect.promise(async () => {
        const [name = ""] = await readdir(directory)
        for (const one of [directory, join(directory, name)]) {
          assert.strictEqual((await stat(one)).mode & 0o077, 0, one)
        }
        await remove()
      })
    })
  )
})
