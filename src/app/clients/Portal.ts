/**
 * The client portal (docs/spec.md §1, §4.3): from the secret of an invitation to a session, and
 * what a client sees in it. Opening a link consumes nothing; access that is taken away ends at
 * once.
 */
import { Context, Data, DateTime, Duration, Effect, Layer, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Client } from "../../domain/clients/Client.ts"
import { InvoiceId, parseOrFail } from "../../domain/Ids.ts"
import { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { Page } from "../../domain/Page.ts"
import { hasSecretForm, makeSecret } from "../../domain/people/Credential.ts"
import type { ProjectView } from "../../domain/projects/ProjectResource.ts"
import type { InvoiceListItem } from "../../domain/Views.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { Invoicing } from "../invoices/Invoicing.ts"
import { makeNotes } from "../Lane.ts"
import { Checkouts } from "../payments/Checkouts.ts"
import { PaymentLinks } from "../payments/PaymentLinks.ts"
import { LinkRequests } from "../people/LinkRequests.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { type Invitation, InvitationRepository } from "../ports/clients/InvitationRepository.ts"
import type { InvoiceDocument } from "../ports/invoices/PdfRenderer.ts"
import { SessionRepository } from "../ports/people/SessionRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { findSealed } from "../SealedLinks.ts"
import { invitationPurpose } from "./InvitationLinks.ts"

export const portalSessionLifetime = Duration.days(30)
/** portal_last_seen is for people: once a minute is enough and saves a write per page. */
const seenRecordedEvery = Duration.minutes(1)

export interface Visitor {
  readonly workspace: Workspace
  readonly client: Client
}

/** Why a genuine link does not open the portal. */
export class InvitationUnusable extends Data.TaggedError("InvitationUnusable")<{
  readonly reason: "expired" | "used" | "replaced" | "closed"
  /** Whom it invited. */
  readonly invited: Visitor
}> {}

/** No link of ours. */
export class InvitationUnknown extends Data.TaggedError("InvitationUnknown") {}

type Refused = InvitationUnusable | InvitationUnknown

export interface PortalHome {
  readonly invoices: Page<InvoiceListItem, InvoiceId>
  /** The payment links of those that have one. */
  readonly links: ReadonlyMap<InvoiceId, string>
  /** Those that a payment is under way for. */
  readonly beingPaid: ReadonlySet<InvoiceId>
  readonly projects: ReadonlyArray<ProjectView>
}

export class Portal extends Context.Service<
  Portal,
  {
    /** Whom the link invites; consumes nothing. */
    readonly open: (secret: string) => Effect.Effect<Visitor, Refused>
    /** Uses the link up; the secret of a new session. */
    readonly enter: (secret: string) => Effect.Effect<Redacted.Redacted, Refused>
    /** Mails a new link in place of one that was used, has expired or was replaced. */
    readonly renew: (secret: string) => Effect.Effect<void, Refused>
    readonly resolve: (session: Redacted.Redacted) => Effect.Effect<Visitor | null>
    readonly leave: (session: Redacted.Redacted) => Effect.Effect<void>
    readonly home: (visitor: Visitor, after: InvoiceId | null) => Effect.Effect<PortalHome>
    /** An invoice that was sent to the client. */
    readonly document: (
      visitor: Visitor,
      id: string
    ) => Effect.Effect<InvoiceDocument, InvoiceNotFound>
  }
>()("retainer/app/Portal") {
  static readonly layer = Layer.effect(
    Portal,
    Effect.gen(function* () {
      const clients = yield* ClientRepository
      const workspaces = yield* WorkspaceRepository
      const invitationRows = yield* InvitationRepository
      const requests = yield* LinkRequests
      const sessions = yield* SessionRepository
      const projects = yield* ProjectRepository
      const invoicing = yield* Invoicing
      const views = yield* InvoiceViews
      const paymentLinks = yield* PaymentLinks
      const checkouts = yield* Checkouts
      const signer = yield* Signer
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const lookUp = Effect.fnUntraced(function* (secret: string) {
        const invitation = yield* findSealed(
          signer,
          invitationPurpose,
          secret,
          invitationRows.findByHash
        )
        if (invitation === null) return yield* new InvitationUnknown()
        const workspace = yield* workspaces.find(invitation.workspaceId)
        const client = yield* clients.find(invitation.workspaceId, invitation.clientId)
        return workspace === null || client === null
          ? yield* new InvitationUnknown()
          : { invitation, workspace, client }
      })

      const problemOf = (invitation: Invitation, client: Client, now: DateTime.Utc) => {
        if (!client.portalAccess) return "closed"
        if (invitation.usedAt !== null) return "used"
        if (invitation.revokedAt !== null) return "replaced"
        return DateTime.isLessThanOrEqualTo(invitation.expiresAt, now) ? "expired" : undefined
      }

      const usable = Effect.fnUntraced(function* (secret: string) {
        const found = yield* lookUp(secret)
        const now = yield* DateTime.now
        const reason = problemOf(found.invitation, found.client, now)
        return reason === undefined
          ? { ...found, now }
          : yield* new InvitationUnusable({ reason, invited: found })
      })

      const find = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
        if (!hasSecretForm("rse", secret)) return null
        const found = yield* sessions.findPortal(signer.hash(secret))
        const now = yield* DateTime.now
        return found === null || DateTime.isLessThanOrEqualTo(found.session.expiresAt, now)
          ? null
          : found
      })

      const note = makeNotes("A visit of the portal")
      const seen = Effect.fnUntraced(function* ({ id, workspaceId, portalLastSeen }: Client) {
        const now = yield* DateTime.now
        const isDue =
          portalLastSeen === null ||
          Duration.isGreaterThanOrEqualTo(DateTime.distance(portalLastSeen, now), seenRecordedEvery)
        if (isDue) yield* clients.recordSeen(workspaceId, id, now)
      })

      return Portal.of({
        open: Effect.fn("Portal.open")(function* (secret) {
          const { workspace, client } = yield* usable(secret)
          return { workspace, client }
        }),

        enter: Effect.fn("Portal.enter")(function* (secret) {
          return yield* transact(
            Effect.gen(function* () {
              const { invitation, workspace, client, now } = yield* usable(secret)
              const { workspaceId, clientId } = invitation
              if (!(yield* invitationRows.consume(workspaceId, invitation.id, now))) {
                const invited = { workspace, client }
                return yield* new InvitationUnusable({ reason: "used", invited })
              }
              const session = yield* makeSecret("rse", random)
              yield* sessions.insertPortal({
                hash: signer.hash(session),
                workspaceId,
                clientId,
                createdAt: now,
                expiresAt: DateTime.addDuration(now, portalSessionLifetime)
              })
              yield* seen(client)
              return session
            })
          )
        }),

        renew: Effect.fn("Portal.renew")(function* (secret) {
          const { client, workspace } = yield* lookUp(secret)
          if (!client.portalAccess) {
            return yield* new InvitationUnusable({
              reason: "closed",
              invited: { workspace, client }
            })
          }
          yield* requests.renew(client)
        }),

        resolve: Effect.fn("Portal.resolve")(function* (secret) {
          const found = yield* find(secret)
          if (found === null) return null
          yield* note(found.client.id, seen(found.client))
          return { workspace: found.workspace, client: found.client }
        }),

        leave: Effect.fn("Portal.leave")(function* (secret) {
          const found = yield* find(secret)
          if (found !== null) yield* sessions.removePortal(found.workspace.id, found.session.hash)
        }),

        home: Effect.fn("Portal.home")(function* ({ workspace, client }, after) {
          const shared = yield* invitationRows.newest(workspace.id, client.id)
          const page = yield* invoicing.list(
            workspace,
            { clientId: client.id, issuedOnly: true },
            { limit: 50, after }
          )
          const ids = shared?.projectIds ?? []
          const listed =
            ids.length === 0
              ? { items: [] }
              : yield* projects.list(
                  workspace.id,
                  { clientId: client.id, ids },
                  { limit: 100, after: null }
                )
          const invoiceIds = page.items.map(({ id }) => id)
          const links = yield* paymentLinks.current(workspace.id, invoiceIds)
          const underWay = yield* checkouts.underWay(workspace.id, invoiceIds)
          return {
            invoices: page,
            links,
            beingPaid: new Set(underWay.keys()),
            projects: listed.items
          }
        }),

        document: Effect.fn("Portal.document")(function* ({ workspace, client }, idText) {
          const missing = () => new InvoiceNotFound({ id: idText })
          const id = yield* parseOrFail(InvoiceId, idText, missing)
          const document = yield* views.document(workspace, id)
          // A draft, and one that was voided before it was sent, are the agency's own.
          const wasSent = document.invoice.delivery !== null
          return document.invoice.client.id === client.id && wasSent ? document : yield* missing()
        })
      })
    })
  )
}
