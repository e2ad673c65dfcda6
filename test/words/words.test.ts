/** Every text in every language: translated, and with each figure and name that comes into it. */
import { assert, describe, it } from "@effect/vitest"
import { Language } from "../../src/domain/text/Language.ts"
import { wordsIn } from "../../src/words/Words.ts"
import { sameInEnglish } from "./sameInEnglish.ts"

const given = ["‹1›", "‹2›", "‹3›", "‹4›", "‹5›"] as const

/** Each text by its path; a text of figures and names has `‹1›`, `‹2›` … in their places. */
const textsIn = (words: unknown, path = ""): ReadonlyArray<readonly [string, string]> => {
  if (typeof words === "string") return [[path, words]]
  if (typeof words === "function") {
    return textsIn(Reflect.apply(words, undefined, given.slice(0, words.length)), path)
  }
  if (typeof words !== "object" || words === null) return []
  return Object.entries(words).flatMap(([name, part]) =>
    textsIn(part, path === "" ? name : `${path}.${name}`)
  )
}

const english = new Map(textsIn(wordsIn("en")))
const placesOf = (text = ""): ReadonlyArray<string> => text.match(/‹\d›|\{\w+\}/g)?.toSorted() ?? []

describe.each(Language.literals.filter((language) => language !== "en"))("in %s", (language) => {
  const texts = textsIn(wordsIn(language))

  it("each text is translated", () => {
    const untranslated = texts
      .filter(([path, text]) => english.get(path) === text && !/^(?:‹\d›\W*)+$/.test(text))
      .filter(([path, text]) => !sameInEnglish[language]?.includes(text) && path !== "")
      .map(([path, text]) => `${path}: ${text}`)
    assert.deepStrictEqual(untranslated, [])
  })

  it("each text has the figures and names of the English one", () => {
    for (const [path, text] of texts) {
      assert.deepStrictEqual(placesOf(text), placesOf(english.get(path)), `${path}: ${text}`)
      assert.strictEqual(text, text.trim(), path)
      assert.isAbove(text.length, 0, path)
    }
  })
})

it("the lists of texts that are the same in English name no other text", () => {
  for (const language of Language.literals) {
    const all = new Set(textsIn(wordsIn(language)).map(([, text]) => text))
    const unused = (sameInEnglish[language] ?? []).filter((text) => !all.has(text))
    assert.deepStrictEqual(unused, [], language)
  }
})

it("French has a no-break space before marks of two parts", () => {
  for (const [path, text] of textsIn(wordsIn("fr"))) {
    assert.notMatch(text, /[^\u00a0\u202f][:;?!»](?=\s|$)/, path)
  }
})

it("a unit has the number of its quantity, and a code without a name stays", () => {
  const named = (language: Language, code: string, quantity: number) =>
    wordsIn(language).document.unitName(code, quantity)
  assert.strictEqual(named("en", "HUR", 1), "hour")
  assert.strictEqual(named("en", "HUR", 1.5), "hours")
  assert.strictEqual(named("de", "DAY", 2), "Tage")
  // French takes the singular below 2.
  assert.strictEqual(named("fr", "DAY", 1.5), "jour")
  assert.strictEqual(named("es", "MON", 0.5), "meses")
  assert.strictEqual(named("de", "D68", 1200), "Wörter")
  assert.strictEqual(named("fr", "E34", 2), "Go")
  assert.strictEqual(named("es", "MTK", 2), "m²")
  assert.strictEqual(named("de", "XPX", 2), "XPX")
  assert.strictEqual(named("de", "constructor", 2), "constructor")
})

it("a method of payment that is the agency's own text stays as it is", () => {
  const { paidBy } = wordsIn("de").document
  assert.strictEqual(paidBy("bank_transfer"), "Bezahlt per Überweisung")
  assert.strictEqual(paidBy("standing_order"), "Bezahlt per standing order")
})
