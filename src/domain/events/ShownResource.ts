/**
 * The resource that each type of event shows. A family without one, or with another's view, does
 * not compile.
 */
import { Predicate } from "effect"
import { completedJson } from "../CompletedJson.ts"
import { ClientResource, type ClientView } from "../clients/ClientResource.ts"
import { CreditNoteResource, type CreditNoteView } from "../creditnotes/CreditNoteResource.ts"
import { FileResource, type FileView } from "../files/FileResource.ts"
import { InvoiceResource, type InvoiceView, TaxGroup } from "../invoices/InvoiceResource.ts"
import { taxesOfVersion1 } from "../invoices/InvoiceTax.ts"
import { CreditResource, type CreditView } from "../payments/CreditResource.ts"
import { MilestoneResource, type MilestoneView } from "../projects/MilestoneResource.ts"
import { ProjectResource, type ProjectView } from "../projects/ProjectResource.ts"
import { TaskResource, type TaskView } from "../projects/TaskResource.ts"
import type { EventFamily, EventType } from "./Event.ts"
import { WebhookEndpointResource, type WebhookEndpointView } from "./WebhookResource.ts"

interface ResourceOf {
  readonly project: ProjectView
  readonly client: ClientView
  readonly invoice: InvoiceView
  readonly credit: CreditView
  readonly credit_note: CreditNoteView
  /** The link is null in every event, because it opens the file without a credential. */
  readonly file: FileView & { readonly downloadUrl: null }
  readonly task: TaskView
  readonly milestone: MilestoneView
  readonly webhook_endpoint: WebhookEndpointView
}

type FamilyOf<Type extends EventType> = Type extends `${infer Family extends EventFamily}.${string}`
  ? Family
  : never

export type ShownResource<Type extends EventType> = ResourceOf[FamilyOf<Type>]

export type EventTypeOf<Family extends EventFamily> = Extract<EventType, `${Family}.${string}`>

const completedInvoice = completedJson(InvoiceResource)

/** Invoices had one rate before they had taxes. */
const withTaxes = (invoice: unknown): unknown => {
  if (!Predicate.isObject(invoice) || "taxes" in invoice) return completedInvoice(invoice)
  const [taxRate, ...amounts] = ["tax_rate", "subtotal", "discount", "tax"].map((name) =>
    Reflect.get(invoice, name)
  )
  const [subtotalMinor = 0, discountMinor = 0, taxMinor = 0] = amounts.map(Number)
  const { taxCategory, taxes } = taxesOfVersion1({
    taxRate: typeof taxRate === "number" ? taxRate : null,
    subtotalMinor,
    discountMinor,
    taxMinor
  })
  return completedInvoice({
    ...invoice,
    tax_category: taxCategory,
    taxes: taxes.map(TaxGroup.toWire)
  })
}

/**
 * The JSON of an event's resource, with the fields that were added to the resource after the event
 * was written.
 */
export const completedOf: { readonly [Family in EventFamily]: (object: unknown) => unknown } = {
  project: completedJson(ProjectResource),
  client: completedJson(ClientResource),
  invoice: withTaxes,
  credit: completedJson(CreditResource),
  credit_note: completedJson(CreditNoteResource),
  file: completedJson(FileResource),
  task: completedJson(TaskResource),
  milestone: completedJson(MilestoneResource),
  webhook_endpoint: completedJson(WebhookEndpointResource)
}

const project = ProjectResource.toWire
const client = ClientResource.toWire
const invoice = InvoiceResource.toWire
const credit = CreditResource.toWire
const creditNote = CreditNoteResource.toWire
const file = FileResource.toWire
const task = TaskResource.toWire
const milestone = MilestoneResource.toWire
const endpoint = WebhookEndpointResource.toWire

/**
 * The JSON of the resource in an event, as the API shows it. A type without one does not compile.
 */
export const wireOf: {
  readonly [Type in EventType]: (resource: ShownResource<Type>) => unknown
} = {
  "project.created": project,
  "project.updated": project,
  "project.archived": project,
  "project.restored": project,
  "client.created": client,
  "client.updated": client,
  "client.invited": client,
  "client.link_requested": client,
  "invoice.created": invoice,
  "invoice.updated": invoice,
  "invoice.sent": invoice,
  "invoice.delivery_failed": invoice,
  "invoice.payment_recorded": invoice,
  "invoice.credit_recorded": invoice,
  "invoice.credited": invoice,
  "invoice.payment_reversed": invoice,
  "invoice.processor_refunded": invoice,
  "invoice.paid": invoice,
  "invoice.overdue": invoice,
  "invoice.reminded": invoice,
  "invoice.resent": invoice,
  "invoice.voided": invoice,
  "credit.created": credit,
  "credit.applied": credit,
  "credit.refunded": credit,
  "credit_note.created": creditNote,
  "credit.restored": credit,
  "credit.withdrawn": credit,
  "credit_note.delivery_failed": creditNote,
  "credit_note.resent": creditNote,
  "file.created": file,
  "file.deleted": file,
  "task.created": task,
  "task.updated": task,
  "task.completed": task,
  "task.deleted": task,
  "milestone.created": milestone,
  "milestone.updated": milestone,
  "milestone.completed": milestone,
  "milestone.billed": milestone,
  "milestone.deleted": milestone,
  "webhook_endpoint.disabled": endpoint
}
