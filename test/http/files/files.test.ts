/**
 * Files over HTTP: uploaded, shown, listed, deleted, and what is refused with nothing left behind.
 */
import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Scope } from "../../../src/domain/access/Scope.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { populated } from "../../support/populated.ts"
import { fileForm, send, sender } from "../../support/requests.ts"
import { left, nothing } from "../../support/storedFiles.ts"

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")

const file = (bytes: string | Buffer, name: string, type = "text/plain") =>
  new File([new Uint8Array(Buffer.from(bytes))], name, { type })

const start = Effect.gen(function* () {
  const own = yield* populated
  const app = yield* RetainerMemory
  const keyOf = (...scopes: ReadonlyArray<Scope>) =>
    Effect.map(app.apiKey(own, scopes), (key) => sender(key))
  return { ...own, app, keyOf }
})

layer(layerRetainerMemory)("files", (it) => {
  it.effect("what was uploaded is shown, found by what it hangs on, and downloaded", () =>
    Effect.gen(function* () {
      const { call, ids, app } = yield* start
      const sent = fileForm({ invoice_id: ids.draft }, file(png, "Übersicht.png", "image/png"))
      const made = yield* call("POST", "/v1/files", sent)
      assert.strictEqual(made.status, 201)
      const { id, created_at, download_url, ...rest } = made.body
      assert.match(id, /^file_[0-9a-z]{26}$/)
      assert.match(created_at, /Z$/)
      assert.deepStrictEqual(rest, {
        name: "Übersicht.png",
        content_type: "image/png",
        size: png.length,
        sha256: createHash("sha256").update(png).digest("hex"),
        project: null,
        client: null,
        invoice: { id: ids.draft, number: "INV-0001" }
      })
      const shown = yield* call("GET", `/v1/files/${id}`)
      assert.deepStrictEqual(shown.body, made.body)
      assert.strictEqual(shown.headers.get("etag"), made.headers.get("etag"))
      const found = yield* call("GET", `/v1/files?invoice_id=${ids.draft}`)
      assert.deepStrictEqual(
        [found.body.data, found.body.meta],
        [[made.body], { total: 1, limit: 20, next_cursor: null }]
      )
      assert.strictEqual((yield* call("GET", "/v1/files")).body.meta.total, 2)
      const bytes = yield* Effect.promise(async () => app.fetch(new Request(download_url)))
      assert.strictEqual(bytes.status, 200)
      const body = yield* Effect.promise(() => bytes.arrayBuffer())
      assert.isTrue(Buffer.from(body).equals(png))
    })
  )

  it.effect("the fields may stand before the file or after it", () =>
    Effect.gen(function* () {
      const { call, ids } = yield* start
      const form = new FormData()
      form.append("file", file("a,b", "C:\\Users\\me\\table.csv", "text/csv"))
      form.append("client_id", ids.client)
      const made = yield* call("POST", "/v1/files", form)
      assert.strictEqual(made.status, 201)
      assert.deepStrictEqual(
        [made.body.name, made.body.content_type, made.body.client],
        ["table.csv", "text/csv", { id: ids.client, name: "A" }]
      )
    })
  )

  it.effect("what is refused says why, and leaves no bytes behind", () =>
    Effect.gen(function* () {
      const { call, ids, apiKey } = yield* start
      const other = yield* populated
      const before = yield* left
      assert.deepStrictEqual(before, nothing)
      const target = { project_id: ids.project }
      const two = fileForm(target)
      two.append("file", file("x", "second.txt"))
      const empty = new FormData()
      empty.append("project_id", ids.project)
      const cases: ReadonlyArray<readonly [FormData, RegExp]> = [
        [fileForm({}), /^exactly one of project_id, client_id and invoice_id is needed$/],
        [fileForm({ ...target, client_id: ids.client }), /^exactly one of/],
        [fileForm({ project_id: "nonsense" }), /^project_id: must be an id like proj_/],
        [fileForm({ ...target, shared: "yes" }), /^shared: is not known here$/],
        [fileForm({ project_id: other.ids.project }), /^project_id: no project has the id proj_/],
        [fileForm({ client_id: other.ids.client }), /^client_id: no client has the id client_/],
        [fileForm({ invoice_id: other.ids.draft }), /^invoice_id: no invoice has the id inv_/],
        [fileForm(target, file("", "empty.txt")), /^file: must not be empty$/],
        [fileForm(target, file("x", "a".repeat(256))), /^file: must have a name of 1 to 255/],
        ...["folder/", ".", "..", "a/..", "x\u202egpj.exe", "x\u2066y", "x\u2069y", "\u202ay"].map(
          (name) =>
            [fileForm(target, file("x", name)), /^file: must have a name of 1 to 255/] as const
        ),
        [fileForm(target, file(Buffer.alloc(1_048_577), "large")), /^file: must be at most 1 MiB$/],
        [
          fileForm(target, file(Buffer.alloc(1_200_000), "larger")),
          /^file: must be at most 1 MiB$/
        ],
        [two, /^file: must be given only once$/],
        [empty, /^file: is needed$/]
      ]
      for (const [form, message] of cases) {
        const answer = yield* call("POST", "/v1/files", form)
        assert.strictEqual(answer.status, 422, String(message))
        assert.match(answer.body.error.message, message)
        assert.deepStrictEqual(yield* left, nothing, String(message))
      }
      const type = "multipart/form-data; boundary=x"
      const part = (name: string, more = "") =>
        `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n1\r\n`
      for (const [raw, contentType, message] of [
        ["{}", "application/json", "The Content-Type must be multipart/form-data"],
        [part("file"), `multipart/form-data; boundary=${"x".repeat(71)}`, "The Content-Type must"],
        [part("file", '; filename="a"'), type, "The body is no whole multipart form"],
        ["nonsense", type, "The body is no whole multipart form"],
        [`${[..."abcdefghijk"].map((n) => part(n)).join("")}--x--`, type, "A form has at most 10"],
        [`${part("project_id").replace("1", "1".repeat(5000))}--x--`, type, "A field has at most"]
      ] as const) {
        const headers = { "content-type": contentType }
        const answer = yield* send("POST", "/v1/files", { key: apiKey, raw, headers })
        assert.deepStrictEqual([answer.status, answer.body.error.code], [400, "BAD_REQUEST"], raw)
        assert.include(answer.body.error.message, message)
        assert.deepStrictEqual(yield* left, nothing, raw)
      }
      assert.strictEqual((yield* call("GET", "/v1/files")).body.meta.total, 1)
    })
  )

  it.effect("it takes the scope of what the file hangs on, to add and to delete", () =>
    Effect.gen(function* () {
      const { call, ids, keyOf } = yield* start
      for (const [field, id, scope, other] of [
        ["project_id", ids.project, "projects:write", "clients:write"],
        ["client_id", ids.client, "clients:write", "invoices:write"],
        ["invoice_id", ids.draft, "invoices:write", "projects:write"]
      ] as const) {
        const [may, mayNot] = [yield* keyOf(scope), yield* keyOf(other, "files:read")]
        const form = () => fileForm({ [field]: id })
        const refused = yield* mayNot("POST", "/v1/files", form())
        assert.deepStrictEqual([refused.status, refused.body.error.code], [403, "FORBIDDEN"])
        assert.include(refused.body.error.message, scope)
        assert.include(refused.headers.get("www-authenticate") ?? "", `scope="${scope}"`)
        assert.deepStrictEqual(yield* left, nothing)
        const made = yield* may("POST", "/v1/files", form())
        assert.strictEqual(made.status, 201)
        const path = `/v1/files/${made.body.id}`
        assert.strictEqual((yield* mayNot("DELETE", path)).status, 403)
        assert.strictEqual((yield* mayNot("GET", path)).status, 200)
        assert.strictEqual((yield* may("DELETE", path)).status, 204)
        assert.strictEqual((yield* call("GET", path)).status, 404)
        assert.deepStrictEqual(yield* left, nothing)
      }
    })
  )

  it.effect(
    "a deleted file's link is dead, its bytes are gone, and events tell of both without a link",
    () =>
      Effect.gen(function* () {
        const { call, ids, app } = yield* start
        const { body } = yield* call("GET", `/v1/files/${ids.file}`)
        const answers = yield* Effect.all(
          [call("DELETE", `/v1/files/${ids.file}`), call("DELETE", `/v1/files/${ids.file}`)],
          { concurrency: 2 }
        )
        assert.sameMembers(
          answers.map(({ status }) => status),
          [204, 404]
        )
        assert.deepStrictEqual(yield* left, nothing)
        const gone = yield* Effect.promise(() => app.fetch(new Request(body.download_url)))
        assert.strictEqual(gone.status, 404)
        const events = (yield* call("GET", "/v1/events?limit=100")).body.data
        const told = events
          .filter(({ type }: { type: string }) => type.startsWith("file."))
          .map(({ type, data }: { type: string; data: object }) => [type, data])
        const object = { ...body, download_url: null }
        assert.deepStrictEqual(told, [
          ["file.created", { object, previous: null }],
          ["file.deleted", { object, previous: null }]
        ])
      })
  )
})
