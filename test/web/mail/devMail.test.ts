/** `/dev/mail` under the names that a browser may ask for: loopback alone sees a mail. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { MailFolder, type StoredMail } from "../../../src/app/ports/mail/MailFolder.ts"
import { layerDevMailPage } from "../../../src/web/mail/DevMailPage.ts"

const mail: StoredMail = {
  name: "1.eml",
  to: "ada@client.example",
  subject: "The secret subject",
  date: "today",
  text: "The secret text",
  html: "<p>The secret text</p>",
  attachments: []
}

const { handler } = HttpRouter.toWebHandler(
  layerDevMailPage.pipe(
    Layer.provide(
      Layer.succeed(MailFolder, {
        list: Effect.succeed([mail]),
        find: () => Effect.succeed(mail)
      })
    ),
    Layer.provideMerge(HttpServer.layerServices)
  ),
  { disableLogger: true }
)

const paths = ["/dev/mail", "/dev/mail/1.eml", "/dev/mail/1.eml/html"]

const ask = async (path: string, host: string | null, headers: Record<string, string> = {}) =>
  await handler(
    new Request(`http://127.0.0.1:3000${path}`, {
      headers: host === null ? headers : { host, ...headers }
    })
  )

describe("/dev/mail", () => {
  it("answers to the names of this machine", async () => {
    for (const host of ["127.0.0.1:3000", "127.0.0.1", "localhost:3000", "LOCALHOST", "[::1]:3000"])
      for (const path of paths) {
        const answer = await ask(path, host)
        assert.strictEqual(answer.status, 200, `${host} ${path}`)
        assert.include(await answer.text(), "secret")
      }
  })

  it("shows nothing under another name", async () => {
    for (const host of [
      "evil.example",
      "evil.example:3000",
      "127.0.0.1.evil.example",
      "127.0.0.1:3000.evil.example",
      "localhost.evil.example",
      "notlocalhost",
      "localhost:3000@evil.example",
      "evil.example/127.0.0.1",
      "10.0.0.1",
      "[::2]:3000",
      ":3000",
      null
    ])
      for (const path of paths) {
        const answer = await ask(path, host)
        assert.strictEqual(answer.status, 403, `${host} ${path}`)
        assert.notInclude(await answer.text(), "secret")
      }
  })

  it("shows nothing through a proxy, which may ask under a name of this machine", async () => {
    for (const [name, value] of [
      ["x-forwarded-for", "203.0.113.5"],
      ["x-forwarded-host", "retainer.example"],
      ["via", "1.1 proxy"]
    ] as const)
      for (const path of paths) {
        const answer = await ask(path, "127.0.0.1:3000", { [name]: value })
        assert.strictEqual(answer.status, 403, `${name} ${path}`)
        assert.notInclude(await answer.text(), "secret")
      }
  })
})
