/**
 * The link that leads a client to the page of one invoice. It needs no sign-in and lists nothing. It is
 * computed whenever it is shown and kept nowhere; a new salt on the invoice makes it another one.
 */
import { Context, Effect, Layer } from "effect"
import { InvoiceId, WorkspaceId } from "../domain/Ids.ts"
import { InvoiceRepository } from "./ports/InvoiceRepository.ts"
import { PublicUrls } from "./ports/PublicUrls.ts"
import { Signer } from "./ports/Signer.ts"

const purpose = "payment-link"

export interface LinkTarget {
  readonly workspaceId: WorkspaceId
  readonly id: InvoiceId
  /** Null in a link that was never replaced. */
  readonly salt: string | null
}

export class PaymentLinks extends Context.Service<
  PaymentLinks,
  {
    readonly url: (target: LinkTarget) => string
    /**
     * What the token of a link points at; undefined where we did not make it. The link is good only
     * while the invoice has the same salt.
     */
    readonly resolve: (token: string) => LinkTarget | undefined
    /** The links as they are now; an invoice without one (a draft, a void one) is left out. */
    readonly current: (
      workspaceId: WorkspaceId,
      ids: ReadonlyArray<InvoiceId>
    ) => Effect.Effect<ReadonlyMap<InvoiceId, string>>
  }
>()("retainer/app/PaymentLinks") {
  static readonly layer = Layer.effect(
    PaymentLinks,
    Effect.gen(function* () {
      const signer = yield* Signer
      const invoices = yield* InvoiceRepository
      const { baseUrl } = yield* PublicUrls

      const url = ({ workspaceId, id, salt }: LinkTarget) => {
        const ids = `${WorkspaceId.toUuid(workspaceId)}${InvoiceId.toUuid(id)}`.replaceAll("-", "")
        return `${baseUrl}/pay/${signer.seal(purpose, `${ids}${salt ?? ""}`)}`
      }

      return PaymentLinks.of({
        url,
        resolve: (token) => {
          const payload = signer.unseal(purpose, token)
          return payload === undefined
            ? undefined
            : {
                workspaceId: WorkspaceId.fromUuid(payload.slice(0, 32)),
                id: InvoiceId.fromUuid(payload.slice(32, 64)),
                salt: payload.slice(64) || null
              }
        },
        current: Effect.fn("PaymentLinks.current")(function* (workspaceId, ids) {
          const salts = ids.length === 0 ? [] : yield* invoices.linkSalts(workspaceId, ids)
          return new Map(
            salts.map(({ id, paymentLinkSalt }) => [
              id,
              url({ workspaceId, id, salt: paymentLinkSalt })
            ])
          )
        })
      })
    })
  )
}
