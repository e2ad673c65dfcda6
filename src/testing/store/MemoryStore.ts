/**
 * Everything the in-memory ports hold: one immutable value. A transaction works on a copy of its
 * own behind a lock and replaces the value when it succeeds, so rollback and isolation are real
 * here too.
 */
import { Context, type DateTime, Effect, Layer, Ref, Semaphore } from "effect"
import type { ChainPlace } from "../../app/ports/events/EventLog.ts"
import type { FileKey } from "../../app/ports/files/FileRepository.ts"
import type { StoredAnswer } from "../../app/ports/IdempotencyRepository.ts"
import type { Reminder } from "../../app/ports/invoices/ReminderRepository.ts"
import type { SentXml } from "../../app/ports/invoices/SentDocumentRepository.ts"
import type { MailJob } from "../../app/ports/mail/MailOutbox.ts"
import type { AccessToken, Code, RefreshToken } from "../../app/ports/oauth/OAuthRepository.ts"
import type { ApiKey } from "../../app/ports/people/ApiKeyRepository.ts"
import type { SecondFactor } from "../../app/ports/people/SecondFactorRepository.ts"
import type { PortalSession, UserSession } from "../../app/ports/people/SessionRepository.ts"
import type { UserLink } from "../../app/ports/people/UserLinkRepository.ts"
import { Transaction, type UnitOfWork } from "../../app/ports/UnitOfWork.ts"
import type { DeletedWorkspace } from "../../app/ports/workspaces/WorkspaceRepository.ts"
import type { Client } from "../../domain/clients/Client.ts"
import type { Invitation } from "../../domain/clients/Invitation.ts"
import type { CreditNote } from "../../domain/creditnotes/CreditNoteResource.ts"
import type { LogEntry } from "../../domain/events/LogEntry.ts"
import type { WebhookDelivery, WebhookEndpoint } from "../../domain/events/WebhookResource.ts"
import type { FileStored } from "../../domain/files/FileResource.ts"
import type {
  ApiKeyId,
  AppId,
  ClientId,
  CreditNoteId,
  DeliveryId,
  FileId,
  GrantId,
  InvitationId,
  InvoiceId,
  MailId,
  MilestoneId,
  ProjectId,
  TaskId,
  UserId,
  UserLinkId,
  WebhookEndpointId,
  WorkspaceId
} from "../../domain/Ids.ts"
import type { Invoice } from "../../domain/invoices/Invoice.ts"
import type { MailStored } from "../../domain/mail/MailResource.ts"
import type { App, Grant } from "../../domain/oauth/OAuth.ts"
import type { Checkout } from "../../domain/payments/Checkout.ts"
import type { Credit, Refund } from "../../domain/payments/CreditResource.ts"
import type { Payment } from "../../domain/payments/PaymentResource.ts"
import type { User } from "../../domain/people/User.ts"
import type { Milestone } from "../../domain/projects/MilestoneResource.ts"
import type { Project } from "../../domain/projects/Project.ts"
import type { Task } from "../../domain/projects/TaskResource.ts"
import { CurrentRehearsal } from "../../domain/Rehearsal.ts"
import type { ExportRequest } from "../../domain/workspaces/ExportRequest.ts"
import type { Logo, Workspace } from "../../domain/workspaces/Workspace.ts"
import type { Rows } from "./Rows.ts"

export interface StoredUser {
  readonly user: User
  readonly passwordHash: string | null
  readonly signedInAt: DateTime.Utc | null
  readonly emailVerifiedAt: DateTime.Utc | null
  readonly removedAt: DateTime.Utc | null
}

interface SentDocument {
  readonly workspaceId: WorkspaceId
  readonly content: Uint8Array
  readonly xml: SentXml | null
}

export interface StoredCheckout extends Checkout {
  readonly endedAt: DateTime.Utc | null
}

/** An entry with its places in the chains; null where it is no event. */
export interface StoredEntry extends LogEntry {
  readonly event: ChainPlace | null
  readonly audit: ChainPlace
}

interface StoredKey {
  readonly answer: StoredAnswer
  readonly createdAt: DateTime.Utc
}

/** Bytes without a file, when they are to be removed, and since when a process removes them. */
interface StoredLeftover extends FileKey {
  readonly dueAt: DateTime.Utc
  readonly removingSince: DateTime.Utc | null
}

