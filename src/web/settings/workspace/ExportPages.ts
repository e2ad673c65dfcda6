/**
 * The export on the page of export and deletion, for owners alone: the state of the last request, a
 * button for the next one, and the download of the archive.
 */
import { DateTime, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { archivePath, Exports } from "../../../app/workspaces/Exports.ts"
import { may } from "../../../domain/people/Permissions.ts"
import { dateFormat } from "../../../domain/text/LocaleFormats.ts"
import { dayIn } from "../../../domain/time/CalendarDate.ts"
import { type ExportRequest, replaceableAt } from "../../../domain/workspaces/ExportRequest.ts"
import { textLocaleOf } from "../../../domain/workspaces/Workspace.ts"
import { type Child, code, details, h2, p, pre, section, summary } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { PageRefused } from "../../forms/FormReader.ts"
import { makeOnce, onceField } from "../../forms/OnceForms.ts"
import { formatBytes } from "../../PageFormats.ts"
import { makePages } from "../../Pages.ts"
import { button, form, link, note } from "../../Parts.ts"
import { sections } from "../SettingsLayout.ts"

const { path } = sections.leave
const requestPath = `${path}/export` as const

export const commandLine = (text: string) => pre({ class: "code" }, code(text))

/** Admins may change settings, but neither export nor delete the workspace. */
export const requireOwner = ({ user }: SignedIn, { language }: BrowserRequest) =>
  may(user.role, "export") && may(user.role, "delete")
    ? Effect.void
    : Effect.fail(new PageRefused({ status: 403, ...wordsIn(language).leave.ownersOnly, language }))

interface View {
  readonly signedIn: SignedIn
  readonly page: BrowserRequest
  readonly last: ExportRequest | null
  readonly now: DateTime.Utc
}

const localeOf = ({ signedIn: { workspace }, page: { language } }: View): string =>
  textLocaleOf(workspace, language).locale

const timesOf = (view: View) => {
  const { timeZone } = view.signedIn.workspace
  const styles = { dateStyle: "medium", timeStyle: "short", timeZone } as const
  const format = dateFormat(localeOf(view), styles)
  return (at: DateTime.Utc): string => format.format(DateTime.toEpochMillis(at))
}

const stateOf = (view: View): Child => {
  const { last } = view
  const words = wordsIn(view.page.language).leave
  const time = timesOf(view)
  switch (last?.status) {
    case undefined:
      return null
    case "pending":
      return note("plain", p(words.exportPending(time(last.requestedAt))))
    case "ready":
      return [
        note(
          "good",
          p(words.exportReady(formatBytes(last.size, localeOf(view)), time(last.endsAt)))
        ),
        p(link(`${archivePath}/${last.fileId}`, words.download, "button"))
      ]
    case "failed":
      return note("bad", p(words.exportFailed[last.failure]))
  }
}

/** The button, unless a further request would change nothing. */
const requestForm = (view: View): Child => {
  const { signedIn, page, last, now } = view
  const words = wordsIn(page.language).leave
  const from = last === null ? now : replaceableAt(last)
  if (from === null) return null
  if (DateTime.isGreaterThan(from, now)) return p(words.exportLater(timesOf(view)(from)))
  const isReady = last?.status === "ready"
  return [
    p(words.exportMail(signedIn.user.email), isReady ? ` ${words.exportReplaced}` : null),
    form(requestPath, page.cookies.csrf, [
      onceField(page),
      isReady ? button(words.requestNewExport, "second") : button(words.requestExport)
    ])
  ]
}

export const exportSection = (view: View): Child => {
  const words = wordsIn(view.page.language).leave
  const { id } = view.signedIn.workspace
  return section(
    h2(words.exportTitle),
    p(words.exportText),
    stateOf(view),
    requestForm(view),
    details(
      summary(words.exportByOperator),
      commandLine(`retainer workspace export --workspace ${id} export.zip`)
    )
  )
}

export const layerExportPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost } = yield* makePages
    const exports = yield* Exports
    const once = yield* makeOnce

    yield* signedInPost(requestPath, (signedIn, page) =>
      Effect.andThen(
        requireOwner(signedIn, page),
        once(signedIn, page, Effect.as(exports.request(signedIn.workspace, signedIn.user.id), path))
      )
    )

    yield* settingsGet(`${archivePath}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        yield* requireOwner(signedIn, page)
        const { workspace } = signedIn
        const archive = yield* exports.open(workspace, page.params["id"] ?? "")
        if (archive === null) {
          const { linkEnded, title } = wordsIn(page.language).leave
          const { language } = page
          const way = { href: path, label: title }
          return yield* new PageRefused({ status: 404, ...linkEnded, language, way })
        }
        const day = dayIn(workspace.zone, archive.readyAt)
        return HttpServerResponse.stream(archive.bytes, {
          contentType: "application/zip",
          contentLength: archive.size,
          headers: {
            "cache-control": "no-store",
            "content-disposition": `attachment; filename="retainer-export-${day}.zip"`
          }
        })
      })
    )
  })
)
