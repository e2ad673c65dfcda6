/** Each rule of imports fires on the smallest tree that breaks it, and on nothing beside it. */
import { assert, describe, it } from "@effect/vitest"
import { importProblems } from "../../scripts/importRules.ts"
import type { Sources } from "../../scripts/tidy/tree.ts"

/** A tree without a problem, with every form of import. */
const clean: Sources = {
  "main.ts": 'import { layerHttp } from "./http/Http.ts"\nimport "./infra/sql/SqlPorts.ts"',
  "cli/Shared.ts": 'import { Money } from "../domain/Money.ts"',
  "client.ts": 'import { Effect } from "effect"\nimport { Api } from "./api/Api.ts"',
  "client/Client.ts": 'import { Api } from "../api/Api.ts"',
  "domain/Money.ts": 'import { Schema } from "effect/schema"',
  "domain/invoices/Invoice.ts": 'import type { Seller } from "../workspaces/Seller.ts"',
  "domain/workspaces/Seller.ts": "/** What comes from { a.from, b } */ export const Seller = 1",
  "api/Api.ts": 'import { Money } from "../domain/Money.ts"',
  "app/ports/UnitOfWork.ts": "",
  "app/ports/invoices/InvoiceRepository.ts": 'import "../UnitOfWork.ts"',
  "app/invoices/Invoicing.ts": 'import { Payments } from "../payments/Payments.ts"',
  "app/payments/Payments.ts": "",
  "http/Http.ts": 'import { Api } from "../api/Api.ts"',
  "http/edge/Edge.ts": "",
  "web/settings/UsersPages.ts": 'import { Payments } from "../../app/payments/Payments.ts"',
  "infra/sql/SqlPorts.ts": 'import "./migrations/0001_core.ts"\nimport pg from "@effect/sql-pg"',
  "infra/sql/migrations/0001_core.ts": "",
  "testing/MemoryPorts.ts": 'export type { Money } from "../domain/Money.ts"',
  "testing/RetainerMemory.ts": 'import { layerHttp } from "../http/Http.ts"'
}

const problemsWith = (file: string, text: string): ReadonlyArray<string> =>
  importProblems({ ...clean, [file]: text })

/** The one problem, which names the file. */
const problemWith = (file: string, text: string): string => {
  const problems = problemsWith(file, text)
  assert.lengthOf(problems, 1, problems.join("\n"))
  assert.include(problems[0], file)
  return problems[0] ?? ""
}

