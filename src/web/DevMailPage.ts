/**
 * `/dev/mail`: the mails that were written as files. For development only: it is there where the
 * service listens on the loopback interface and has no SMTP server.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { h } from "preact"
import { MailFolder, type StoredMail } from "../app/ports/MailFolder.ts"
import { pageResponse } from "./Layout.ts"

const listPage = (mails: ReadonlyArray<StoredMail>) =>
  pageResponse("Mails", [
    h("h1", null, "Mails"),
    h("p", { class: "quiet" }, "Written as files, newest first. Reload to see what came since."),
    mails.length === 0
      ? h("p", null, "None yet: send an invoice.")
      : h(
          "ul",
          { class: "plain" },
          ...mails.map((mail) =>
            h(
              "li",
              null,
              h("a", { href: `/dev/mail/${mail.name}` }, mail.subject),
              h("div", { class: "quiet" }, `${mail.to} · ${mail.date}`)
            )
          )
        )
  ])

const mailPage = (mail: StoredMail) =>
  pageResponse(mail.subject, [
    h("p", null, h("a", { href: "/dev/mail" }, "All mails")),
    h("h1", null, mail.subject),
    h("p", { class: "quiet" }, `To ${mail.to} · ${mail.date}`),
    h("p", null, h("a", { href: `/dev/mail/${mail.name}/html` }, "As HTML")),
    h("pre", null, mail.text),
    ...mail.attachments.map(({ filename, bytes }) =>
      h("p", { class: "quiet" }, `Attached: ${filename}, ${bytes} bytes`)
    )
  ])

const missing = pageResponse("No such mail", [h("h1", null, "No such mail")], { status: 404 })

/** The mail's own HTML, shut off from this site: no script, no form, nothing fetched. */
const htmlResponse = (mail: StoredMail) =>
  HttpServerResponse.text(mail.html, {
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy":
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "cache-control": "no-store"
    }
  })

export const DevMailPageLive = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const folder = yield* MailFolder
    const show = (page: (mail: StoredMail) => HttpServerResponse.HttpServerResponse) =>
      Effect.gen(function* () {
        const { name = "" } = yield* HttpRouter.params
        const mail = yield* folder.find(name)
        return mail === null ? missing : page(mail)
      })
    yield* router.add("GET", "/dev/mail", Effect.map(folder.list, listPage))
    yield* router.add("GET", "/dev/mail/:name", show(mailPage))
    yield* router.add("GET", "/dev/mail/:name/html", show(htmlResponse))
  })
)
