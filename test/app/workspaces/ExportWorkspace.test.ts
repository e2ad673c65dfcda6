/** The export of a workspace: what its API shows, whole, without secrets and without others'. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Stream } from "effect"
import { WorkspaceRepository } from "../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { DemoData } from "../../../src/app/workspaces/DemoData.ts"
import { WorkspaceExport } from "../../../src/app/workspaces/ExportWorkspace.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { fileForm, sender } from "../../support/requests.ts"

const kinds = "clients projects tasks milestones invoices credit_notes payments files events"

layer(layerRetainerMemory)("the export of a workspace", (it) => {
  const exported = Effect.gen(function* () {
    const retainer = yield* RetainerMemory
    const { workspace, apiKey } = yield* retainer.workspace()
    const other = yield* retainer.workspace()
    yield* (yield* DemoData).add(workspace, 30, () => Effect.void)
    yield* (yield* DemoData).add(other.workspace, 2, () => Effect.void)
    const send = sender(apiKey)
    const projects = (yield* send("GET", "/v1/projects?limit=100")).body.data
    yield* send("DELETE", `/v1/projects/${projects.at(-1).id}`)
    const paid = (yield* send("GET", "/v1/invoices?status=paid")).body.data[0]
    const reason = { reason: '=1+1;"two"' }
    yield* send("POST", `/v1/invoices/${paid.id}/credit_notes`, reason)
    const draft = (yield* send("GET", "/v1/invoices?status=draft")).body.data[0]
    assert.strictEqual((yield* send("POST", `/v1/invoices/${draft.id}/send`)).status, 200)
    assert.strictEqual((yield* send("GET", `/v1/invoices/${draft.id}/pdf?as=sent`)).status, 200)
    const milestone = { name: "Launch", amount: 5000 }
    yield* send("POST", `/v1/projects/${projects[0].id}/milestones`, milestone)
    const upload = fileForm({ project_id: projects[0].id })
    assert.strictEqual((yield* send("POST", "/v1/files", upload)).status, 201)
    const current = (yield* (yield* WorkspaceRepository).find(workspace.id)) ?? workspace
    const files = yield* Stream.runCollect(
      Stream.mapEffect((yield* WorkspaceExport).files(current), ({ path, bytes }) =>
        Effect.map(Stream.runCollect(bytes), (parts) => [path, Buffer.concat(parts)] as const)
      )
    )
    const archive = new Map(files)
    const text = (path: string) => archive.get(path)?.toString() ?? ""
    return { archive, text, send, apiKey, workspace, other }
  })

  it.effect("has every resource once, as the API shows it, and a line of CSV for each", () =>
    Effect.gen(function* () {
      const { archive, text, send, workspace } = yield* exported
      const paths = kinds.split(" ").flatMap((kind) => [`${kind}.json`, `${kind}.csv`])
      assert.includeMembers([...archive.keys()], ["README.txt", "workspace.json", ...paths])
      assert.include(text("README.txt"), `The data of ${workspace.name}`)
      assert.strictEqual(JSON.parse(text("workspace.json"))[0].id, workspace.id)
      const get = (path: string) => Effect.map(send("GET", path), ({ body }) => body)
      for (const kind of ["clients", "invoices", "credit_notes"]) {
        const rows = JSON.parse(text(`${kind}.json`))
        const { meta } = yield* get(`/v1/${kind}`)
        assert.strictEqual(new Set(rows.map(({ id }: { id: string }) => id)).size, meta.total, kind)
        for (const row of rows) {
          const shown = yield* get(`/v1/${kind}/${row.id}`)
          const expected = kind === "invoices" ? { ...shown, processor_payment_url: null } : shown
          assert.deepStrictEqual(row, expected)
        }
      }
      const projects = JSON.parse(text("projects.json"))
      assert.strictEqual(projects.length, (yield* get("/v1/projects")).meta.total + 1)
      assert.lengthOf(JSON.parse(text("files.json")), 1)
      for (const kind of kinds.split(" ")) {
        const rows: ReadonlyArray<object> = JSON.parse(text(`${kind}.json`))
        assert.isNotEmpty(rows, kind)
        const [head = "", ...lines] = text(`${kind}.csv`).split("\r\n")
        assert.strictEqual(head.split(",")[0], "id", kind)
        // Texts of several lines end them with a line feed alone.
        assert.lengthOf(lines, rows.length + 1, kind)
      }
      const sequences = JSON.parse(text("events.json")).map(
        (event: { sequence: number }) => event.sequence
      )
      assert.deepStrictEqual(
        sequences,
        Array.from(sequences, (_, index) => index + 1)
      )
      assert.include(text("credit_notes.csv"), `"'=1+1;""two"""`)
    })
  )

  it.effect("has every document that was mailed, byte by byte", () =>
    Effect.gen(function* () {
      const { archive, text, send } = yield* exported
      const sent = [...JSON.parse(text("invoices.json")), ...JSON.parse(text("credit_notes.json"))]
      const mailed = sent.filter(({ document }) => document !== null)
      assert.isNotEmpty(mailed)
      for (const { number, document } of mailed) {
        assert.strictEqual(archive.get(`documents/${number}.pdf`)?.length, document.bytes)
      }
      const pdfs = [...archive.keys()].filter((path) => path.endsWith(".pdf"))
      assert.lengthOf(pdfs, mailed.length)
      const xml = [...archive.keys()].find((path) => path.endsWith(".xml"))
      assert.isDefined(xml)
      const invoice = sent.find(({ number }) => xml === `documents/${number}.xml`)
      const shown = yield* send("GET", `/v1/invoices/${invoice.id}/xml?format=cii`)
      assert.include([200, 404], shown.status)
    })
  )

  it.effect("has no secret and nothing of another workspace", () =>
    Effect.gen(function* () {
      const { archive, apiKey, other } = yield* exported
      const all = [...archive]
        .map(([path, bytes]) => `${path}\n${bytes.toString("latin1")}`)
        .join("\n")
      for (const secret of ["/pay/", "download/", Redacted.value(apiKey), other.workspace.id]) {
        assert.notInclude(all, secret)
      }
    })
  )
})
