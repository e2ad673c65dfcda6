/**
 * The export on the page of export and deletion: requested by an owner, mailed as a link, and
 * downloaded by an owner of this workspace alone, who signed in.
 */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { ExportRepository } from "../../../src/app/ports/workspaces/ExportRepository.ts"
import { Exports } from "../../../src/app/workspaces/Exports.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, ownerPassword } from "../../../src/testing/RetainerMemory.ts"
import { textOf } from "../../support/mainText.ts"
import { limitsComeBack, signedInOwner } from "../../support/owners.ts"
import { colleagueOf, linkIn, submit } from "../../support/pages.ts"
import { each } from "../../support/transactions.ts"
import type { Visitor } from "../../support/visitor.ts"

const path = "/settings/leave"
const action = `${path}/export`

const setUp = Effect.andThen(limitsComeBack, signedInOwner())

const get = (visitor: Visitor, at: string) => Effect.promise(() => visitor.get(at))
const request = (visitor: Visitor) => Effect.promise(() => submit(visitor, path, {}, action))

/** Requests and makes one, and reads its mail. */
const made = Effect.fnUntraced(function* (visitor: Visitor, email: string) {
  yield* request(visitor)
  yield* (yield* Exports).makeDue
  const { receive } = yield* Inbox
  const mail = yield* Effect.repeat(receive, {
    until: ({ subject, to }) => subject === "Notice: export_ready" && to.address === email
  })
  return { mail, link: linkIn(mail.text) }
})

layer(layerRetainerMemory)("the export of a workspace in the settings", (it) => {
  it.effect("is requested, shown in each state, and downloaded", () =>
    Effect.gen(function* () {
      const { visitor, made: workspace, email } = yield* setUp
      const before = yield* get(visitor, path)
      assert.include(textOf(before.body), `a link is mailed to ${email}`)
      const pending = yield* Effect.promise(() => visitor.submit(before, action))
      assert.strictEqual(pending.path, path)
      assert.include(textOf(pending.body), "The archive is being prepared")
      assert.notInclude(pending.body, `action="${action}"`)
      // The form once more, and a form of another tab.
      for (const page of [
        before,
        { ...before, body: before.body.replace(/once" value="..../, 'once" value="abcd') }
      ]) {
        const again = yield* Effect.promise(() => visitor.submit(page, action))
        assert.include(textOf(again.body), "The archive is being prepared")
      }
      yield* (yield* Exports).makeDue
      const ready = yield* get(visitor, path)
      assert.match(
        textOf(ready.body),
        /The archive is ready \(\d+(\.\d)? kB\)\. Download it until Jan/
      )
      assert.include(textOf(ready.body), "A new export can be requested from Jan")
      assert.notInclude(ready.body, `action="${action}"`)
      const link = /href="(\/settings\/leave\/archive\/[^"]+)"/.exec(ready.body)?.[1] ?? ""
      const answer = yield* Effect.promise(() => visitor.once("GET", link))
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("content-type"), "application/zip")
      assert.strictEqual(
        answer.headers.get("content-disposition"),
        'attachment; filename="retainer-export-1970-01-01.zip"'
      )
      const bytes = yield* Effect.promise(() => answer.bytes())
      assert.strictEqual(String(bytes.length), answer.headers.get("content-length"))
      assert.include(Buffer.from(bytes).toString(), workspace.workspace.id)
      yield* TestClock.adjust("1 hour")
      const later = yield* get(visitor, path)
      assert.include(textOf(later.body), "A new export replaces this archive")
      assert.include(later.body, `action="${action}"`)
      const audit = textOf((yield* get(visitor, "/settings/audit")).body)
      for (const entry of [
        "asked for an export",
        "The export of the workspace is ready",
        "downloaded the export"
      ]) {
        assert.include(audit, entry)
      }
    })
  )

  it.effect("the mailed link asks for the sign-in, leads there and back, and ends", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* setUp
      const { mail, link } = yield* made(visitor, email)
      assert.include(mail.text, `http://retainer.test${path}/archive/`)
      const stranger = anyone()
      const asked = yield* get(stranger, link)
      assert.match(asked.path, /^\/sign-in\?/)
      const signedIn = yield* Effect.promise(() =>
        stranger.submit(asked, "/sign-in", { email, password: ownerPassword })
      )
      assert.strictEqual(signedIn.path, link)
      assert.strictEqual(signedIn.headers.get("content-type"), "application/zip")
      yield* TestClock.adjust("7 days")
      yield* Effect.promise(() => visitor.signIn(email, ownerPassword))
      const ended = yield* get(visitor, link)
      assert.strictEqual(ended.status, 404)
      assert.include(textOf(ended.body), "This link has ended")
      assert.include(ended.body, 'href="/home"')
      assert.include((yield* get(visitor, path)).body, `action="${action}"`)
    })
  )

  it.effect("another workspace's owner, admins and members get nothing by link or form", () =>
    Effect.gen(function* () {
      const { visitor, email } = yield* setUp
      const other = yield* setUp
      const { link } = yield* made(visitor, email)
      assert.strictEqual((yield* get(other.visitor, link)).status, 404)
      assert.include((yield* get(other.visitor, path)).body, `action="${action}"`)
      for (const role of ["admin", "member"] as const) {
        const colleague = yield* colleagueOf(visitor, role)
        const refused = yield* get(colleague, link)
        assert.strictEqual(refused.status, 403, role)
        assert.include(textOf(refused.body), "Only owners of the workspace may export")
        const home = yield* get(colleague, "/settings/users")
        const csrf = /name="csrf" value="([^"]+)"/.exec(home.body)?.[1] ?? ""
        const forged = yield* Effect.promise(() =>
          colleague.once("POST", action, {
            body: new URLSearchParams({ csrf, once: "0".repeat(32) }),
            headers: { origin: "http://retainer.test" }
          })
        )
        assert.strictEqual(forged.status, 403, role)
      }
    })
  )

  it.effect("a failure is shown with its reason, and it can be requested again", () =>
    Effect.gen(function* () {
      const { visitor, made: owner } = yield* setUp
      const exports = yield* each(ExportRepository)
      const { workspace, userId: requestedBy } = owner
      for (const [failure, reason] of [
        ["disk_full", "the server’s disk is almost full"],
        ["unknown", "The export failed. Request it again."]
      ] as const) {
        const requestedAt = yield* DateTime.now
        const requested = { workspaceId: workspace.id, requestedBy, requestedAt }
        yield* exports.save({ ...requested, status: "failed", failure })
        const page = yield* get(visitor, path)
        assert.include(textOf(page.body), reason)
        assert.include(page.body, 'role="alert"')
        const again = yield* Effect.promise(() => visitor.submit(page, action))
        assert.include(textOf(again.body), "The archive is being prepared")
      }
    })
  )

  it.effect("speaks the owner's language", () =>
    Effect.gen(function* () {
      const { visitor } = yield* setUp
      yield* request(visitor)
      for (const [language, found] of [
        ["de", "Das Archiv wird erstellt"],
        ["fr", "L’archive est en préparation"],
        ["es", "El archivo se está preparando"]
      ] as const) {
        const headers = { "accept-language": language }
        const answer = yield* Effect.promise(() => visitor.once("GET", path, { headers }))
        assert.include(yield* Effect.promise(() => answer.text()), found)
      }
    })
  )
})
