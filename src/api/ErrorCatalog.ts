/**
 * The one table from what went wrong in the domain to what leaves the API. A handler's mapped errors
 * must be declared on its endpoint, so a missing line does not compile.
 */

import type { ClientNotFound } from "../domain/Client.ts"
import type { Invalid, PreconditionFailed } from "../domain/Invalid.ts"
import type {
  InvoiceNotDraft,
  InvoiceNotFound,
  InvoiceNotPayable,
  InvoiceNotRemindable,
  InvoiceNotVoidable,
  InvoiceRemindedToday
} from "../domain/InvoiceErrors.ts"
import type { PaymentExceedsRest } from "../domain/Payment.ts"
import type { ProjectArchived, ProjectHasInvoices, ProjectNotFound } from "../domain/Project.ts"
import type { DeliveryNotFound, WebhookEndpointNotFound } from "../domain/Webhook.ts"
import { ResourceNotFound, Unprocessable } from "./ErrorEnvelope.ts"

type DomainError =
  | ClientNotFound
  | DeliveryNotFound
  | Invalid
  | InvoiceNotDraft
  | InvoiceNotFound
  | InvoiceNotPayable
  | InvoiceNotRemindable
  | InvoiceNotVoidable
  | InvoiceRemindedToday
  | PaymentExceedsRest
  | PreconditionFailed
  | ProjectArchived
  | ProjectHasInvoices
  | ProjectNotFound
  | WebhookEndpointNotFound

const catalog = {
  ClientNotFound: ResourceNotFound,
  DeliveryNotFound: ResourceNotFound,
  InvoiceNotFound: ResourceNotFound,
  ProjectNotFound: ResourceNotFound,
  WebhookEndpointNotFound: ResourceNotFound,
  Invalid: Unprocessable,
  InvoiceNotDraft: Unprocessable,
  InvoiceNotPayable: Unprocessable,
  InvoiceNotRemindable: Unprocessable,
  InvoiceNotVoidable: Unprocessable,
  InvoiceRemindedToday: Unprocessable,
  PaymentExceedsRest: Unprocessable,
  PreconditionFailed: Unprocessable,
  ProjectArchived: Unprocessable,
  ProjectHasInvoices: Unprocessable
} as const satisfies Record<DomainError["_tag"], unknown>

type WireError<E extends DomainError> = InstanceType<(typeof catalog)[E["_tag"]]>

/** The answer that a domain error becomes. The cast only ties the table's columns together. */
export const toWireError = <E extends DomainError>(error: E): WireError<E> =>
  new catalog[error._tag]({ message: error.message }) as WireError<E>
