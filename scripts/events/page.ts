/** docs/events.md: every type of event with its cause, its changed fields and a sample. */
import { Predicate } from "effect"
import {
  type EventFamily,
  type EventType,
  eventFamilies,
  eventTypes,
  familyOf,
  readScopeOf
} from "../../src/domain/events/Event.ts"
import type { SampleEvent } from "./story.ts"

/** A type without a sentence does not compile. */
const causes: { readonly [Type in EventType]: string } = {
  "project.created": "A project was created.",
  "project.updated": "A field of a project changed, by PATCH or in the settings.",
  "project.archived": "A project was archived, by DELETE or by PATCH of its status.",
  "project.restored": "A project left the archive, in the settings.",
  "client.created": "A client was created.",
  "client.updated": "A field of a client changed, or its access to the portal.",
  "client.invited": "A client was invited to the portal.",
  "client.link_requested": "A client requested a link to the portal.",
  "invoice.created": "A draft was created, by POST or by billing a milestone.",
  "invoice.updated": "A draft changed, or a sent invoice received a new payment link.",
  "invoice.sent": "An invoice was sent; its mail is queued.",
  "invoice.delivery_failed": "The mail of an invoice failed for good.",
  "invoice.payment_recorded": "A payment was recorded, by a program, a person or the processor.",
  "invoice.credit_recorded": "A processor took money that this invoice did not owe.",
  "invoice.payment_reversed":
    "A payment was reversed. A credit that it used or made has its own event.",
  "invoice.processor_refunded":
    "The processor paid money back, by a refund or a lost dispute. Nothing else changed.",
  "invoice.credited": "A credit note was issued for an invoice. `credit_note.created` precedes it.",
  "invoice.paid":
    "Nothing is left to pay. `invoice.payment_recorded` or `invoice.credited` precedes it.",
  "invoice.overdue": "The due day passed while something was left to pay.",
  "invoice.reminded": "A reminder was queued, by request or by the schedule.",
  "invoice.resent": "The document of an invoice was sent again; its mail is queued.",
  "invoice.voided": "An invoice was voided.",
  "credit.created": "A credit was recorded for a client.",
  "credit.applied": "A credit, or a part of it, paid an invoice.",
  "credit.refunded": "A credit, or a part of it, was paid back.",
  "credit.restored": "A payment by a credit was reversed, so the credit got its amount back.",
  "credit.withdrawn": "The payment whose excess a credit was is reversed, so the credit ended.",
  "credit_note.created": "A credit note was issued; its mail is queued.",
  "credit_note.delivery_failed": "The mail of a credit note failed for good.",
  "credit_note.resent": "A credit note was sent again; its mail is queued.",
  "file.created": "A file was added.",
  "file.deleted": "A file was deleted; `object` is the file before that.",
  "task.created": "A task was created.",
  "task.updated": "A field of a task changed, other than to `done`.",
  "task.completed": "A task became `done`. No `task.updated` accompanies it.",
  "task.deleted": "A task was deleted; `object` is the task before that.",
  "milestone.created": "A milestone was created.",
  "milestone.updated": "A field of a milestone changed, other than to `completed`.",
  "milestone.completed": "A milestone became `completed`. No `milestone.updated` accompanies it.",
  "milestone.billed": "A draft was created for a milestone.",
  "milestone.deleted": "A milestone was deleted; `object` is the milestone before that.",
  "webhook_endpoint.disabled": "The service disabled an endpoint that accepted nothing."
}

const resources: { readonly [Family in EventFamily]: string } = {
  project: "Project",
  client: "Client",
  invoice: "Invoice",
  credit: "Credit",
  credit_note: "CreditNote",
  file: "StoredFile",
  task: "Task",
  milestone: "Milestone",
  webhook_endpoint: "WebhookEndpoint"
}

const columns = 100

const oneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`
  if (!Predicate.isObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, item]) => `"${key}": ${oneLine(item)}`)
  return `{${fields.join(", ")}}`
}

/** JSON with each object and list on one line where it fits; the event itself never is. */
const format = (value: unknown, indent = "", before = 0): string => {
  const short = oneLine(value)
  if (typeof value !== "object" || value === null) return short
  if (indent !== "" && indent.length + before + short.length < columns) return short
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => `${inner}${format(item, inner)}`)
    : Object.entries(value).map(
        ([key, item]) => `${inner}"${key}": ${format(item, inner, key.length + 4)}`
      )
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`
}

const changedFields = ({ object, previous }: SampleEvent["data"]): ReadonlyArray<string> =>
  Predicate.isObject(object) && Predicate.isObject(previous)
    ? Object.entries(object).flatMap(([key, value]) =>
        JSON.stringify(value) === JSON.stringify(Reflect.get(previous, key)) ? [] : [`\`${key}\``]
      )
    : []

const sectionOf = (type: EventType, sample: SampleEvent): string => {
  const changed = changedFields(sample.data)
  const fields = changed.length === 0 ? "" : ` Changed here: ${changed.join(", ")}.`
  return `### ${type}\n\n${causes[type]}${fields}\n\n\`\`\`json\n${format(sample)}\n\`\`\`\n`
}

const familySection = (family: EventFamily, samples: ReadonlyMap<string, SampleEvent>): string => {
  const types = eventTypes.filter((type) => familyOf(type) === family)
  const scope = types[0] === undefined ? null : readScopeOf(types[0])
  const reader = scope === null ? "an API key with every `:write` scope" : `\`${scope}\``
  const sections = types.map((type) => {
    const sample = samples.get(type)
    if (sample === undefined) throw new Error(`scripts/events/story.ts has no event ${type}`)
    return sectionOf(type, sample)
  })
  const head = `\`data.object\` is a \`${resources[family]}\` of the OpenAPI document. Scope: ${reader}.`
  return `## ${family}\n\n${head}\n\n${sections.join("\n")}`
}

const index = eventTypes
  .map((type) => `| [\`${type}\`](#${type.replace(".", "")}) | ${causes[type]} |`)
  .join("\n")

export const eventsPage = (samples: ReadonlyMap<string, SampleEvent>): string =>
  `# Events

Every type of event, with its cause and a sample. \`npm run events\` writes this page: the service runs in memory, and
the samples are the events that it recorded. Ids and hashes are stand-ins, so the hashes prove nothing.

- \`GET /v1/events\` returns these objects. A webhook sends the same ones, one a message.
- \`data.previous\` is the resource before the change, and \`null\` for a new one.
- Ignore types and fields that you do not know ([versions](integrator.md#versions-and-deprecation)).
- A webhook's test is \`webhook.test\` with \`sequence\` 0. It is in no log, and has no hashes.

| type | cause |
|---|---|
${index}

${eventFamilies.map((family) => familySection(family, samples)).join("\n")}`
