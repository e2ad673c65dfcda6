/**
 * The judges themselves: they accept a good e-invoice of each syntax, refuse each broken one by the
 * rule that it breaks, and skip a suite only outside of CI.
 */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { beforeAll } from "vitest"
import { describeJudged, judge, passes, summary, type Verdict } from "../support/judges.ts"

const sample = (name: string): string =>
  readFileSync(new URL(`einvoice/samples/standard.${name}.xml`, import.meta.url), "utf8")

const samples = {
  cii: sample("cii"),
  xrechnung: sample("xrechnung-ubl"),
  peppol: sample("peppol")
}

const good = {
  cii: passes("en16931"),
  xrechnung: passes("en16931", "xrechnung"),
  peppol: passes("en16931", "peppol")
}

type Sample = keyof typeof samples

/** One change of a good sample, and the verdicts that follow. */
const broken: ReadonlyArray<readonly [string, Sample, RegExp, string, string]> = [
  ["three decimals", "cii", />146\.11</, ">146.112<", "en16931 BR-DEC-20"],
  ["a base of a cent less", "cii", />769\.01</, ">769.00<", "en16931 BR-S-08"],
  [
    "no buyer reference",
    "xrechnung",
    /<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/,
    "",
    "en16931 pass, xrechnung BR-DE-15"
  ],
  [
    "a tax of two units more",
    "xrechnung",
    />146\.11</,
    ">148.11<",
    "en16931 BR-CO-14 BR-CO-17 BR-S-09, xrechnung BR-CO-14 BR-CO-17 BR-S-09"
  ],
  [
    "an e-mail address as endpoint",
    "peppol",
    /schemeID="0088">4000001123452/,
    'schemeID="EM">a@example.com',
    "en16931 pass, peppol PEPPOL-EN16931-CL008"
  ],
  ["no XML", "peppol", /<\/Invoice>/, "", "xml NO-INVOICE"]
]

const changed = (text: string, find: RegExp, put: string): string => {
  const next = text.replace(find, put)
  assert.notStrictEqual(next, text)
  return next
}

describeJudged("the judges of e-invoices", () => {
  let verdicts: ReadonlyMap<string, ReadonlyArray<Verdict>>
  beforeAll(async () => {
    verdicts = await judge({
      ...samples,
      ...Object.fromEntries(
        broken.map(([what, name, find, put]) => [what, changed(samples[name], find, put)])
      )
    })
  })

  it.each(Object.entries(good))("accept the good sample of %s", (name, expected) => {
    assert.strictEqual(summary(verdicts.get(name)), expected)
  })

  it.each(broken)("refuse %s", (what, _sample, _find, _put, expected) => {
    assert.strictEqual(summary(verdicts.get(what)), expected)
  })
})

it("judge.sh ends with 3 without Java", () => {
  const script = new URL("einvoice/judge.sh", import.meta.url).pathname
  const options = { env: { PATH: "/none" }, encoding: "utf8" } as const
  const { status, stderr } = spawnSync("/bin/bash", [script, "--help"], options)
  assert.strictEqual(status, 3, stderr)
})
