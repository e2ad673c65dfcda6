/**
 * Files below the pages of projects, clients and invoices: added through a form, downloaded,
 * removed, and what is refused with nothing stored.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress, origin } from "../../support/owners.ts"
import { colleagueOf, setUp, signedIn, submit } from "../../support/pages.ts"
import { fileForm, type sender } from "../../support/requests.ts"
import { left, nothing } from "../../support/storedFiles.ts"
import type { Visitor } from "../../support/visitor.ts"

const csrfIn = (body: string): string => /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? ""

const onceIn = (body: string): string => /name="once" value="([^"]+)"/.exec(body)?.[1] ?? ""

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
  path: string,
  body: ReadableStream,
  headers: Readonly<Record<string, string>>
) => {
  // Node takes a stream in no other way, which the types of the DOM do not know.
  const init: RequestInit & { readonly duplex: "half" } = { body, headers, duplex: "half" }
  return visitor.once("POST", path, init)
}

/** Sends the form of the page with a file. */
const upload = async (visitor: Visitor, path: string, file: File = small(), once?: string) => {
  const page = await visitor.get(path)
  const key = once ?? onceIn(page.body)
  const form = new Response(fileForm({ csrf: csrfIn(page.body), once: key }, file))
  // A browser names the file that was not chosen with an empty name; here it would have none.
  const text = Buffer.from(await form.arrayBuffer())
    .toString("latin1")
    .replace(/name="file"(?=\r)/, 'name="file"; filename=""')
  const headers = {
    origin,
    "content-type": form.headers.get("content-type") ?? "",
    "content-length": String(text.length)
  }
  const response = await post(visitor, path, inPieces(Buffer.from(text, "latin1")), headers)
  const location = response.headers.get("location") ?? ""
  return { status: response.status, location, body: await response.text() }
}

interface Made {
  readonly id: string
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
  const made = yield* withProject(owner.call)
  return { ...owner, ...made, paths: pathsOf(made) }
})

/** Actor and action of the newest change. */
const lastChange = (call: ReturnType<typeof sender>) =>
  Effect.map(call("GET", "/v1/audit?limit=100"), ({ body }) => {
    const { actor, action } = body.data.at(-1)
    return [actor.type, action]
  })

const namesIn = (body: string): ReadonlyArray<string> =>
  [...body.matchAll(/href="\/\w+\/\w+\/files\/file_[0-9a-z]{26}"[^>]*>([^<]*)</g)].map(
    ([, name = ""]) => name
  )

const linkTo = (body: string): string =>
  /\/\w+\/\w+\/files\/file_[0-9a-z]{26}/.exec(body)?.[0] ?? ""

const pathsOf = ({ project, client, invoice }: Record<"project" | "client" | "invoice", Made>) => ({
  project: `/projects/${project.id}/files`,
  client: `/clients/${client.id}/files`,
  invoice: `/invoices/${invoice.id}/files`
})

