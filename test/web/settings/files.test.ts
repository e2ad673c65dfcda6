/**
 * The page of files: added through its form, downloaded, removed, and what is refused with nothing
 * stored.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress, origin } from "../../support/owners.ts"
import { enterPassword, linkIn, nextMail, setUp, signedIn, submit } from "../../support/pages.ts"
import { fileForm, type sender } from "../../support/requests.ts"
import { left, nothing } from "../../support/storedFiles.ts"
import type { Visitor } from "../../support/visitor.ts"

const path = "/settings/files"

const csrfIn = (body: string): string => /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? ""

const small = () => new File(["Hello"], "hello.txt", { type: "text/plain" })

const piece = 65_536

/** A stream like a socket's; `onPull` is called for each read. */
const inPieces = (bytes: Uint8Array, onPull = () => {}) => {
  let sent = 0
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    onPull()
    if (sent >= bytes.length) return controller.close()
    controller.enqueue(bytes.subarray(sent, sent + piece))
    sent += piece
  }
  return new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
}

const post = (
  visitor: Visitor,
  body: ReadableStream,
  headers: Readonly<Record<string, string>>
) => {
  // Node takes a stream in no other way, which the types of the DOM do not know.
  const init: RequestInit & { readonly duplex: "half" } = { body, headers, duplex: "half" }
  return visitor.once("POST", path, init)
}

/** Sends the form of the page with a file. */
const upload = async (
  visitor: Visitor,
  fields: Readonly<Record<string, string>>,
  file: File = small()
) => {
  const page = await visitor.get(path)
  const form = new Response(fileForm({ csrf: csrfIn(page.body), ...fields }, file))
  // A browser names the file that was not chosen with an empty name; here it would have none.
  const text = Buffer.from(await form.arrayBuffer())
    .toString("latin1")
    .replace(/name="file"(?=\r)/, 'name="file"; filename=""')
  const headers = {
    origin,
    "content-type": form.headers.get("content-type") ?? "",
    "content-length": String(text.length)
  }
  const response = await post(visitor, inPieces(Buffer.from(text, "latin1")), headers)
  const location = response.headers.get("location") ?? ""
  return { status: response.status, location, body: await response.text() }
}

const withProject = Effect.fnUntraced(function* (call: ReturnType<typeof sender>, name = "Site") {
  const body = { name: "Ada <b>", email: newAddress() }
  const client = (yield* call("POST", "/v1/clients", body)).body
  const project = (yield* call("POST", "/v1/projects", { name, client_id: client.id })).body
  const line_items = [{ description: "x", quantity: 1, unit_price: 1 }]
  const invoice = (yield* call("POST", "/v1/invoices", { client_id: client.id, line_items })).body
  return { client, project, invoice }
})

const start = Effect.gen(function* () {
  const owner = yield* signedIn
  return { ...owner, ...(yield* withProject(owner.call)) }
})

/** Actor and action of the newest change. */
const lastChange = (call: ReturnType<typeof sender>) =>
  Effect.map(call("GET", "/v1/audit?limit=100"), ({ body }) => {
    const { actor, action } = body.data.at(-1)
    return [actor.type, action]
  })

const namesIn = (body: string): ReadonlyArray<string> =>
  [...body.matchAll(/href="\/settings\/files\/file_[0-9a-z]{26}">([^<]*)</g)].map(
    ([, name = ""]) => name
  )