export interface MemoryState {
  readonly workspaces: Rows<WorkspaceId, Workspace>
  readonly deletedWorkspaces: Rows<WorkspaceId, DeletedWorkspace>
  /** By workspace and hash. */
  readonly logos: Rows<string, Logo>
  readonly counters: Rows<string, number>
  readonly users: Rows<UserId, StoredUser>
  readonly apiKeys: Rows<ApiKeyId, ApiKey>
  readonly clients: Rows<ClientId, Client>
  readonly projects: Rows<ProjectId, Project>
  readonly invoices: Rows<InvoiceId, Invoice>
  readonly invitations: Rows<InvitationId, Invitation>
  readonly sessions: Rows<string, UserSession>
  readonly portalSessions: Rows<string, PortalSession>
  readonly secondFactors: Rows<UserId, SecondFactor>
  readonly secondFactorSince: Rows<
    WorkspaceId,
    { readonly id: WorkspaceId; readonly since: DateTime.Utc }
  >
  readonly userLinks: Rows<UserLinkId, UserLink>
  readonly apps: Rows<AppId, App>
  readonly appLogos: Rows<AppId, Logo>
  readonly grants: Rows<GrantId, Grant>
  readonly codes: Rows<string, Code>
  readonly accessTokens: Rows<string, AccessToken>
  readonly refreshTokens: Rows<string, RefreshToken>
  readonly sentDocuments: Rows<InvoiceId, SentDocument>
  readonly checkouts: Rows<string, StoredCheckout>
  readonly payments: ReadonlyArray<Payment>
  readonly credits: ReadonlyArray<Credit>
  readonly refunds: ReadonlyArray<Refund>
  readonly creditNotes: Rows<CreditNoteId, CreditNote>
  readonly sentCreditNotes: Rows<CreditNoteId, SentDocument>
  readonly processorMessages: ReadonlySet<string>
  readonly reminders: ReadonlyArray<Reminder>
  readonly idempotencyKeys: Rows<string, StoredKey>
  readonly webhookEndpoints: Rows<WebhookEndpointId, WebhookEndpoint>
  readonly webhookLeases: Rows<WebhookEndpointId, DateTime.Utc>
  readonly deliveries: Rows<DeliveryId, WebhookDelivery>
  /** The messages of deliveries whose event is in no log. */
  readonly deliveryMessages: Rows<DeliveryId, string>
  readonly tasks: Rows<TaskId, Task>
  readonly milestones: Rows<MilestoneId, Milestone>
  readonly files: Rows<FileId, FileStored>
  readonly fileLeftovers: Rows<FileId, StoredLeftover>
  readonly exports: Rows<WorkspaceId, ExportRequest>
  readonly log: ReadonlyArray<StoredEntry>
  readonly mails: Rows<MailId, MailStored>
  /** Offered in the running transaction, handed to the queue when it commits. */
  readonly pendingMail: ReadonlyArray<MailJob>
}

const empty: MemoryState = {
  workspaces: new Map(),
  deletedWorkspaces: new Map(),
  logos: new Map(),
  counters: new Map(),
  users: new Map(),
  apiKeys: new Map(),
  clients: new Map(),
  projects: new Map(),
  invoices: new Map(),
  invitations: new Map(),
  sessions: new Map(),
  portalSessions: new Map(),
  secondFactors: new Map(),
  secondFactorSince: new Map(),
  userLinks: new Map(),
  apps: new Map(),
  appLogos: new Map(),
  grants: new Map(),
  codes: new Map(),
  accessTokens: new Map(),
  refreshTokens: new Map(),
  sentDocuments: new Map(),
  checkouts: new Map(),
  payments: [],
  credits: [],
  refunds: [],
  creditNotes: new Map(),
  sentCreditNotes: new Map(),
  processorMessages: new Set(),
  reminders: [],
  idempotencyKeys: new Map(),
  webhookEndpoints: new Map(),
  webhookLeases: new Map(),
  deliveries: new Map(),
  deliveryMessages: new Map(),
  tasks: new Map(),
  milestones: new Map(),
  files: new Map(),
  fileLeftovers: new Map(),
  exports: new Map(),
  log: [],
  mails: new Map(),
  pendingMail: []
}

/** The copy that the running transaction works on. */
interface Copy {
  readonly state: Ref.Ref<MemoryState>
  readonly transaction: Transaction["Service"]
  /** A unit of work inside of the transaction failed. */
  hasFailed: boolean
}

