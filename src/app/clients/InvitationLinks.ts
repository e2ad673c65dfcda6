/**
 * The secret of a portal invitation. It is derived from the service's key and never stored: the
 * database holds its hash, the queued mail only the invitation's id.
 */
import { Context, Effect, Layer } from "effect"
import type { InvitationId } from "../../domain/Ids.ts"
import { Cell } from "../Cell.ts"
import { PublicUrls } from "../ports/PublicUrls.ts"
import { Signer } from "../ports/Signer.ts"
import { sealLink } from "../SealedLinks.ts"

/** The purpose under which an invitation's secret is sealed. */
export const invitationPurpose = "portal-invitation"

export class InvitationLinks extends Context.Service<
  InvitationLinks,
  {
    readonly secret: (id: InvitationId) => string
    /** The target of the mail's button. */
    readonly url: (id: InvitationId) => string
  }
>()("retainer/app/InvitationLinks") {
  static readonly layer = Layer.effect(
    InvitationLinks,
    Effect.gen(function* () {
      const signer = yield* Signer
      const { portalUrl } = yield* PublicUrls
      const { label } = yield* Cell
      const secret = (id: InvitationId) => sealLink(signer, label, invitationPurpose, id)
      return InvitationLinks.of({ secret, url: (id) => `${portalUrl}/invitations/${secret(id)}` })
    })
  )
}
