/**
 * `/dev/mail`: the mails that were written as files. For development only: it is there where the
 * service listens on the loopback interface with the embedded database and without an SMTP server.
 * It answers to loopback names alone: a site whose name was pointed at this machine (DNS rebinding)
 * could otherwise read mails with a visitor's browser.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { h } from "preact"
import { isPassedOn } from "../../api/ClientAddress.ts"
import { MailFolder, type StoredMail } from "../../app/ports/mail/MailFolder.ts"
import { isLoopback } from "../../domain/oauth/Loopback.ts"
import { pageResponse } from "../Layout.ts"

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

const missing = pageResponse(
  "No such mail",
  [
    h("h1", null, "No such mail"),
    h("p", null, "Its file may have been removed."),
    h("p", null, h("a", { href: "/dev/mail" }, "All mails"))
  ],
  { status: 404 }
)

const elsewhere = pageResponse(
  "Not under this name",
  [
    h("h1", null, "Not under this name"),
    h("p", null, "Mails are shown at http://127.0.0.1 and http://localhost only, without a proxy."),
    h("p", null, h("a", { href: "/sign-in" }, "Sign in"))
  ],
  { status: 403, narrow: true }
)

/** The host that the browser asked for; whatever is no plain host and port is none. */
const hostOf = (host = ""): string => /^(\[[^\]]*\]|[^:@/\\?#]*)(?::\d+)?$/.exec(host)?.[1] ?? ""

/** The mail's own HTML, shut off from this site: no script, no form, nothing fetched; its pictures are in it. */
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
        // A proxy may ask in a name of this machine for someone who is elsewhere.
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          isLoopback(hostOf(request.headers["host"])) && !isPassedOn(request)
            ? answer
            : Effect.succeed(elsewhere)
        )
      )
    yield* add("/dev/mail", Effect.map(folder.list, listPage))
    yield* add("/dev/mail/:name", show(mailPage))
    yield* add("/dev/mail/:name/html", show(htmlResponse))
  })
)