describe("imports", () => {
  it("of a tree that keeps the rules have no problem", () => {
    assert.deepStrictEqual(importProblems(clean), [])
  })

  it("run from the outside to the inside only", () => {
    for (const [file, target, to] of [
      ["domain/Text.ts", "../api/Api.ts", "api"],
      ["domain/Text.ts", "../main.ts", "top"],
      ["api/Errors.ts", "../app/invoices/Invoicing.ts", "app"],
      ["api/Errors.ts", "../app/ports/UnitOfWork.ts", "ports"],
      ["app/Gate.ts", "../api/Api.ts", "api"],
      ["app/Gate.ts", "../infra/sql/SqlPorts.ts", "infra"],
      ["http/Lists.ts", "../infra/sql/SqlPorts.ts", "infra"],
      ["http/Lists.ts", "../web/settings/UsersPages.ts", "web"],
      ["web/Web.ts", "../http/Http.ts", "http"],
      ["infra/Files.ts", "../api/Api.ts", "api"],
      ["infra/Files.ts", "../testing/MemoryPorts.ts", "testing"],
      ["testing/Rows.ts", "../infra/sql/SqlPorts.ts", "infra"],
      ["client.ts", "./app/Gate.ts", "app"],
      ["client/Client.ts", "../app/Gate.ts", "app"],
      ["webhooks.ts", "./app/Gate.ts", "app"]
    ] as const)
      assert.include(problemWith(file, `import { x } from "${target}"`), `(${to})`)
  })

  it("are seen however they are written", () => {
    for (const text of [
      'import type { Api } from "../api/Api.ts"',
      'import "../api/Api.ts"',
      'import {\n  Api\n} from "../api/Api.ts"',
      'export { Api } from "../api/Api.ts"',
      'const api = await import("../api/Api.ts")',
      'const api = import(\n  "../api/Api.ts"\n)',
      'type Api = import("../api/Api.ts").Api',
      'type Api = typeof import("../api/Api.ts")',
      "const api = import(`../api/Api.ts`)",
      "import { Api } from '../api/Api.ts'"
    ])
      assert.include(problemWith("domain/Text.ts", text), "api/Api.ts (api)")
  })

  it("name what they import", () => {
    assert.include(problemWith("infra/Load.ts", "await import(name)"), "no literal")
  })

  it("of a port reach no use case, of whatever room", () => {
    const file = "app/ports/invoices/InvoiceRepository.ts"
    assert.include(
      problemWith(file, 'import type { X } from "../../payments/Payments.ts"'),
      "(app)"
    )
    assert.include(problemWith(file, 'import type { X } from "../../Gate.ts"'), "(app)")
  })

  it("of words are those of documents, mails and pages", () => {
    const words = 'import { wordsIn } from "../words/Words.ts"'
    for (const file of ["app/A.ts", "web/A.ts", "infra/A.ts"]) {
      assert.deepStrictEqual(problemsWith(file, words), [])
    }
    for (const file of ["domain/A.ts", "api/A.ts", "http/A.ts", "client/A.ts", "testing/A.ts"]) {
      assert.include(problemWith(file, words), "(words)")
    }
    assert.include(problemWith("words/A.ts", 'import "../app/Gate.ts"'), "(app)")
  })

  it("of the inner layers take nothing but Effect from outside", () => {
    for (const file of [
      "domain/Text.ts",
      "words/Words.ts",
      "api/A.ts",
      "app/Gate.ts",
      "app/ports/Vault.ts",
      "client.ts",
      "client/Client.ts"
    ])
      for (const from of ["node:fs", "preact", "effective"])
        assert.include(problemWith(file, `import x from "${from}"`), from)
  })

  it("of rooms make no circle, over however many steps", () => {
    const back = problemsWith(
      "domain/workspaces/Seller.ts",
      'import type { Invoice } from "../invoices/Invoice.ts"'
    )
    assert.lengthOf(back, 3)
    assert.include(back.join(), "domain/invoices needs domain/workspaces")
    assert.include(back.join(), "domain/workspaces needs domain/invoices")
    const around = importProblems({
      ...clean,
      "infra/sql/people/A.ts": 'import { B } from "../clients/B.ts"',
      "infra/sql/clients/B.ts": 'import { C } from "../events/C.ts"',
      "infra/sql/events/C.ts": 'import { A } from "../people/A.ts"'
    })
    assert.lengthOf(around, 4)
    const useCases = problemsWith(
      "app/payments/Refunds.ts",
      'import type { Invoicing } from "../invoices/Invoicing.ts"'
    )
    assert.lengthOf(useCases, 2)
  })

  it("of files make no circle, types included", () => {
    const problems = importProblems({
      ...clean,
      "domain/A.ts": 'import type { B } from "./B.ts"',
      "domain/B.ts": 'import "./A.ts"'
    })
    assert.lengthOf(problems, 1)
    assert.match(problems[0] ?? "", /these files import each other: domain\/[AB]/)
  })
})

describe("files", () => {
  it("stand in a layer that has its place in the order", () => {
    assert.include(problemWith("jobs/Nightly.ts", ""), '"jobs" is no layer')
  })

  it("stand in a room of a feature that is known", () => {
    for (const file of [
      "domain/billing/Bill.ts",
      "app/ports/billing/Bill.ts",
      "testing/billing/A.ts"
    ])
      assert.include(problemWith(file, ""), '"billing" is no room')
  })

  it("are no barrels and have no default export", () => {
    assert.include(problemWith("infra/All.ts", 'export * from "./sql/SqlPorts.ts"'), "barrel")
    assert.include(problemWith("infra/All.ts", "export default 1"), "default export")
  })
})
