/**
 * Each measure of `npm run tidy` counts the smallest tree that offends it, and not the tree beside
 * it.
 */
import { assert, describe, it } from "@effect/vitest"
import { ranInEach } from "../../scripts/bench/files.ts"
import { fileCircles } from "../../scripts/importRules.ts"
import { executedFiles, type Rule, sourceRules, treeRules } from "../../scripts/tidy/rules.ts"
import { missingMutations, missingRecipes, poorSubjects } from "../../scripts/tidy/texts.ts"
import { parseTree, type Sources } from "../../scripts/tidy/tree.ts"

const rules = [...sourceRules, ...treeRules]

const ruleOf = (name: string): Rule => {
  const rule = rules.find((one) => one.name === name)
  if (rule === undefined) throw new Error(`no rule of the name ${name}`)
  return rule
}

const count = (name: string, sources: Sources): number =>
  ruleOf(name).find(parseTree(sources)).length

const linesOf = (number: number, line = "0"): string => `${line}\n`.repeat(number)

const seventeen = Object.fromEntries(
  Array.from({ length: 17 }, (_, index) => [`src/domain/F${index}.ts`, "0\n"])
)
const migrations = Object.fromEntries(
  Object.keys(seventeen).map((path) => [path.replace("domain", "infra/sql/migrations"), "0\n"])
)

interface Case {
  readonly offends: Sources
  readonly passes: Sources
  /** One unless given. */
  readonly times?: number
}

const file = (text: string): Sources => ({ "src/domain/A.ts": text })

const cases: Readonly<Record<string, Case>> = {
  "folders above 16 files": { offends: seventeen, passes: migrations },
  "source files": { offends: seventeen, times: 17, passes: {} },
  "source lines": { offends: file(linesOf(3)), times: 3, passes: {} },
  "files of at most 20 lines": { offends: file(linesOf(20)), passes: file(linesOf(21)) },
  "functions above 70 lines": {
    offends: file(`const a = () => {\n${linesOf(69)}}\n`),
    passes: file(`const a = () => {\n${linesOf(68)}}\n`)
  },
  "lines above 100 columns": {
    offends: file(`// ${"a".repeat(98)}\n`),
    passes: file(`// ${"a".repeat(97)}\n`)
  },
  "exported names with two meanings": {
    offends: { "src/a/A.ts": "export const one = 1\n", "src/b/B.ts": "export type one = 1\n" },
    passes: { "src/a/A.ts": "export const one = 1\nexport type one = 1\n" }
  },
  "comment sentences that open with a clause": {
    offends: file("/** A noun. Who asks waits. */\n"),
    passes: file('/** Callers wait. */\nconst text = "Who asks waits."\n')
  },
  "comments with tell or told": {
    offends: file("// The server told it.\n"),
    passes: file("// The server reported it.\n")
  },
  "comments with keep or kept": {
    offends: file("/* A kept answer. */\n"),
    passes: file("/* A cached answer. */\n")
  },
  "comments with nobody or somebody": {
    offends: file("// Nobody reads it.\n"),
    passes: file("// It is not read.\n")
  },
  "identifiers with a private word": {
    offends: file("const keptAnswers = 1\nconst isKept = 2\n"),
    times: 2,
    passes: file("const keepAliveMillis = 1\nconst cached = 2\n")
  },
  "verbs of the write engine that repositories import": {
    offends: {
      "src/infra/sql/A.ts":
        'import { write, readForUpdate, type Key } from "../postgres/Write.ts"\n'
    },
    times: 2,
    passes: { "src/infra/mail/A.ts": 'import { write } from "../postgres/Write.ts"\n' }
  },
  "exports that no file imports": {
    offends: { "src/a/A.ts": "export const one = 1\n", "src/a/B.ts": "0\n" },
    passes: {
      "src/a/A.ts": "export const one = 1\n",
      "src/a/B.ts": 'import { one } from "./A.ts"\n',
      "src/api.ts": "export const entry = 1\n",
      "src/domain/Ids.ts": "export interface IdSchema {}\n"
    }
  }
}

describe("tidy", () => {
  it("has a case for every rule", () => {
    assert.sameMembers(
      rules.map(({ name }) => name),
      Object.keys(cases)
    )
  })

  for (const [name, { offends, passes, times = 1 }] of Object.entries(cases))
    it(`counts ${name}`, () => {
      assert.strictEqual(count(name, offends), times)
      assert.strictEqual(count(name, passes), 0)
    })

  it("counts source files that POST /v1/invoices executes", () => {
    const calls = (file: string, calls = 1) => ({ file, name: "f", calls })
    const always = calls("src/a/A.ts")
    const once = [always, calls("src/a/Worker.ts")]
    const others = [calls("src/a/B.ts", 0), calls("node_modules/b/B.ts")]
    assert.deepStrictEqual(
      ranInEach([
        [...once, ...others],
        [always, ...others]
      ]),
      [always.file]
    )
    const paths = Array.from({ length: 71 }, (_, index) => `src/a/F${index}.ts`)
    const isAbove = (measured: ReadonlyArray<string>) => {
      const { limit, find } = executedFiles(() => measured)
      return find([]).length > limit
    }
    assert.isTrue(isAbove(ranInEach([paths.map((path) => calls(path))])))
    assert.isFalse(isAbove(paths.slice(1)))
  })

  it("counts commit subjects that are long or have no area", () => {
    const good = `cache: ${"e".repeat(65)}`
    assert.lengthOf(poorSubjects([good, `${good}e`, "Evict idle entries", "cache: Evict"]), 3)
  })

  it("counts recipes and mutations that are missing", () => {
    const all = missingRecipes("").map(({ what }) => `## ${what}`)
    assert.lengthOf(missingRecipes(all.join("\n")), 0)
    assert.lengthOf(missingRecipes(all.slice(1).join("\n")), 1)
    const misuses = missingMutations([]).map(({ what }) => what)
    assert.lengthOf(misuses, 8)
    assert.lengthOf(missingMutations(misuses.slice(1)), 1)
  })

  it("finds circles of files over several steps, types included", () => {
    const circle = {
      "a/A.ts": 'import { b } from "../b/B.ts"',
      "b/B.ts": 'import type { C } from "./C.ts"',
      "b/C.ts": 'import "../a/A.ts"',
      "b/D.ts": 'import "../a/A.ts"'
    }
    assert.deepStrictEqual(
      fileCircles(circle).map((files) => [...files].sort()),
      [["a/A.ts", "b/B.ts", "b/C.ts"]]
    )
    assert.deepStrictEqual(fileCircles({ ...circle, "b/C.ts": "" }), [])
  })
})
