/** Documents as text, and a switch that makes rendering fail. */
import { Context, Effect, Layer, Ref } from "effect"
import { type PdfNotDrawn, PdfRenderer } from "../../app/ports/invoices/PdfRenderer.ts"
import { writtenTexts } from "../../domain/invoices/InvoiceResource.ts"
import { formatMinor } from "../../domain/money/MinorUnits.ts"

/** Controls the outcome of renderings. */
export class PdfRendererControl extends Context.Service<
  PdfRendererControl,
  {
    /** The outcome of every later rendering; by default each succeeds. */
    readonly behave: (outcome: Effect.Effect<void, PdfNotDrawn>) => Effect.Effect<void>
  }
>()("retainer/testing/PdfRendererControl") {}

/** The content of the invoice as text, after a PDF's first bytes. */
export const PdfRendererMemory = Layer.effectContext(
  Effect.gen(function* () {
    const outcome = yield* Ref.make<Effect.Effect<void, PdfNotDrawn>>(Effect.void)
    return Context.make(PdfRenderer, {
      // Private-use characters stand for characters that no font has.
      warnings: ({ invoice }) => {
        const characters = (
          writtenTexts(invoice)
            .join("")
            .match(/\p{Co}/gu) ?? []
        ).join("")
        const message = `No font has ${characters}`
        const unknown = { path: null, script: "other characters", characters, package: null }
        const warning = { ...unknown, message }
        return Effect.succeed(characters === "" ? [] : [warning])
      },
      statement: ({ workspace, statement: { client, from, to, currencies } }) =>
        Effect.as(
          Effect.flatten(Ref.get(outcome)),
          new TextEncoder().encode(
            [
              `%PDF-1.3\n${workspace.name} ${client.name} ${from} ${to}`,
              ...currencies.map(
                ({ currency, closingMinor, lines }) =>
                  `${currency} ${lines.length} ${formatMinor(closingMinor, currency)}`
              )
            ].join("\n")
          )
        ),
      invoice: ({ invoice, payments, recipient, seller, projectName, attachment, kind }) =>
        Effect.as(
          Effect.flatten(Ref.get(outcome)),
          new TextEncoder().encode(
            `%PDF-1.3\n${seller.name} ${seller.logoHash} ${seller.locale} ${projectName}\n` +
              (kind === "receipt" ? "Receipt\n" : "") +
              `${invoice.id} ${invoice.number} ${invoice.status} ${recipient.name} ` +
              `${formatMinor(invoice.totalMinor, invoice.currency)} ${invoice.currency}` +
              payments
                .map((paid) => {
                  const amount = formatMinor(paid.amountMinor, paid.currency)
                  return `\nPaid ${amount} by ${paid.method}`
                })
                .join("") +
              (attachment === undefined
                ? ""
                : `\n${attachment.name}\n${new TextDecoder().decode(attachment.bytes)}`)
          )
        )
    }).pipe(Context.add(PdfRendererControl, { behave: (next) => Ref.set(outcome, next) }))
  })
)
