/**
 * Error catalog: the one table from domain errors to errors of the wire. An endpoint declares the
 * errors of its handler, so a missing line does not compile.
 */
import type { RangeRefused } from "../../domain/analytics/Periods.ts"
import type { BoundReached } from "../../domain/Bounds.ts"
import type { ClientNotFound } from "../../domain/clients/Client.ts"
import type { CreditNoteNotFound } from "../../domain/creditnotes/CreditNote.ts"
import type {
  DeliveryNotFound,
  WebhookEndpointNotFound,
  WebhookScopesMissing
} from "../../domain/events/Webhook.ts"
import type { FileNotFound, FileScopeMissing } from "../../domain/files/File.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type {
  InvoiceMomentAhead,
  InvoiceNotCreditable,
  InvoiceNotDraft,
  InvoiceNotFound,
  InvoiceNotPayable,
  InvoiceNotRemindable,
  InvoiceNotResendable,
  InvoiceNotThen,
  InvoiceNotVoidable,
  InvoiceRemindedToday,
  InvoiceTooLarge,
  SentDocumentNotFound
} from "../../domain/invoices/InvoiceErrors.ts"
import type { MailBoundReached } from "../../domain/mail/MailBounds.ts"
import type { CreditExceeded, CreditNotFound, CreditUsed } from "../../domain/payments/Credit.ts"
import type {
  PaymentExceedsRest,
  PaymentNotFound,
  PaymentNotReversible
} from "../../domain/payments/Payment.ts"
import type { RoleTooLow } from "../../domain/people/User.ts"
import type {
  MilestoneBilled,
  MilestoneNotBillable,
  MilestoneNotFound
} from "../../domain/projects/Milestone.ts"
import type {
  ProjectArchived,
  ProjectHasInvoices,
  ProjectItemsArchived,
  ProjectNotFound
} from "../../domain/projects/Project.ts"
import type { TaskNotFound } from "../../domain/projects/Task.ts"
import {
  BadRequest,
  insufficientScope,
  RateLimited,
  ResourceNotFound,
  Unprocessable
} from "./ErrorEnvelope.ts"

type DomainError =
  | BoundReached
  | ClientNotFound
  | CreditExceeded
  | CreditNotFound
  | CreditNoteNotFound
  | CreditUsed
  | DeliveryNotFound
  | FileNotFound
  | FileScopeMissing
  | Invalid
  | InvoiceMomentAhead
  | InvoiceNotCreditable
  | InvoiceNotDraft
  | InvoiceNotFound
  | InvoiceNotPayable
  | InvoiceNotRemindable
  | InvoiceNotResendable
  | InvoiceNotThen
  | InvoiceNotVoidable
  | InvoiceRemindedToday
  | InvoiceTooLarge
  | MailBoundReached
  | PaymentExceedsRest
  | PaymentNotFound
  | PaymentNotReversible
  | MilestoneBilled
  | MilestoneNotBillable
  | MilestoneNotFound
  | PreconditionFailed
  | ProjectArchived
  | ProjectHasInvoices
  | ProjectItemsArchived
  | ProjectNotFound
  | RangeRefused
  | RoleTooLow
  | SentDocumentNotFound
  | TaskNotFound
  | WebhookEndpointNotFound
  | WebhookScopesMissing

const notFound = ({ message }: DomainError) => new ResourceNotFound({ message })
const badRequest = ({ message }: DomainError) => new BadRequest({ message })
const unprocessable = ({ message }: DomainError) => new Unprocessable({ message })

const catalog = {
  ClientNotFound: notFound,
  CreditNotFound: notFound,
  CreditNoteNotFound: notFound,
  DeliveryNotFound: notFound,
  FileNotFound: notFound,
  InvoiceNotFound: notFound,
  InvoiceNotThen: notFound,
  MilestoneNotFound: notFound,
  PaymentNotFound: notFound,
  ProjectNotFound: notFound,
  SentDocumentNotFound: notFound,
  TaskNotFound: notFound,
  WebhookEndpointNotFound: notFound,
  InvoiceMomentAhead: badRequest,
  RangeRefused: badRequest,
  BoundReached: unprocessable,
  CreditExceeded: unprocessable,
  CreditUsed: unprocessable,
  Invalid: unprocessable,
  InvoiceNotCreditable: unprocessable,
  InvoiceNotDraft: unprocessable,
  InvoiceNotPayable: unprocessable,
  InvoiceNotRemindable: unprocessable,
  InvoiceNotResendable: unprocessable,
  InvoiceNotVoidable: unprocessable,
  InvoiceRemindedToday: unprocessable,
  InvoiceTooLarge: unprocessable,
  PaymentExceedsRest: unprocessable,
  PaymentNotReversible: unprocessable,
  MilestoneBilled: unprocessable,
  MilestoneNotBillable: unprocessable,
  PreconditionFailed: unprocessable,
  ProjectArchived: unprocessable,
  ProjectHasInvoices: unprocessable,
  ProjectItemsArchived: unprocessable,
  RoleTooLow: ({ message }: RoleTooLow) => insufficientScope(message),
  MailBoundReached: ({ message, retryAfterSeconds }: MailBoundReached) =>
    new RateLimited({ message, retryAfter: retryAfterSeconds }),
  WebhookScopesMissing: ({ message, scopes }: WebhookScopesMissing) =>
    insufficientScope(message, scopes),
  FileScopeMissing: ({ message, scope }: FileScopeMissing) => insufficientScope(message, [scope])
} as const satisfies {
  readonly [E in DomainError as E["_tag"]]: (error: E) => unknown
}

type WireError<E extends DomainError> = ReturnType<(typeof catalog)[E["_tag"]]>

/** The casts only tie the columns of the table together. */
export const toWireError = <E extends DomainError>(error: E): WireError<E> => {
  const make: (error: never) => unknown = catalog[error._tag]
  return make(error as never) as WireError<E>
}