const CurrentTransaction = Context.Reference<Copy | null>("retainer/testing/CurrentTransaction", {
  defaultValue: () => null
})

const continuedAfterFailure = Effect.die(
  new Error("A unit of work goes on after one inside of it failed")
)

const copyOf = (
  committed: Ref.Ref<MemoryState>,
  afterCommit: Transaction["Service"]["afterCommit"]
): Effect.Effect<Copy> =>
  Effect.map(Effect.flatMap(Ref.get(committed), Ref.make), (state) => ({
    state,
    transaction: { afterCommit },
    hasFailed: false
  }))

const inside = <A, E, R>(
  copy: Copy,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Transaction>> =>
  effect.pipe(
    Effect.provideService(CurrentTransaction, copy),
    Effect.provideService(Transaction, copy.transaction),
    Effect.tap(() => (copy.hasFailed ? continuedAfterFailure : Effect.void))
  )

/** Runs on a copy of the committed state, which is discarded: it takes no lock. */
const rehearsed = <A, E, R>(
  committed: Ref.Ref<MemoryState>,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Transaction>> =>
  Effect.flatMap(
    copyOf(committed, () => Effect.void),
    (copy) => inside(copy, effect)
  )

/** A nested unit of work: its failure rolls back the transaction around it. */
const join = <A, E, R>(
  copy: Copy,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Transaction>> =>
  Effect.onError(Effect.provideService(effect, Transaction, copy.transaction), () =>
    Effect.sync(() => {
      copy.hasFailed = true
    })
  )

export class MemoryStore extends Context.Service<
  MemoryStore,
  {
    /** The state as the current transaction, or else everyone, sees it. */
    readonly state: Effect.Effect<MemoryState>
    readonly modify: <A>(f: (state: MemoryState) => readonly [A, MemoryState]) => Effect.Effect<A>
    readonly update: (f: (state: MemoryState) => MemoryState) => Effect.Effect<void>
    readonly transact: UnitOfWork["Service"]["transact"]
    /** The number of replacements of the committed state. */
    readonly version: () => number
  }
>()("retainer/testing/MemoryStore") {
  static readonly layer = (deliver: (job: MailJob) => Effect.Effect<void>) =>
    Layer.effect(
      MemoryStore,
      Effect.gen(function* () {
        const committed = yield* Ref.make(empty)
        const lock = yield* Semaphore.make(1)
        let version = 0

        const current = Effect.map(CurrentTransaction, (copy) => copy?.state ?? committed)

        const modifyIn = <A>(
          ref: Ref.Ref<MemoryState>,
          f: (state: MemoryState) => readonly [A, MemoryState]
        ) =>
          Ref.modify(ref, (before) => {
            const changed = f(before)
            if (ref === committed && changed[1] !== before) version += 1
            return changed
          })

        /** Runs on a copy of the committed state; a success replaces that state. */
        const onCopy = <A, E, R>(
          effect: Effect.Effect<A, E, R>
        ): Effect.Effect<A, E, Exclude<R, Transaction>> =>
          Effect.gen(function* () {
            const afterwards: Array<Effect.Effect<void>> = []
            const copy = yield* copyOf(committed, (work) =>
              Effect.sync(() => void afterwards.push(work))
            )
            const result = yield* inside(copy, effect)
            const after = yield* Ref.get(copy.state)
            yield* modifyIn(committed, () => [undefined, after])
            yield* Effect.all(afterwards, { discard: true })
            return result
          })

        const flushMail = Effect.gen(function* () {
          const { pendingMail } = yield* Ref.get(committed)
          yield* Ref.update(committed, (state) => ({ ...state, pendingMail: [] }))
          yield* Effect.forEach(pendingMail, deliver, { discard: true })
        })

        const modify = <A>(f: (state: MemoryState) => readonly [A, MemoryState]) =>
          Effect.flatMap(current, (ref) => modifyIn(ref, f))

        return MemoryStore.of({
          version: () => version,
          state: Effect.flatMap(current, Ref.get),
          modify,
          update: (f) => modify((state) => [undefined, f(state)]),
          transact: (effect) =>
            Effect.flatMap(CurrentTransaction, (outer) =>
              outer !== null
                ? join(outer, effect)
                : Effect.flatMap(CurrentRehearsal, (rehearsal) =>
                    rehearsal === null
                      ? lock.withPermit(Effect.tap(onCopy(effect), () => flushMail))
                      : rehearsed(committed, effect)
                  )
            )
        })
      })
    )
}
