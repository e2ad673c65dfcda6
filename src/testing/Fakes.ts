/** Small fakes of the ports that are no storage. */
import { createHash } from "node:crypto"
import { Context, Effect, Layer, Redacted, Ref } from "effect"
import { SecureRandom } from "effect/crypto"
import { type PdfNotDrawn, PdfRenderer } from "../app/ports/invoices/PdfRenderer.ts"
import { MailComposer } from "../app/ports/mail/MailComposer.ts"
import { PublicUrls } from "../app/ports/PublicUrls.ts"
import { PasswordHasher } from "../app/ports/people/PasswordHasher.ts"
import { Signer } from "../app/ports/Signer.ts"
import { type Place, Vault } from "../app/ports/Vault.ts"
import { LogoDecoder, LogoRefused } from "../app/ports/workspaces/LogoDecoder.ts"
import { formatMinor } from "../domain/Currency.ts"
import { pictureHeader, uploadProblem } from "../domain/workspaces/Picture.ts"

/** Repeatable randomness: the same seed gives the same ids, keys and passwords. */
export const layerSeededRandom = (seed: string) =>
  Layer.sync(SecureRandom.SecureRandom, () => {
    let block = 0
    return SecureRandom.make((size) => {
      const chunks: Buffer[] = []
      for (let length = 0; length < size; length += 32) {
        chunks.push(createHash("sha256").update(`${seed}:${block++}`).digest())
      }
      return new Uint8Array(Buffer.concat(chunks).subarray(0, size))
    })
  })

/** Takes a picture by what its first bytes say, and keeps it as it is: nothing is decoded. */
export const LogoDecoderMemory = Layer.succeed(LogoDecoder, {
  decode: (_owner, file) => {
    const problem = uploadProblem(file)
    const header = pictureHeader(file)
    return problem === undefined && header !== undefined
      ? Effect.succeed({ type: header.type, bytes: file })
      : Effect.fail(new LogoRefused({ problem: problem ?? "must be a picture" }))
  }
})

/** Decides whether documents can be drawn. */
export class Printer extends Context.Service<
  Printer,
  {
    /** What becomes of every drawing from now on; by default each succeeds. */
    readonly behave: (outcome: Effect.Effect<void, PdfNotDrawn>) => Effect.Effect<void>
  }
>()("retainer/testing/Printer") {}

/** A text that says what would be on the invoice, under a PDF's first bytes. */
export const PdfRendererMemory = Layer.effectContext(
  Effect.gen(function* () {
    const outcome = yield* Ref.make<Effect.Effect<void, PdfNotDrawn>>(Effect.void)
    return Context.make(PdfRenderer, {
      // Private characters stand for those that no font has.
      warnings: ({ invoice }) => {
        const texts = [invoice.notes ?? "", ...invoice.lineItems.map((item) => item.description)]
        const characters = (texts.join("").match(/\p{Co}/gu) ?? []).join("")
        const message = `No font has ${characters}`
        const warning = { script: "other characters", characters, package: null, message }
        return Effect.succeed(characters === "" ? [] : [warning])
      },
      invoice: ({ invoice, payments, recipient, seller, projectName }) =>
        Effect.as(
          Effect.flatten(Ref.get(outcome)),
          new TextEncoder().encode(
            `%PDF-1.3\n${seller.name} ${seller.logoHash} ${seller.locale} ${projectName}\n` +
              `${invoice.id} ${invoice.number} ${invoice.status} ${recipient.name} ` +
              `${formatMinor(invoice.totalMinor, invoice.currency)} ${invoice.currency}` +
              payments
                .map((paid) => {
                  const amount = formatMinor(paid.amountMinor, paid.currency)
                  return `\nPaid ${amount} by ${paid.method}`
                })
                .join("")
          )
        )
    }).pipe(Context.add(Printer, { behave: (next) => Ref.set(outcome, next) }))
  })
)

export const MailComposerMemory = Layer.succeed(MailComposer, {
  invoice: ({ invoice, paymentUrl, message }) => ({
    subject: `Invoice ${invoice.number}`,
    text: `${message ?? ""}\n${paymentUrl}`,
    html: ""
  }),
  reminder: ({ invoice, paymentUrl, message }) => ({
    subject: `Reminder: invoice ${invoice.number}`,
    text: `${message ?? ""}\n${paymentUrl}`,
    html: ""
  }),
  receipt: ({ invoice, payment, paymentUrl }) => ({
    subject: `Receipt: invoice ${invoice.number}`,
    text: `paid ${payment.amountMinor}, left ${payment.restMinor}\n${paymentUrl}`,
    html: ""
  }),
  paymentNotice: ({ readerName, clientName, invoice, payment }) => ({
    subject: `Paid: invoice ${invoice.number}`,
    text: `${readerName}: ${clientName} paid ${payment.amountMinor}, left ${payment.restMinor}`,
    html: ""
  }),
  invitation: ({ invitationUrl, message }) => ({
    subject: "Invitation",
    text: `${message ?? ""}\n${invitationUrl}`,
    html: ""
  }),
  userLink: ({ purpose, url }) => ({ subject: `Link to ${purpose}`, text: url, html: "" })
})

/** Not for passwords of people: fast. */
export const PasswordHasherMemory = Layer.succeed(PasswordHasher, {
  settings: (salt) => `$memory$${Buffer.from(salt).toString("hex")}`,
  hash: (password, settings) =>
    Effect.sync(() => {
      const tag = createHash("sha256").update(settings).update(Redacted.value(password))
      return `${settings}$${tag.digest("hex")}`
    })
})

const tagOf = (purpose: string, payload: string): string =>
  createHash("sha256").update(`test:${purpose}:${payload}`).digest("base64url").slice(0, 22)

const sealMemory = (purpose: string, payload: string): string =>
  `${tagOf(purpose, payload)}${Buffer.from(payload).toString("base64url")}`

const deriveMemory = (purpose: string, payload: string): Uint8Array =>
  Uint8Array.from(createHash("sha256").update(`derive:${purpose}:${payload}`).digest())

export const SignerMemory = Layer.succeed(Signer, {
  seal: sealMemory,
  sealings: (purpose, payload) => [sealMemory(purpose, payload)],
  unseal: (purpose, sealed) => {
    const payload = Buffer.from(sealed.slice(22), "base64url").toString()
    // One text, one meaning, as with the real one: no other spelling of the same bytes.
    return sealMemory(purpose, payload) === sealed ? payload : undefined
  },
  derive: deriveMemory,
  derivations: (purpose, payload) => [deriveMemory(purpose, payload)],
  hash: (secret) => createHash("sha256").update(Redacted.value(secret)).digest("hex"),
  sameHash: (a, b) => a === b
})

export const PublicUrlsMemory = Layer.succeed(PublicUrls, {
  baseUrl: "http://retainer.test",
  authUrl: "http://retainer.test",
  portalUrl: "http://retainer.test/portal"
})

/** Hides nothing from anyone who looks, but opens a secret only where it was put. */
export const VaultMemory = Layer.sync(Vault, () => {
  const textOf = (secret: Redacted.Redacted, place: Place) =>
    `memory.${Buffer.from(JSON.stringify([place, Redacted.value(secret)])).toString("base64url")}`
  const decrypt = (text: string, place: Place) => {
    const [kept, secret] = JSON.parse(Buffer.from(text.slice(7), "base64url").toString())
    if (JSON.stringify(kept) !== JSON.stringify(place)) throw new Error("kept for another place")
    return Redacted.make(String(secret))
  }
  return Vault.of({
    encrypt: textOf,
    decrypt,
    renew: (text) => text,
    adopt: () => null
  })
})
