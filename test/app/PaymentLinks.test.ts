/** Payment links: short enough to be typed from paper, impossible to guess. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Cell } from "../../src/app/Cell.ts"
import { PaymentLinks } from "../../src/app/PaymentLinks.ts"
import { InvoiceRepository } from "../../src/app/ports/invoices/InvoiceRepository.ts"
import { PublicUrls } from "../../src/app/ports/PublicUrls.ts"
import { Signer } from "../../src/app/ports/Signer.ts"
import { InvoiceId, WorkspaceId } from "../../src/domain/Ids.ts"
import type { SecretKeys } from "../../src/infra/crypto/SecretKeys.ts"
import { SignerHmac } from "../../src/infra/crypto/SignerHmac.ts"
import { WorkspaceMovesMemory } from "../../src/testing/workspaces/WorkspaceMovesMemory.ts"

const workspaceId = WorkspaceId.fromUuid("0190f5fe-7c00-7a00-8abc-012345678901")
const target = (uuid: string, salt: string | null = null) => ({
  workspaceId,
  id: InvoiceId.fromUuid(uuid),
  salt
})
const one = target("0190f5fe-7c00-7a00-8abc-0123deadbeef")
/** Its id ends as that of the first does. */
const alike = target("0190f5fe-7c01-7b11-9abc-4567deadbeef")
const replaced = target("0190f5fe-7c02-7c22-9abc-456789abcdef", "0011223344556677")
const keyOf = (byte: number) => Redacted.make(new Uint8Array(32).fill(byte))
const [old, fresh] = [keyOf(1), keyOf(2)] as const

/** The service with these keys, where all three invoices are there. */
const withKeys = <A>(
  keys: SecretKeys,
  body: Effect.Effect<A, never, PaymentLinks | Signer>,
  label: string | null = null
): Effect.Effect<A> => {
  const invoices = Layer.mock(InvoiceRepository, {
    endingIn: (digits) =>
      Effect.succeed(
        [one, alike, replaced]
          .filter(({ id }) => InvoiceId.toUuid(id).endsWith(digits))
          .map(({ salt, ...invoice }) => ({ ...invoice, paymentLinkSalt: salt }))
      )
  })
  const urls = Layer.succeed(PublicUrls, {
    baseUrl: "https://retainer.example",
    authUrl: "https://retainer.example",
    portalUrl: "https://retainer.example/portal"
  })
  const ports = Layer.mergeAll(
    Layer.merge(invoices, urls),
    SignerHmac(keys),
    Layer.succeed(Cell, { label }),
    WorkspaceMovesMemory
  )
  return Effect.provide(body, Layer.provideMerge(PaymentLinks.layer, ports))
}

const tokenOf = (url: string) => url.replace("https://retainer.example/pay/", "")

describe("a payment link", () => {
  it.effect("has 26 characters and leads to its invoice, also where another id ends alike", () =>
    withKeys(
      [old],
      Effect.gen(function* () {
        const links = yield* PaymentLinks
        for (const invoice of [one, alike, replaced]) {
          const token = tokenOf(links.url(invoice))
          assert.match(token, /^[0-9a-z]{26}$/)
          assert.deepStrictEqual(yield* links.resolve(token), invoice)
        }
      })
    )
  )

  it.effect("may be typed in capitals, and with letters for the digits they look like", () =>
    withKeys(
      [old],
      Effect.gen(function* () {
        const links = yield* PaymentLinks
        const token = tokenOf(links.url(one))
        const typed = token.toUpperCase().replaceAll("0", "O").replaceAll("1", "I")
        assert.notStrictEqual(typed, token)
        assert.deepStrictEqual(yield* links.resolve(typed), one)
        assert.deepStrictEqual(yield* links.resolve(typed.replaceAll("I", "l")), one)
      })
    )
  )

  it.effect("leads nowhere with any character changed, left out or added", () =>
    withKeys(
      [old],
      Effect.gen(function* () {
        const links = yield* PaymentLinks
        const token = tokenOf(links.url(one))
        for (let at = 0; at < token.length; at++) {
          const other = token[at] === "5" ? "6" : "5"
          const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`
          assert.isUndefined(yield* links.resolve(changed), changed)
          assert.isUndefined(yield* links.resolve(`${token.slice(0, at)}${token.slice(at + 1)}`))
        }
        for (const wrong of [`${token}0`, "", "u".repeat(26), "z".repeat(26), "0".repeat(26)]) {
          assert.isUndefined(yield* links.resolve(wrong), wrong)
        }
        const before = tokenOf(links.url({ ...replaced, salt: null }))
        assert.isUndefined(yield* links.resolve(before), "the link before it was replaced")
      })
    )
  )

  it.effect("of before there were short ones goes on leading to its invoice", () =>
    withKeys(
      [old],
      Effect.gen(function* () {
        const links = yield* PaymentLinks
        const signer = yield* Signer
        const ids = (invoice: typeof one) =>
          `${WorkspaceId.toUuid(workspaceId)}${InvoiceId.toUuid(invoice.id)}`.replaceAll("-", "")
        const long = signer.seal("payment-link", ids(one))
        assert.deepStrictEqual(yield* links.resolve(long), one)
        const salted = signer.seal("payment-link", `${ids(replaced)}${replaced.salt}`)
        assert.deepStrictEqual(yield* links.resolve(salted), replaced)
      })
    )
  )

  it.effect("that was printed under a key that is only known now leads to its invoice", () =>
    Effect.gen(function* () {
      const url = Effect.map(PaymentLinks, (links) => links.url(one))
      const resolve = (token: string) =>
        Effect.flatMap(PaymentLinks, (links) => links.resolve(token))
      const printed = tokenOf(yield* withKeys([old], url))
      assert.notStrictEqual(tokenOf(yield* withKeys([fresh, old], url)), printed)
      assert.deepStrictEqual(yield* withKeys([fresh, old], resolve(printed)), one)
      assert.isUndefined(yield* withKeys([fresh], resolve(printed)))
    })
  )

  it.effect("of a cell has its label, which may be typed in capitals, and no other", () => {
    const links = <A>(label: string | null, use: (links: PaymentLinks["Service"]) => A) =>
      withKeys([old], Effect.map(PaymentLinks, use), label)
    const resolve = (token: string) => Effect.flatten(links("eu1", (of) => of.resolve(token)))
    return Effect.gen(function* () {
      const token = tokenOf(yield* links("eu1", (of) => of.url(one)))
      assert.match(token, /^eu1\.[0-9a-z]{26}$/)
      assert.deepStrictEqual(yield* resolve(token), one)
      assert.deepStrictEqual(yield* resolve(token.toUpperCase()), one)
      assert.isUndefined(yield* resolve(token.replace("eu1.", "eu2.")))
      assert.isUndefined(yield* resolve(token.replace("eu1.", "")))
      // From before the cell had its label, and from the cell where its workspace was before.
      assert.deepStrictEqual(yield* resolve(tokenOf(yield* links(null, (of) => of.url(one)))), one)
      assert.deepStrictEqual(yield* resolve(tokenOf(yield* links("us7", (of) => of.url(one)))), one)
    })
  })
})
