/** The place of a cell's label, for code that makes credentials and links and for the router. */
import { assert, describe, it } from "@effect/vitest"
import { Option, Redacted } from "effect"
import * as fc from "fast-check"
import {
  isCellLabel,
  labelledLink,
  labelOfCredential,
  splitLink
} from "../../../src/domain/access/CellLabel.ts"
import { AppId } from "../../../src/domain/Ids.ts"
import { appClientId, appIdIn } from "../../../src/domain/oauth/OAuth.ts"
import { type SecretPrefix, secretOf } from "../../../src/domain/people/Credential.ts"

const anyLabel = fc.stringMatching(/^[a-z][a-z0-9]{1,7}$/)
const anyCell = fc.option(anyLabel)
const anyPrefix = fc.constantFrom<SecretPrefix>("rk", "rat", "rrt", "rac", "rcs", "rse")
const anyBytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const anyUuid = fc.uuid({ version: 7 })

describe("a label", () => {
  it("has two to eight characters of a-z and 0-9, the first a letter", () => {
    for (const text of ["eu1", "ab", "a2345678"]) assert.isTrue(isCellLabel(text), text)
    for (const text of [
      "",
      "a",
      "1eu",
      "EU1",
      "a23456789",
      "eu-1",
      "eu_1",
      "eu.1",
      "eu1\n",
      "ö1"
    ]) {
      assert.isFalse(isCellLabel(text), text)
    }
  })

  it("is read back from every kind of secret, and none where there is none", () => {
    fc.assert(
      fc.property(anyPrefix, anyBytes, anyCell, (prefix, bytes, cell) => {
        const text = Redacted.value(secretOf(prefix, bytes, cell))
        assert.strictEqual(labelOfCredential(text), cell)
      })
    )
  })

  it("is read back from a client id, whose app is the same with any label", () => {
    fc.assert(
      fc.property(anyUuid, anyCell, (uuid, cell) => {
        const id = AppId.fromUuid(uuid)
        const clientId = appClientId(cell, id)
        assert.strictEqual(labelOfCredential(clientId), cell)
        assert.deepStrictEqual(appIdIn(clientId), Option.some(id))
        if (cell === null) assert.strictEqual(clientId, id)
      })
    )
    for (const wrong of ["", "app_eu1_", "app_EU1_01h2xcejqtf2nbrexx3vqjhp41", "ws_eu1_x"]) {
      assert.isTrue(Option.isNone(appIdIn(wrong)), wrong)
    }
    const other = "key_eu1_01h2xcejqtf2nbrexx3vqjhp41"
    assert.isTrue(Option.isNone(appIdIn(other)), "the id of something else")
  })

  it("is read back from a link, and none from a text that a link had before", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z_-]{1,120}$/), anyCell, (text, cell) => {
        const { label, rest } = splitLink(labelledLink(cell, text))
        assert.deepStrictEqual({ label, rest }, { label: cell, rest: text })
      })
    )
    for (const text of ["", ".x", "a.x", "EU1.x", "1eu.x", "a23456789.x", "eu1"]) {
      assert.deepStrictEqual(splitLink(text), { label: null, rest: text })
    }
  })
})