layer(layerRetainerMemory)("files in the settings", (it) => {
  it.effect("a file is added for what is chosen or named, shown, and downloaded", () =>
    Effect.gen(function* () {
      const { visitor, call, client, project, invoice } = yield* start
      const named = (name: string) => new File(["Hello"], name)
      yield* Effect.promise(async () => {
        const empty = await visitor.get(path)
        assert.include(empty.body, "There is no file yet.")
        assert.include(empty.body, `<option value="${project.id}">Site, Ada &lt;b></option>`)
        assert.include(empty.body, `<option value="${client.id}">Ada &lt;b></option>`)
        const added = await upload(visitor, { target: project.id, other: "" }, named("a.txt"))
        assert.deepStrictEqual([added.status, added.location], [303, `${path}?done=uploaded`])
        await upload(visitor, { target: "", other: invoice.number }, named("b.txt"))
        await upload(visitor, { target: "", other: client.id }, named("<img src=x>&'ü.txt"))
        const { body } = await visitor.get(added.location)
        assert.include(body, "The file is stored.")
        assert.deepStrictEqual(namesIn(body), ["&lt;img src=x>&amp;'ü.txt", "b.txt", "a.txt"])
        for (const text of ["Project Site", `Invoice ${invoice.number}`, "Client Ada &lt;b>"]) {
          assert.include(body, `>${text}<`)
        }
        assert.include(body, "5 bytes")
        assert.notInclude(body, "<img src")
        const [first = ""] = /\/settings\/files\/file_[0-9a-z]{26}/.exec(body) ?? []
        const link = await visitor.once("GET", first)
        assert.strictEqual(link.status, 303)
        assert.match(link.headers.get("location") ?? "", /\/files\/file_[0-9a-z]{26}\?token=/)
        const file = await visitor.get(first)
        assert.strictEqual(file.body, "Hello")
        assert.strictEqual(
          file.headers.get("content-disposition"),
          `attachment; filename="<img src=x>&'_.txt"; filename*=UTF-8''%3Cimg%20src%3Dx%3E%26%27%C3%BC.txt`
        )
        assert.strictEqual(file.headers.get("x-content-type-options"), "nosniff")
      })
      assert.deepStrictEqual(yield* lastChange(call), ["user", "file.created"])
      assert.deepStrictEqual(yield* left, nothing)
    })
  )

  it.effect(
    "what is refused is said beside its field, with what was typed and nothing stored",
    () =>
      Effect.gen(function* () {
        const { visitor, call, project } = yield* start
        const other = yield* start
        const target = { target: project.id }
        const large = new File([new Uint8Array(1_048_577)], "large.bin")
        const larger = new File([new Uint8Array(1_200_000)], "larger.bin")
        const unchosen = new File([], "")
        const cases: ReadonlyArray<readonly [Record<string, string>, File, string]> = [
          [{ target: other.project.id }, small(), "There is no such project or client"],
          [{ other: other.project.id }, small(), `There is no ${other.project.id}`],
          [{ other: other.client.id }, small(), `There is no ${other.client.id}`],
          [{ other: other.invoice.id }, small(), `There is no ${other.invoice.id}`],
          [{ other: "<b>INV-9" }, small(), "There is no &lt;b>INV-9"],
          [{}, small(), "Choose what the file belongs to"],
          [{ ...target, other: "INV-0001" }, small(), "not both"],
          [target, unchosen, "Choose a file"],
          [target, new File([], "empty.txt"), "File must not be empty"],
          [target, new File(["x"], "a".repeat(256)), "File must have a name of 1 to 255"],
          [target, large, "File must be at most 1 MiB"],
          [target, larger, "File must be at most 1 MiB"]
        ]
        for (const [fields, file, message] of cases) {
          const answer = yield* Effect.promise(() => upload(visitor, fields, file))
          assert.strictEqual(answer.status, 422, message)
          const [problem = ""] = /<p class="problem"[^>]*>[^<]*</.exec(answer.body) ?? []
          assert.include(problem, message)
          if (fields === target) assert.match(answer.body, new RegExp(`"${project.id}" selected`))
          if (fields["other"] !== undefined) {
            assert.include(answer.body, `value="${fields["other"].replace("<", "&lt;")}"`)
          }
          assert.deepStrictEqual(yield* left, nothing, message)
        }
        const without = yield* Effect.promise(() => submit(visitor, path, {}))
        assert.strictEqual(without.status, 400)
        for (const { call: ask } of [{ call }, other]) {
          assert.strictEqual((yield* ask("GET", "/v1/files")).body.meta.total, 0)
        }
      })
  )

  it.effect("a form without its token, or from nobody, is refused before the file is read", () =>
    Effect.gen(function* () {
      const { visitor, anyone, call, project } = yield* start
      const pieces = 16
      /** The number of reads, and the answer. */
      const send = async (from: Visitor, csrf: string, headers: Record<string, string>) => {
        let taken = 0
        const field = (name: string, value: string) =>
          `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
        const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
        const begin = Buffer.from(`${field("csrf", csrf)}${field("target", project.id)}${file}`)
        const body = inPieces(Buffer.concat([begin, Buffer.alloc(piece * pieces - 1000)]), () => {
          taken++
        })
        const type = "multipart/form-data; boundary=x"
        const response = await post(from, body, { "content-type": type, ...headers })
        return { taken, status: response.status, location: response.headers.get("location") ?? "" }
      }
      yield* Effect.promise(async () => {
        const csrf = csrfIn((await visitor.get(path)).body)
        const wrong = await send(visitor, "0".repeat(64), { origin })
        assert.strictEqual(wrong.status, 403)
        const foreign = await send(visitor, csrf, { origin: "https://evil.example" })
        assert.strictEqual(foreign.status, 403)
        const stranger = anyone()
        const theirs = csrfIn((await stranger.get("/sign-in")).body)
        const nobody = await send(stranger, theirs, { origin })
        assert.strictEqual(nobody.status, 303)
        assert.match(nobody.location, /^\/sign-in\?ended=1&return_to=%2Fsettings%2Ffiles$/)
        for (const { taken } of [wrong, foreign]) assert.isBelow(taken, 4)
        assert.strictEqual(nobody.taken, 0)
        // The same form with its token is read on, and found to have no end.
        const own = await send(visitor, csrf, { origin })
        assert.deepStrictEqual([own.status, own.taken > pieces], [400, true])
      })
      assert.deepStrictEqual(yield* left, nothing)
      assert.strictEqual((yield* call("GET", "/v1/files")).body.meta.total, 0)
    })
  )

  it.effect(
    "a file is removed after a question, by members too, and never another workspace's",
    () =>
      Effect.gen(function* () {
        const { visitor, anyone, call, project } = yield* start
        const stranger = yield* signedIn
        const member = newAddress()
        const invited = { name: "Max", email: member, role: "member" }
        const max = anyone()
        yield* enterPassword(visitor)
        yield* Effect.promise(() => submit(visitor, "/settings/users", invited))
        const link = linkIn((yield* nextMail).text)
        yield* Effect.promise(async () => {
          await submit(max, link, { password: "a long password" })
          assert.strictEqual((await upload(max, { target: project.id })).status, 303)
          const list = await max.get(path)
          assert.notInclude(list.body, "you can read it")
          const [file = ""] = /\/settings\/files\/file_[0-9a-z]{26}/.exec(list.body) ?? []
          const remove = `${file}/remove`
          assert.include((await max.get(remove)).body, "Remove hello.txt?")
          for (const there of [file, remove]) {
            assert.strictEqual((await stranger.visitor.get(there)).status, 404)
          }
          const csrf = csrfIn((await stranger.visitor.get(path)).body)
          const body = new URLSearchParams({ csrf })
          const theirs = await stranger.visitor.once("POST", remove, { body, headers: { origin } })
          assert.strictEqual(theirs.status, 404)
          const without = await max.once("POST", remove, {
            body: new URLSearchParams(),
            headers: { origin }
          })
          assert.strictEqual(without.status, 403)
          const done = await submit(max, remove, {})
          assert.include(done.body, "Removed.")
          assert.include(done.body, "There is no file yet.")
          assert.strictEqual((await max.get(file)).status, 404)
        })
        assert.deepStrictEqual(yield* left, nothing)
        assert.deepStrictEqual(yield* lastChange(call), ["user", "file.deleted"])
      })
  )

  it.effect("long lists come in pages, the newest first", () =>
    Effect.gen(function* () {
      const { visitor, call, project } = yield* start
      for (let n = 1; n <= 51; n++) {
        const file = new File(["x"], `${n}.txt`)
        yield* call("POST", "/v1/files", fileForm({ project_id: project.id }, file))
      }
      yield* Effect.promise(async () => {
        const first = await visitor.get(path)
        assert.deepStrictEqual(namesIn(first.body).length, 50)
        assert.strictEqual(namesIn(first.body)[0], "51.txt")
        const [, older = ""] = /href="([^"]+)">Older files/.exec(first.body) ?? []
        const second = await visitor.get(older)
        assert.deepStrictEqual(namesIn(second.body), ["1.txt"])
        assert.notInclude(second.body, "Older files")
      })
    })
  )

  it.effect("who is not signed in is sent to sign in", () =>
    Effect.gen(function* () {
      const { visitor } = yield* setUp
      const page = yield* Effect.promise(() => visitor.get(path))
      assert.match(page.path, /^\/sign-in\?return_to=/)
    })
  )
})
