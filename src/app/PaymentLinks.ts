/** The link that leads a client to the page of one invoice. It needs no sign-in and lists nothing. */
import { Context, Effect, Layer } from "effect"
import { InvoiceId, WorkspaceId } from "../domain/Ids.ts"
import { PublicUrls } from "./ports/PublicUrls.ts"
import { Signer } from "./ports/Signer.ts"

const purpose = "payment-link"

export class PaymentLinks extends Context.Service<
  PaymentLinks,
  {
    readonly url: (workspaceId: WorkspaceId, id: InvoiceId) => string
    /** What the token of a link points at; undefined where we did not make it. */
    readonly resolve: (
      token: string
    ) => { readonly workspaceId: WorkspaceId; readonly id: InvoiceId } | undefined
  }
>()("retainer/app/PaymentLinks") {
  static readonly layer = Layer.effect(
    PaymentLinks,
    Effect.gen(function* () {
      const signer = yield* Signer
      const { baseUrl } = yield* PublicUrls
      return PaymentLinks.of({
        url: (workspaceId, id) =>
          `${baseUrl}/pay/${signer.seal(
            purpose,
            `${WorkspaceId.toUuid(workspaceId)}${InvoiceId.toUuid(id)}`.replaceAll("-", "")
          )}`,
        resolve: (token) => {
          const payload = signer.unseal(purpose, token)
          return payload === undefined
            ? undefined
            : {
                workspaceId: WorkspaceId.fromUuid(payload.slice(0, 32)),
                id: InvoiceId.fromUuid(payload.slice(32))
              }
        }
      })
    })
  )
}