layer(layerRetainerMemory)("files", (it) => {
  it.effect("a file is added to a project, a client and an invoice, shown, and downloaded", () =>
    Effect.gen(function* () {
      const { visitor, call, client, project, invoice, paths } = yield* start
      const named = (name: string) => new File(["Hello"], name)
      yield* Effect.promise(async () => {
        const empty = await visitor.get(paths.client)
        assert.include(empty.body, "There is no file yet.")
        assert.include(empty.body, "Files of Ada &lt;b>")
        const added = await upload(visitor, paths.project, named("a.txt"))
        const project_page = `/projects/${project.id}?done=uploaded#files`
        assert.deepStrictEqual([added.status, added.location], [303, project_page])
        assert.include((await visitor.get(added.location)).body, "The file is stored.")
        const ofInvoice = await upload(visitor, paths.invoice, named("b.txt"))
        assert.strictEqual(ofInvoice.location, `${paths.invoice}?done=uploaded`)
        const ofClient = await upload(visitor, paths.client, named("<img src=x>&'ü.txt"))
        const { body } = await visitor.get(ofClient.location)
        assert.include(body, "The file is stored.")
        assert.deepStrictEqual(namesIn(body), ["&lt;img src=x>&amp;'ü.txt"])
        assert.include(body, "5 bytes")
        assert.notInclude(body, "<img src")
        const all = await visitor.get("/files")
        assert.deepStrictEqual(namesIn(all.body), ["&lt;img src=x>&amp;'ü.txt", "b.txt", "a.txt"])
        for (const [to, name] of [
          [`/projects/${project.id}`, "Site"],
          [`/invoices/${invoice.id}`, invoice.number],
          [`/clients/${client.id}`, "Ada &lt;b>"]
        ]) {
          assert.include(all.body, `<a href="${to}">${name}</a>`)
        }
        const first = linkTo(body)
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
        // The places among the settings lead here.
        const id = first.split("/").at(-1)
        assert.strictEqual((await visitor.get("/settings/files")).path, "/files")
        const former = await visitor.once("GET", `/settings/files/${id}`)
        assert.strictEqual(former.headers.get("location"), first)
        assert.strictEqual((await visitor.get("/settings/files/file_x")).status, 404)
      })
      assert.deepStrictEqual(yield* lastChange(call), ["user", "file.created"])
      assert.deepStrictEqual(yield* left, nothing)
    })
  )

  it.effect("a form that is sent twice adds one file", () =>
    Effect.gen(function* () {
      const { visitor, call, paths } = yield* start
      yield* Effect.promise(async () => {
        const key = "a".repeat(32)
        const [first, second] = [
          await upload(visitor, paths.project, small(), key),
          await upload(visitor, paths.project, small(), key)
        ]
        assert.deepStrictEqual([first.status, second.status], [303, 303])
        assert.strictEqual(first.location, second.location)
      })
      assert.strictEqual((yield* call("GET", "/v1/files")).body.meta.total, 1)
      assert.deepStrictEqual(yield* left, nothing)
    })
  )

  it.effect("what is refused is said beside its field, with nothing stored", () =>
    Effect.gen(function* () {
      const { visitor, call, paths } = yield* start
      const other = yield* start
      const large = new File([new Uint8Array(1_048_577)], "large.bin")
      const larger = new File([new Uint8Array(1_200_000)], "larger.bin")
      const cases: ReadonlyArray<readonly [File, string]> = [
        [new File([], ""), "Choose a file."],
        [new File([], "empty.txt"), "The file is empty."],
        [new File(["x"], "a".repeat(256)), "must have 1 to 255 characters"],
        [large, "The file is larger than 1 MiB."],
        [larger, "The file is larger than 1 MiB."]
      ]
      for (const [file, message] of cases) {
        const answer = yield* Effect.promise(() => upload(visitor, paths.project, file))
        assert.strictEqual(answer.status, 422, message)
        const [problem = ""] = /<p class="problem"[^>]*>[^<]*</.exec(answer.body) ?? []
        assert.include(problem, message)
        assert.deepStrictEqual(yield* left, nothing, message)
      }
      for (const path of Object.values(other.paths)) {
        const csrf = yield* Effect.promise(() => visitor.get(paths.project))
        const form = new Response(fileForm({ csrf: csrfIn(csrf.body) }, small()))
        const headers = { origin, "content-type": form.headers.get("content-type") ?? "" }
        const bytes = new Uint8Array(yield* Effect.promise(() => form.arrayBuffer()))
        const foreign = yield* Effect.promise(() => post(visitor, path, inPieces(bytes), headers))
        assert.strictEqual(foreign.status, 404)
      }
      const without = yield* Effect.promise(() => submit(visitor, paths.project, {}))
      assert.strictEqual(without.status, 400)
      for (const { call: ask } of [{ call }, other]) {
        assert.strictEqual((yield* ask("GET", "/v1/files")).body.meta.total, 0)
      }
    })
  )

  it.effect("a form without its token, or from nobody, is refused before the file is read", () =>
    Effect.gen(function* () {
      const { visitor, anyone, call, paths } = yield* start
      const path = paths.project
      const pieces = 16
      /** The number of reads, and the answer. */
      const send = async (from: Visitor, csrf: string, headers: Record<string, string>) => {
        let taken = 0
        const field = (name: string, value: string) =>
          `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
        const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
        const begin = Buffer.from(`${field("csrf", csrf)}${file}`)
        const body = inPieces(Buffer.concat([begin, Buffer.alloc(piece * pieces - 1000)]), () => {
          taken++
        })
        const type = "multipart/form-data; boundary=x"
        const response = await post(from, path, body, { "content-type": type, ...headers })
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
        assert.match(nobody.location, /^\/sign-in\?ended=1&return_to=%2Fprojects%2F\w+%2Ffiles$/)
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

  it.effect("a file is removed after a question, by members too, and once", () =>
    Effect.gen(function* () {
      const { visitor, call, paths, client } = yield* start
      const stranger = yield* signedIn
      const max = yield* colleagueOf(visitor, "member")
      const path = paths.project
      yield* Effect.promise(async () => {
        assert.strictEqual((await upload(max, path)).status, 303)
        const file = linkTo((await max.get(path)).body)
        const remove = `${file}/remove`
        const question = await max.get(remove)
        assert.include(question.body, "Remove hello.txt?")
        // Below another owner it is unknown, and so it is to another workspace.
        const elsewhere = file.replace(/^\/projects\/\w+/, `/clients/${client.id}`)
        assert.strictEqual((await max.get(elsewhere)).status, 404)
        for (const there of [file, remove]) {
          assert.strictEqual((await stranger.visitor.get(there)).status, 404)
        }
        const csrf = csrfIn((await stranger.visitor.get("/projects/new")).body)
        const body = new URLSearchParams({ csrf, once: "b".repeat(32) })
        const theirs = await stranger.visitor.once("POST", remove, { body, headers: { origin } })
        assert.strictEqual(theirs.status, 404)
        const without = await max.once("POST", remove, {
          body: new URLSearchParams(),
          headers: { origin }
        })
        assert.strictEqual(without.status, 403)
        await max.submit(question, remove, {})
        const done = await max.submit(question, remove, {})
        assert.include(done.body, "The file is removed.")
        assert.include(done.body, "There is no file yet.")
        assert.strictEqual((await max.get(file)).status, 404)
      })
      assert.deepStrictEqual(yield* left, nothing)
      assert.deepStrictEqual(yield* lastChange(call), ["user", "file.deleted"])
    })
  )

  it.effect("long lists come in pages, the newest first", () =>
    Effect.gen(function* () {
      const { visitor, call, project, paths } = yield* start
      for (let n = 1; n <= 51; n++) {
        const file = new File(["x"], `${n}.txt`)
        yield* call("POST", "/v1/files", fileForm({ project_id: project.id }, file))
      }
      yield* Effect.promise(async () => {
        for (const path of [paths.project, "/files"]) {
          const first = await visitor.get(path)
          assert.deepStrictEqual(namesIn(first.body).length, 50)
          assert.strictEqual(namesIn(first.body)[0], "51.txt")
          const [, older = ""] = /href="([^"]+)">Older files/.exec(first.body) ?? []
          const second = await visitor.get(older)
          assert.deepStrictEqual(namesIn(second.body), ["1.txt"])
          assert.notInclude(second.body, "Older files")
        }
      })
    })
  )

  it.effect("who is not signed in is sent to sign in", () =>
    Effect.gen(function* () {
      const { visitor } = yield* setUp
      const page = yield* Effect.promise(() => visitor.get("/files"))
      assert.match(page.path, /^\/sign-in\?return_to=/)
    })
  )
})
