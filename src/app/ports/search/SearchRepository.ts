/**
 * The search across invoices, clients and projects: the few best of each kind. Its work is bounded,
 * whatever matches.
 */
import { Context, type Effect } from "effect"
import type { ClientId, InvoiceId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import type { InvoiceDelivery, InvoiceListItem } from "../../../domain/invoices/InvoiceResource.ts"
import type { ProjectStatus } from "../../../domain/projects/ProjectResource.ts"
import type { NumberQuery } from "../../../domain/search/NumberQuery.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"

export interface SearchQuery {
  /** One line with a letter or a digit (`SearchText`). */
  readonly q: string
  /** The number that `q` may mean. */
  readonly number: NumberQuery | null
  /** The day of which statuses are shown. */
  readonly today: CalendarDate
  /** The most of each kind. */
  readonly limit: number
}

type Shown = Pick<
  InvoiceListItem,
  | "id"
  | "number"
  | "status"
  | "dueDate"
  | "totalMinor"
  | "amountPaidMinor"
  | "amountCreditedMinor"
  | "currency"
>

export interface FoundInvoice extends Shown {
  readonly id: InvoiceId
  readonly clientName: string
  readonly company: string | null
  readonly delivery: InvoiceDelivery["status"] | null
  /** The number of its credit note, if that is what was found. */
  readonly creditNote: string | null
}

export interface FoundClient {
  readonly id: ClientId
  readonly name: string
  readonly email: string
  readonly company: string | null
}

export interface FoundProject {
  readonly id: ProjectId
  readonly name: string
  readonly status: ProjectStatus
  readonly clientName: string | null
  readonly company: string | null
}

export class SearchRepository extends Context.Service<
  SearchRepository,
  {
    /**
     * Those whose number is meant, or that have a credit note with that number; then those whose
     * number has the words; then those of the newest clients that have the words. Newest first.
     */
    readonly invoices: (
      workspaceId: WorkspaceId,
      query: SearchQuery
    ) => Effect.Effect<ReadonlyArray<FoundInvoice>>
    /** By name, company and address. Those that are exactly `q` first, then the newest. */
    readonly clients: (
      workspaceId: WorkspaceId,
      query: SearchQuery
    ) => Effect.Effect<ReadonlyArray<FoundClient>>
    /** By name, archived ones too. Those that are exactly `q` first, then the newest. */
    readonly projects: (
      workspaceId: WorkspaceId,
      query: SearchQuery
    ) => Effect.Effect<ReadonlyArray<FoundProject>>
  }
>()("retainer/app/ports/SearchRepository") {}
