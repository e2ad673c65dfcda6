/** Which resource a kind of event shows: a family without one, and another's view, do not compile. */

import type { ClientView } from "../clients/ClientResource.ts"
import type { InvoiceView } from "../invoices/InvoiceResource.ts"
import type { ProjectView } from "../projects/ProjectResource.ts"
import type { EventFamily, EventType } from "./Event.ts"

interface ResourceOf {
  readonly project: ProjectView
  readonly client: ClientView
  readonly invoice: InvoiceView
}

type FamilyOf<Type extends EventType> = Type extends `${infer Family extends EventFamily}.${string}`
  ? Family
  : never

/** What events of these kinds show, before and after. */
export type EventResource<Type extends EventType> = ResourceOf[FamilyOf<Type>]

/** The kinds that a family's resource is told in. */
export type EventTypeOf<Family extends EventFamily> = Extract<EventType, `${Family}.${string}`>
