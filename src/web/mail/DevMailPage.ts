/**
 * `/dev/mail`: the mails that were written as files. For development only: it exists where the
 * service listens on the loopback interface with the embedded database and without an SMTP server.
 * It answers to loopback names alone: a site whose name was pointed at this machine (DNS rebinding)
 * could otherwise read mails with a visitor's browser.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isLocalRequest } from "../../api/endpoint/ClientAddress.ts"
import { MailFolder, type StoredMail } from "../../app/ports/mail/MailFolder.ts"
import { a, div, h1, li, p, pre, ul } from "../../html/Elements.ts"
import { pageResponse } from "../Layout.ts"

const listPage = (mails: ReadonlyArray<StoredMail>) =>
  pageResponse("Mails", [
    h1("Mails"),
    p({ class: "quiet" }, "Written as files, newest first. Reload to see what came since."),
    mails.length === 0
      ? p("None yet: send an invoice.")
      : ul(
          { class: "plain" },
          mails.map((mail) =>
            li(
              a({ href: `/dev/mail/${mail.name}` }, mail.subject),
              div({ class: "quiet" }, `${mail.to} · ${mail.date}`)
            )
          )
        )
  ])

const mailPage = (mail: StoredMail) =>
  pageResponse(mail.subject, [
    p(a({ href: "/dev/mail" }, "All mails")),
    h1(mail.subject),
    p({ class: "quiet" }, `To ${mail.to} · ${mail.date}`),
    p(a({ href: `/dev/mail/${mail.name}/html` }, "As HTML")),
    pre(mail.text),
    ...mail.attachments.map(({ filename, bytes }) =>
      p({ class: "quiet" }, `Attached: ${filename}, ${bytes} bytes`)
    )
  ])

const missing = pageResponse(
  "No such mail",
  [
    h1("No such mail"),
    p("Its file may have been removed."),
    p(a({ href: "/dev/mail" }, "All mails"))
  ],
  { status: 404 }
)

const elsewhere = pageResponse(
  "Not under this name",
  [
    h1("Not under this name"),
    p("Mails are shown at http://127.0.0.1 and http://localhost only, without a proxy."),
    p(a({ href: "/sign-in" }, "Sign in"))
  ],
  { status: 403, narrow: true }
)

/** The mail's own HTML, isolated: no script, no form, no requests; its pictures are inline. */
const htmlResponse = (mail: StoredMail) =>
  HttpServerResponse.text(mail.html, {
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy":
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
      "cache-control": "no-store"
    }
  })

export const layerDevMailPage = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const folder = yield* MailFolder
    const show = (page: (mail: StoredMail) => HttpServerResponse.HttpServerResponse) =>
      Effect.gen(function* () {
        const { name = "" } = yield* HttpRouter.params
        const mail = yield* folder.find(name)
        return mail === null ? missing : page(mail)
      })
    const add = (
      path: HttpRouter.PathInput,
      answer: Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpRouter.RouteContext>
    ) =>
      router.add(
        "GET",
        path,
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          isLocalRequest(request) ? answer : Effect.succeed(elsewhere)
        )
      )
    yield* add("/dev/mail", Effect.map(folder.list, listPage))
    yield* add("/dev/mail/:name", show(mailPage))
    yield* add("/dev/mail/:name/html", show(htmlResponse))
  })
)
