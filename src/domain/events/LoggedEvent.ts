/**
 * Stored entries of the log. Their resources are JSON text, which is sent unparsed: a page of large
 * resources is a copy of bytes.
 */
import { Option } from "effect"
import { InvoiceId } from "../Ids.ts"
import { hasPaymentLink } from "../invoices/Invoice.ts"
import { shape } from "../Resource.ts"
import { type AuditLine, AuditResource } from "./AuditResource.ts"
import { type Event, EventResource } from "./Event.ts"

/** A resource in the API's form: compact JSON, or `null` if it did not exist. */
export interface ShownText {
  readonly json: string
  /** The invoice whose payment link the text needs; null if it needs none. */
  readonly linked: InvoiceId | null
}

export interface LoggedEvent extends Omit<Event, "data"> {
  readonly object: ShownText
  readonly previous: ShownText
}

/** A line of the audit log whose changes are compact JSON. */
export interface LoggedLine extends Omit<AuditLine, "before" | "after"> {
  readonly before: string
  readonly after: string
  /** The number or name of the object as it was then; null if its resource has none. */
  readonly objectName: string | null
}

export const shownText = (json: string, id: string | null, status: string | null): ShownText => ({
  json,
  linked:
    id !== null && status !== null && hasPaymentLink(status)
      ? Option.getOrNull(InvoiceId.parse(id))
      : null
})

const { data: _, previousHash, hash, ...eventFields } = EventResource.fields
const EventHead = shape(eventFields)
const Hashes = shape({ previousHash, hash })

/** Joins the parts of one JSON object as text, without parsing their values. */
const joined = (head: object, members: string, hashes: object): string =>
  `${JSON.stringify(head).slice(0, -1)},${members},${JSON.stringify(hashes).slice(1)}`

// Only the field itself can match: quotation marks within a value are escaped.
const noLink = '"processor_payment_url":null'

/** The resource with the current link of its invoice. */
const withLink = ({ json, linked }: ShownText, links: ReadonlyMap<InvoiceId, string>): string => {
  const link = linked === null ? undefined : links.get(linked)
  const place = link === undefined ? -1 : json.indexOf(noLink)
  return place === -1
    ? json
    : `${json.slice(0, place)}"processor_payment_url":${JSON.stringify(link)}${json.slice(place + noLink.length)}`
}

/** The invoices whose links belong in the event. */
export const linkedInvoices = ({ object, previous }: LoggedEvent): ReadonlyArray<InvoiceId> =>
  [object.linked, previous.linked].flatMap((id) => (id === null ? [] : [id]))

/** The JSON of the event, with the current links of its invoices. */
export const eventText = (event: LoggedEvent, links: ReadonlyMap<InvoiceId, string>): string => {
  const [object, previous] = [withLink(event.object, links), withLink(event.previous, links)]
  return joined(
    EventHead.toWire(event),
    `"data":{"object":${object},"previous":${previous}}`,
    Hashes.toWire(event)
  )
}

const {
  before: _before,
  after: _after,
  previousHash: _p,
  hash: _h,
  ...lineFields
} = AuditResource.fields
const LineHead = shape(lineFields)

/** The JSON of the line. */
export const lineText = (line: LoggedLine): string =>
  joined(
    LineHead.toWire(line),
    `"before":${line.before},"after":${line.after}`,
    Hashes.toWire(line)
  )

/** A bound on the bytes of an entry beside its resources: ids, hashes, names and payment links. */
export const entryBytes = 1500

/** The event with its resources parsed. */
export const eventOf = ({ object, previous, ...event }: LoggedEvent): Event => ({
  ...event,
  data: { object: JSON.parse(object.json), previous: JSON.parse(previous.json) }
})

/** The line with its changes parsed. */
export const lineOf = ({ before, after, objectName: _, ...line }: LoggedLine): AuditLine => ({
  ...line,
  before: JSON.parse(before),
  after: JSON.parse(after)
})
