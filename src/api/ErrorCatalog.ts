/**
 * The one table from what went wrong in the domain to what leaves the API. A handler's mapped errors
 * must be declared on its endpoint, so a missing line does not compile.
 */

import type { ClientNotFound } from "../domain/Client.ts"
import type { Invalid } from "../domain/Invalid.ts"
import type {
  InvoiceNotDraft,
  InvoiceNotFound,
  InvoiceNotVoidable
} from "../domain/InvoiceErrors.ts"
import type { ProjectArchived, ProjectHasInvoices, ProjectNotFound } from "../domain/Project.ts"
import { ResourceNotFound, Unprocessable } from "./ErrorEnvelope.ts"

type DomainError =
  | ClientNotFound
  | Invalid
  | InvoiceNotDraft
  | InvoiceNotFound
  | InvoiceNotVoidable
  | ProjectArchived
  | ProjectHasInvoices
  | ProjectNotFound

const catalog = {
  ClientNotFound: ResourceNotFound,
  InvoiceNotFound: ResourceNotFound,
  ProjectNotFound: ResourceNotFound,
  Invalid: Unprocessable,
  InvoiceNotDraft: Unprocessable,
  InvoiceNotVoidable: Unprocessable,
  ProjectArchived: Unprocessable,
  ProjectHasInvoices: Unprocessable
} as const satisfies Record<DomainError["_tag"], unknown>

type WireError<E extends DomainError> = InstanceType<(typeof catalog)[E["_tag"]]>

/** The answer that a domain error becomes. The cast only ties the table's columns together. */
export const toWireError = <E extends DomainError>(error: E): WireError<E> =>
  new catalog[error._tag]({ message: error.message }) as WireError<E>
