/**
 * Compares a resource with its newest event. Fields that change without an event, because they
 * derive from other resources or from the date, are left out or computed for today.
 */
import { Predicate } from "effect"
import { canonicalJson } from "../text/Text.ts"
import type { CalendarDate } from "../time/CalendarDate.ts"
import type { EventFamily } from "./Event.ts"

type Json = Readonly<Record<string, unknown>>

/**
 * Resources whose every change is an event. Most changes of webhook endpoints are in the audit log
 * alone.
 */
export type ReplayedFamily = Exclude<EventFamily, "webhook_endpoint">

export const isReplayed = (family: EventFamily): family is ReplayedFamily => family in moving

/** Wire fields that change without an event of the resource. */
const moving: { readonly [Family in ReplayedFamily]: ReadonlyArray<string> } = {
  project: ["budget_spent", "task_count", "completed_task_count"],
  client: ["portal_last_seen", "total_billed", "outstanding_balance", "active_projects"],
  invoice: [
    "processor_payment_url",
    "delivery",
    "document",
    "document_warnings",
    "e_invoice_problems"
  ],
  credit: [],
  // The credit of a note is used, and its mail delivered, without an event of the note.
  credit_note: ["status", "delivery", "document"],
  file: ["download_url"],
  task: [],
  // A void removes the invoice of the milestone.
  milestone: ["invoice"]
}

/** The name of a referenced resource can change without an event; its id cannot. */
const reference = (value: unknown): unknown =>
  Predicate.isObject(value) && "id" in value ? Reflect.get(value, "id") : value

/**
 * An open invoice is overdue after its due day, also before the sweep stores that, and where the
 * clock was set back since.
 */
const statusOn = (family: ReplayedFamily, { status, due_date: due }: Json, today: CalendarDate) => {
  if (family !== "invoice" || (status !== "sent" && status !== "overdue")) return status
  return String(due) < today ? "overdue" : "sent"
}

/** The fields that only events change, as of today. */
export const settled = (family: ReplayedFamily, resource: Json, today: CalendarDate): Json =>
  Object.fromEntries(
    Object.entries(resource)
      .filter(([field]) => !moving[family].includes(field))
      .map(([field, value]) => [
        field,
        field === "status" ? statusOn(family, resource, today) : reference(value)
      ])
  )

interface FieldDifference {
  readonly field: string
  readonly expected: unknown
  readonly found: unknown
}

/** The first differing field in alphabetical order. */
export const firstDifference = (expected: Json, found: Json): FieldDifference | null => {
  const fields = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort()
  const field = fields.find((one) => canonicalJson(expected[one]) !== canonicalJson(found[one]))
  return field === undefined
    ? null
    : { field, expected: expected[field] ?? null, found: found[field] ?? null }
}
