/** Texts from outside: no controls, a length in code points, one e-mail address. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { EmailAddress, line, prose } from "../../../src/domain/text/Text.ts"

describe("texts", () => {
  const is = Schema.is(line(10))
  it.each(["a", "é".repeat(10), "😀".repeat(10), "Ада"])("takes %j", (text) => {
    assert.isTrue(is(text))
  })
  it.each(["", "  ", "a\u0000", "a\nb", "a\tb", "\u007f", "a\u0085", "\ud800", "x".repeat(11)])(
    "refuses %j",
    (text) => {
      assert.isFalse(is(text))
    }
  )
  it("prose has lines and tabs, and no other control", () => {
    assert.isTrue(Schema.is(prose(20))("a\n\tb"))
    assert.isFalse(Schema.is(prose(20))("a\rb"))
    assert.isFalse(Schema.is(prose(20))("a\u001bb"))
  })
  it.each(["a@b.co", "a.b+c@sub.example.com", "o'hara@x.example", "x@müller.example"])(
    "mails to %s",
    (text) => {
      assert.isTrue(Schema.is(EmailAddress)(text))
    }
  )
  it.each([
    "a@b.co, c@d.co",
    "a@b.co;c@d.co",
    "a@b.co\r\nBcc: x@y.co",
    "<a@b.co>",
    '"a b"@c.co',
    "a b@c.co",
    "a@b",
    "@b.co",
    "a@",
    "a..b@c.co",
    ".a@c.co",
    "a@-b.co",
    "a@b..co",
    `${"x".repeat(65)}@b.co`,
    `a@${"b".repeat(250)}.co`
  ])("does not mail to %j", (text) => {
    assert.isFalse(Schema.is(EmailAddress)(text))
  })
})
