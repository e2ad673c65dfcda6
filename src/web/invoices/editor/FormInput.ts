/**
 * Reads the texts of the invoice form: the input of the API, decoded by the same schema, or
 * problems by field. Empty lines are dropped; a problem names the line on the page.
 */
import { Result, Schema, SchemaIssue } from "effect"
import type { ComposedInvoice } from "../../../app/invoices/ComposeInvoice.ts"
import { ClientCreate } from "../../../domain/clients/ClientResource.ts"
import { MilestoneId } from "../../../domain/Ids.ts"
import { type FieldProblem, pathText } from "../../../domain/Invalid.ts"
import { InvoiceCreate } from "../../../domain/invoices/InvoiceInputs.ts"
import type { NumberInput, NumberProblem } from "../../../domain/money/AmountInput.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import { hasReason, TaxCategory } from "../../../domain/money/Money.ts"
import type { FormValues, LineValues } from "./FormValues.ts"
import { isEmptyLine } from "./FormValues.ts"

/** A field of the form, and why a number in it cannot be read; null where the field's rule says. */
export interface RefusedField {
  readonly field: string
  readonly why: NumberProblem | "chooseOne" | null
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const all = { errors: "all" } as const

const issuesOf = (error: Schema.SchemaError): ReadonlyArray<string> =>
  format(error.issue).issues.map(({ path = [] }) =>
    pathText(path.map((part) => (typeof part === "object" ? part.key : part)))
  )

/** The field of the page for a path of the input; `lines` are the places of its lines. */
const fieldOfPath = (path: string, lines: ReadonlyArray<number>): string => {
  const [, index, field] = /^line_items\[(\d+)\](?:\.([a-z_]+))?/.exec(path) ?? []
  if (index !== undefined) {
    const line = `line.${lines[Number(index)] ?? 0}`
    return `${line}.${field ?? "unit_price"}`
  }
  if (path === "line_items" || path.startsWith("line_items")) return "line.0.description"
  return path === "service_period" ? "service_period.start" : path
}

interface Tax {
  readonly tax_rate?: number | null
  readonly tax_category?: string | null
}

/** Neither a rate nor a category is "not taxed", or of a line "as the invoice". */
const taxOf = (rate: number | null, category: string): Tax => {
  if (rate === null && category === "") return { tax_rate: null, tax_category: null }
  return {
    ...(rate === null ? {} : { tax_rate: rate }),
    ...(category === "" ? {} : { tax_category: category })
  }
}

const isCategory = Schema.is(TaxCategory)
export const needsReason = (category: string): boolean =>
  isCategory(category) && hasReason(category)

/** Another kind of tax has no reason; a line without a kind of its own has it as it was stored. */
const hasOwnReason = ({ tax_category: category, exemption_reason: reason }: LineValues): boolean =>
  reason !== "" && (category === "" || needsReason(category))

const orNull = (text: string): string | null => (text === "" ? null : text)
const isCurrency = Schema.is(CurrencyCode)

/** Reads texts and remembers what it could not read. */
const makeReader = (numbers: NumberInput) => {
  const refused: RefusedField[] = []
  const read = (
    field: string,
    text: string,
    parse: (text: string) => Result.Result<number, NumberProblem>
  ) => {
    if (text === "") return null
    const parsed = parse(text)
    if (Result.isSuccess(parsed)) return parsed.success
    refused.push({ field, why: parsed.failure })
    return null
  }
  return {
    refused,
    percent: (field: string, text: string) => read(field, text, numbers.parsePercent),
    quantity: (field: string, text: string) => read(field, text, numbers.parseQuantity),
    amount: (field: string, text: string, currency: CurrencyCode) =>
      read(field, text, (given) => numbers.parseAmount(given, currency))
  }
}

type Reader = ReturnType<typeof makeReader>

const lineOf =
  (reader: Reader, currency: CurrencyCode) =>
  ({ line, at }: { readonly line: LineValues; readonly at: number }) => {
    const name = (field: string) => `line.${at}.${field}`
    return {
      description: line.description,
      quantity: line.quantity === "" ? 1 : (reader.quantity(name("quantity"), line.quantity) ?? 1),
      unit: orNull(line.unit),
      unit_price: reader.amount(name("unit_price"), line.unit_price, currency) ?? 0,
      ...taxOf(reader.percent(name("tax_rate"), line.tax_rate), line.tax_category),
      ...(hasOwnReason(line) ? { exemption_reason: line.exemption_reason } : {})
    }
  }

const contentOf = (reader: Reader, { fields }: FormValues, currency: CurrencyCode) => {
  const period = { start: fields["service_period.start"], end: fields["service_period.end"] }
  return {
    project_id: orNull(fields.project_id),
    ...(fields.issue_date === "" ? {} : { issue_date: fields.issue_date }),
    ...(fields.due_date === "" ? {} : { due_date: fields.due_date }),
    currency: fields.currency === "" ? currency : fields.currency,
    discount: reader.amount("discount", fields.discount, currency) ?? 0,
    ...taxOf(reader.percent("tax_rate", fields.tax_rate), fields.tax_category),
    // Another kind of tax has no reason, and what is folded away must not refuse the form.
    exemption_reason: needsReason(fields.tax_category) ? orNull(fields.exemption_reason) : null,
    notes: orNull(fields.notes),
    purchase_order: orNull(fields.purchase_order),
    // Without one a new invoice has the client's.
    ...(fields.buyer_reference === "" ? {} : { buyer_reference: fields.buyer_reference }),
    delivery_date: orNull(fields.delivery_date),
    service_period: period.start === "" && period.end === "" ? null : period
  }
}

const newClientOf = ({ fields }: FormValues) => ({
  name: fields["new_client.name"],
  email: fields["new_client.email"],
  company: orNull(fields["new_client.company"]),
  ...(fields.language === "" ? {} : { language: fields.language })
})

const hasNewClient = ({ fields }: FormValues): boolean =>
  [fields["new_client.name"], fields["new_client.email"], fields["new_client.company"]].some(
    (text) => text !== ""
  )

/** The lines that have something, with their places on the page. */
const writtenLines = ({ lines }: FormValues) =>
  lines.map((line, at) => ({ line, at })).filter(({ line }) => !isEmptyLine(line))

/** Every id has a form that the schema knows; this one is no client's, so it is never stored. */
export const noClient = "client_00000000000000000000000000"

const decodeInvoice = Schema.decodeUnknownResult(InvoiceCreate, all)
const decodeClient = Schema.decodeUnknownResult(ClientCreate, all)
const isMilestone = Schema.is(MilestoneId.schema)

export interface FormReading {
  readonly refused: ReadonlyArray<RefusedField>
  /** Null where something is refused. */
  readonly input: ComposedInvoice | null
  /** The places of the lines of the input on the page. */
  readonly places: ReadonlyArray<number>
}

/** `currency` is the workspace's, for a form that names none. */
export const readInvoiceForm = (
  values: FormValues,
  numbers: NumberInput,
  currency: CurrencyCode
): FormReading => {
  const reader = makeReader(numbers)
  const { fields } = values
  const own = isCurrency(fields.currency) ? fields.currency : currency
  const written = writtenLines(values)
  const places = written.map(({ at }) => at)
  const isNew = fields.client_id === "" && hasNewClient(values)
  const wire = {
    client_id: isNew ? noClient : fields.client_id,
    ...contentOf(reader, values, own),
    line_items: written.map(lineOf(reader, own))
  }
  const invoice = decodeInvoice(wire)
  const client = isNew ? decodeClient(newClientOf(values)) : null
  const refused = [
    ...reader.refused,
    ...(fields.client_id !== "" && hasNewClient(values)
      ? [{ field: "client_id", why: "chooseOne" } as const]
      : []),
    ...(client !== null && Result.isFailure(client)
      ? issuesOf(client.failure).map((path) => ({ field: `new_client.${path}`, why: null }))
      : []),
    ...(Result.isFailure(invoice)
      ? issuesOf(invoice.failure).map((path) => ({ field: fieldOfPath(path, places), why: null }))
      : []),
    ...(written.length === 0 ? [{ field: "line.0.description", why: null }] : [])
  ]
  if (refused.length > 0 || Result.isFailure(invoice)) return { refused, input: null, places }
  const { clientId, ...content } = invoice.success
  return {
    refused,
    places,
    input: {
      content,
      client: client !== null && Result.isSuccess(client) ? client.success : clientId,
      milestoneIds: values.milestones.filter(isMilestone)
    }
  }
}

/** A number in the form in which the page writes it; a text that is none as it is. */
const rewritten =
  (parse: (text: string) => Result.Result<number, unknown>, format: (value: number) => string) =>
  (text: string): string =>
    Result.match(parse(text), { onFailure: () => text, onSuccess: format })

/** Numbers that can be read, in the form in which the page writes them; all else as typed. */
export const canonical = (
  values: FormValues,
  numbers: NumberInput,
  currency: CurrencyCode
): FormValues => {
  const { fields } = values
  const own = isCurrency(fields.currency) ? fields.currency : currency
  const amount = rewritten(
    (text) => numbers.parseAmount(text, own),
    (minor) => numbers.formatAmount(minor, own)
  )
  const percent = rewritten(numbers.parsePercent, numbers.formatPercent)
  const quantity = rewritten(numbers.parseQuantity, numbers.formatQuantity)
  return {
    ...values,
    fields: { ...fields, discount: amount(fields.discount), tax_rate: percent(fields.tax_rate) },
    lines: values.lines.map((line) => ({
      ...line,
      quantity: quantity(line.quantity),
      unit_price: amount(line.unit_price),
      tax_rate: percent(line.tax_rate)
    }))
  }
}

/** Problems of the use case at the fields of the page. */
export const refusedByRule = (
  problems: ReadonlyArray<FieldProblem>,
  places: ReadonlyArray<number>
): ReadonlyArray<RefusedField> =>
  problems.map(({ path }) => ({ field: fieldOfPath(path, places), why: null }))
