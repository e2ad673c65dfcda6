/**
 * The fields of a client's form. The name of an input is the path of its field in the API, so the
 * schema of the API validates them. Only changed fields are validated and saved: an older value
 * that today's rules refuse does not block the others.
 */
import { Result, Schema, SchemaIssue } from "effect"
import {
  ClientCreate,
  type ClientInput,
  type ClientPatch,
  ClientResource,
  ClientUpdate,
  type ClientView
} from "../../../domain/clients/ClientResource.ts"
import type { ClientField } from "../../../words/clients/ClientFormWords.ts"
import { versionOf } from "../../forms/EditConflict.ts"
import type { Form } from "../../forms/FormReader.ts"

export const clientFields = [
  "name",
  "company",
  "email",
  "phone",
  "address.line1",
  "address.line2",
  "address.postal_code",
  "address.city",
  "address.state",
  "address.country",
  "language",
  "vat_id",
  "registration.id",
  "registration.scheme",
  "e_invoice",
  "electronic_address.id",
  "electronic_address.scheme",
  "buyer_reference",
  "notes",
  "portal_access"
] as const satisfies ReadonlyArray<ClientField>

export type ClientValues = Readonly<Record<ClientField, string>>

/** The fields of the API that the form has. */
const ownFields = [...new Set(clientFields.map((name) => name.split(".")[0] ?? name))]

/** Parts that may be empty beside others of their field. */
const optionalParts: ReadonlyArray<ClientField> = ["address.line2", "registration.scheme"]

// Boundary: TypeScript does not type the entries of a record one by one.
const valuesBy = (value: (name: ClientField) => string): ClientValues =>
  Object.fromEntries(clientFields.map((name) => [name, value(name)])) as ClientValues

export const emptyClient: ClientValues = valuesBy((name) => (name === "e_invoice" ? "auto" : ""))

const partOf = (value: unknown, part: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, part) : null

const textOf = (value: unknown): string =>
  value === true ? "yes" : value === false ? "no" : value == null ? "" : String(value)

export const valuesOfClient = (client: ClientView): ClientValues => {
  const wire: unknown = ClientResource.toWire(client)
  return valuesBy((name) =>
    textOf(name.split(".").reduce((value: unknown, part) => partOf(value, part), wire))
  )
}

export const clientOfForm = (form: Form): ClientValues => valuesBy((name) => form.text(name))

/** The version of what the form edits: sums and times of the client are not among it. */
export const clientVersion = (wire: unknown): string =>
  versionOf(ownFields.map((name) => partOf(wire, name) ?? null))

/** A field with parts is whole: null if all of them are empty. */
const wholeOf = (own: ReadonlyArray<ClientField>, values: ClientValues): unknown => {
  const parts = own.map((name) => {
    const text = values[name]
    const value = text === "" && optionalParts.includes(name) ? null : text
    return [name.split(".")[1] ?? name, value] as const
  })
  return own.every((name) => values[name] === "") ? null : Object.fromEntries(parts)
}

/** The value of a field in the body of the API. */
const sentOf = (name: string, values: ClientValues): unknown => {
  const own = clientFields.filter((one) => one === name || one.startsWith(`${name}.`))
  const [only, second] = own
  if (only === undefined) return null
  if (second !== undefined) return wholeOf(own, values)
  const text = values[only]
  if (only === "portal_access") return text === "yes"
  if (text !== "") return text
  return only === "name" || only === "email" || only === "e_invoice" ? text : null
}

const bodyOf = (fields: ReadonlyArray<string>, values: ClientValues) =>
  Object.fromEntries(fields.map((name) => [name, sentOf(name, values)]))

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The input of a problem: the first one of a field whose parts do not fit. */
const fieldAt = (path: ReadonlyArray<unknown>): ClientField => {
  const [name] = path.map(String)
  const whole = path.map(String).join(".")
  return (
    clientFields.find((field) => field === whole) ??
    clientFields.find((field) => field.startsWith(`${name}.`)) ??
    "name"
  )
}

type Read<A> = Result.Result<A, ReadonlyArray<ClientField>>

const decoded = <T, S>(schema: Schema.Codec<T, S>, body: unknown): Read<T> =>
  Result.mapError(Schema.decodeUnknownResult(schema, { errors: "all" })(body), ({ issue }) => [
    ...new Set(format(issue).issues.map(({ path = [] }) => fieldAt(path)))
  ])

/** Fields that the form of a new client lacks: the portal opens with an invitation. */
const newFields = ownFields.filter((name) => name !== "portal_access")

export const newClientOf = (values: ClientValues): Read<ClientInput> =>
  decoded(ClientCreate, bodyOf(newFields, values))

/** The fields that differ from the stored client. */
export const clientPatchOf = (values: ClientValues, stored: ClientValues): Read<ClientPatch> => {
  const changed = clientFields.filter((name) => values[name] !== stored[name])
  const fields = [...new Set(changed.map((name) => name.split(".")[0] ?? name))]
  return decoded(ClientUpdate, bodyOf(fields, values))
}
