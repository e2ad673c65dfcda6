/** The header of `Prefer: dry-run`, as RFC 7240 writes preferences. */
import { assert, describe, it } from "@effect/vitest"
import { prefersDryRun } from "../../../src/http/edge/DryRun.ts"

const asked = [
  "dry-run",
  "Dry-Run",
  "DRY-RUN",
  " dry-run ",
  "\tdry-run\t",
  "respond-async, dry-run",
  "dry-run,respond-async",
  "wait=10, handling=lenient , dry-run; x=1; y",
  'note="a, \\"dry; b", dry-run',
  "dry-run;",
  "dry-run ; a = b",
  'dry-run=""',
  "dry-run=true",
  'dry-run = "True"',
  ", ,dry-run,,",
  "dry-run, dry-run=no"
]

const other = [
  undefined,
  "",
  ",,",
  "respond-async",
  "wait=dry-run",
  'note="dry-run"',
  'note=", dry-run, "',
  "return=minimal; dry-run",
  "return=minimal; x=dry-run",
  "no-dry-run",
  "dry-runs",
  "x.dry-run"
]

const unclear = [
  "dry-run=false",
  'dry-run="no", dry-run',
  "dry-run yes",
  "minimal dry-run",
  "dry-run/1",
  "=dry-run",
  'note="dry-run',
  'dry-run; x="',
  `${"a".repeat(1000)}, dry-run`
]

describe("Prefer", () => {
  it.each(asked)("%j asks for a rehearsal", (header) => {
    assert.isTrue(prefersDryRun(header))
  })
  it.each(other)("%j does not", (header) => {
    assert.isFalse(prefersDryRun(header))
  })
  it.each(unclear)("%j is unclear, and refused", (header) => {
    assert.isUndefined(prefersDryRun(header))
  })
  it("is read without backtracking: thousands of parts end at once", () => {
    for (const part of [";", " ;", "\t", ",", " , ", '""', "a;"]) {
      const many = part.repeat(990 / part.length)
      assert.oneOf(prefersDryRun(`${many}dry-run`), [true, false, undefined])
      assert.isUndefined(prefersDryRun(`${many}dry-run"`))
    }
  })
})
