/**
 * Payment links: each leads to the page of one invoice without a sign-in. A link is computed when
 * it is shown and never stored. A new salt of the invoice replaces it.
 */
import { Context, Effect, Layer } from "effect"
import * as Hex from "effect/encoding/Hex"
import { labelledLink, splitLink } from "../domain/access/CellLabel.ts"
import { decodeUuid, encodeUuid, InvoiceId, WorkspaceId } from "../domain/Ids.ts"
import { Cell } from "./Cell.ts"
import { movedRefusal } from "./MovedWorkspaces.ts"
import { InvoiceRepository } from "./ports/invoices/InvoiceRepository.ts"
import { PublicUrls } from "./ports/PublicUrls.ts"
import { Signer } from "./ports/Signer.ts"

const sealPurpose = "payment-link"
const codePurpose = "payment-code"

/** Digits at the end of a UUIDv7, which are random. The look-up uses them. */
const endingDigits = 8
/** 96 bits of a MAC. */
const proofBytes = 12

/** 26 characters to be typed from paper: any case; i and l stand for 1, o for 0. */
const codeForm = /^[0-7oil][0-9a-tv-z]{25}$/

interface LinkTarget {
  readonly workspaceId: WorkspaceId
  readonly id: InvoiceId
  /** Null until the link is replaced. */
  readonly salt: string | null
}

const idsOf = ({ workspaceId, id }: LinkTarget) =>
  `${WorkspaceId.toUuid(workspaceId)}${InvoiceId.toUuid(id)}`.replaceAll("-", "")

const endingOf = (id: InvoiceId) => InvoiceId.toUuid(id).slice(-endingDigits)

const codeOf = (target: LinkTarget, proof: Uint8Array) =>
  encodeUuid(`${endingOf(target.id)}${Hex.encode(proof.subarray(0, proofBytes))}`)

/** With the label of the link's cell, which the proof covers. */
const payloadOf = (target: LinkTarget, label: string | null) =>
  labelledLink(label, `${idsOf(target)}${target.salt ?? ""}`)

export class PaymentLinks extends Context.Service<
  PaymentLinks,
  {
    readonly url: (target: LinkTarget) => string
    /**
     * The target of a link; undefined for a forged token. The link is valid only while the invoice
     * has the same salt.
     */
    readonly resolve: (token: string) => Effect.Effect<LinkTarget | undefined>
    /** The current links of the invoices that have one. */
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
      const { label: ownLabel } = yield* Cell
      const refuseMoved = yield* movedRefusal

      const url = (target: LinkTarget) => {
        const proof = signer.derive(codePurpose, payloadOf(target, ownLabel))
        return `${baseUrl}/pay/${labelledLink(ownLabel, codeOf(target, proof))}`
      }

      /** The older form of a link contains its whole target, sealed. */
      const unseal = (token: string): LinkTarget | undefined => {
        const payload = signer.unseal(sealPurpose, token)
        return payload === undefined
          ? undefined
          : {
              workspaceId: WorkspaceId.fromUuid(payload.slice(0, 32)),
              id: InvoiceId.fromUuid(payload.slice(32, 64)),
              salt: payload.slice(64) || null
            }
      }

      const decode = Effect.fnUntraced(function* (label: string | null, typed: string) {
        const code = typed.replaceAll("o", "0").replaceAll(/[il]/g, "1")
        const digits = decodeUuid(code).replaceAll("-", "").slice(0, endingDigits)
        const found = yield* invoices.endingIn(digits)
        const isMeant = (target: LinkTarget) =>
          signer
            .derivations(codePurpose, payloadOf(target, label))
            .some((proof) => signer.sameHash(codeOf(target, proof), code))
        const target = found
          .map(({ workspaceId, id, paymentLinkSalt }) => ({
            workspaceId,
            id,
            salt: paymentLinkSalt
          }))
          .find(isMeant)
        if (target === undefined) yield* refuseMoved({ invoicesEndingIn: digits })
        return target
      })

      return PaymentLinks.of({
        url,
        resolve: (token) => {
          const { label, rest } = splitLink(token.toLowerCase())
          return codeForm.test(rest) ? decode(label, rest) : Effect.succeed(unseal(token))
        },
        current: Effect.fnUntraced(function* (workspaceId, ids) {
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
