/**
 * Identifiers: TypeIDs, a type prefix and a UUIDv7 in 26 characters of lower-case Crockford base32.
 * An id that parses is always a canonical one, so equal ids are equal strings. Stored as native
 * uuid.
 */
import { Effect, Option, Predicate, Schema, SchemaAST } from "effect"
import type { SecureRandom } from "effect/crypto"
import { documented } from "./Documented.ts"
import { CurrentRehearsal } from "./Rehearsal.ts"

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/** The value of each character, by its code. */
const valuesOf = (digits: string): Uint8Array => {
  const values = new Uint8Array(128)
  for (let value = 0; value < digits.length; value++) values[digits.charCodeAt(value)] = value
  return values
}
const hexDigits = "0123456789abcdef"
const hexValues = valuesOf(hexDigits)
const base32Values = valuesOf(alphabet)

// Ids are converted several times for each request, and a page of a list has dozens: by tables,
// into one flat text. A text that is put together of pieces takes eight times the memory.

const codesOf = (characters: string): Uint8Array =>
  Uint8Array.from(characters, (character) => character.charCodeAt(0))
const base32Codes = codesOf(alphabet)
const hexCodes = codesOf(hexDigits)
const dash = "-".charCodeAt(0)

const textOf = (codes: Array<number>, length: number): string =>
  String.fromCharCode(...(length === codes.length ? codes : codes.slice(0, length)))

/** The characters of the text in progress. */
const suffixCodes = new Array<number>(26).fill(0)
const uuidCodes = new Array<number>(36).fill(0)

/**
 * 32 lower-case hexadecimal digits, with the dashes of a uuid or without, to 26 base32 characters:
 * 130 bits, of which the first two are zero.
 */
export const encodeUuid = (uuid: string): string => {
  let length = 0
  let bits = 2
  let held = 0
  for (let i = 0; i < uuid.length; i++) {
    const code = uuid.charCodeAt(i)
    if (code === dash) continue
    held = (held << 4) | (hexValues[code] ?? 0)
    bits += 4
    if (bits < 5) continue
    bits -= 5
    suffixCodes[length++] = base32Codes[held >> bits] ?? 0
    held &= (1 << bits) - 1
  }
  return textOf(suffixCodes, length)
}

/** The places of dashes. */
const isDash = Uint8Array.from(uuidCodes, (_, at) => Number([8, 13, 18, 23].includes(at)))

export const decodeUuid = (suffix: string): string => {
  let length = 0
  let bits = -2
  let held = 0
  for (let i = 0; i < suffix.length && length < uuidCodes.length; i++) {
    held = (held << 5) | (base32Values[suffix.charCodeAt(i)] ?? 0)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    const byte = (held >> bits) & 255
    held &= (1 << bits) - 1
    uuidCodes[length++] = hexCodes[byte >> 4] ?? 0
    uuidCodes[length++] = hexCodes[byte & 15] ?? 0
    if (isDash[length] === 1) uuidCodes[length++] = dash
  }
  return textOf(uuidCodes, length)
}

/** The text of an id. Its first character holds only three bits of the 128: above 7 is no id. */
export const idPattern = (prefix: string) => `^${prefix}_[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$`

const idText = (prefix: string) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(idPattern(prefix)), {
      message: `must be an id like ${prefix}_01h2xcejqtf2nbrexx3vqjhp41`,
      idPrefix: prefix,
      ...documented({ pattern: idPattern(prefix) })
    })
  )

/** An id of any kind. */
export const AnyId = Schema.String.check(
  Schema.isPattern(new RegExp(idPattern("[a-z]{2,10}")), {
    message: "must be an id like inv_01h2xcejqtf2nbrexx3vqjhp41",
    ...documented({ pattern: idPattern("[a-z]{2,10}") })
  })
)

/** The prefix of a schema of ids. */
export const prefixOf = (ast: SchemaAST.AST): string | undefined => {
  const prefix = SchemaAST.resolve(ast)?.["idPrefix"]
  return Predicate.isString(prefix) ? prefix : undefined
}

export interface IdSchema<Id extends string> extends Schema.Codec<Id, string> {
  make(text: string): Id
}

/** Schema, parser, uuid conversions and generator of one kind of id. */
const makeId = <Id extends string>(prefix: string, schema: IdSchema<Id>) => {
  const fromUuid = (uuid: string): Id => schema.make(`${prefix}_${encodeUuid(uuid)}`)
  return {
    schema,
    parse: Schema.decodeUnknownOption(schema),
    fromUuid,
    toUuid: (id: Id): string => decodeUuid(id.slice(prefix.length + 1)),
    /** A new id, later than every earlier one of this process (UUIDv7 of the Clock). */
    next: (random: SecureRandom.SecureRandom["Service"]): Effect.Effect<Id> =>
      Effect.withFiber((fiber) => {
        const id = Effect.map(random.uuidV7(), fromUuid)
        const rehearsal = fiber.getRef(CurrentRehearsal)
        return rehearsal === null
          ? id
          : Effect.tap(id, (made) => Effect.sync(() => rehearsal.made.add(made)))
      })
  }
}

export const WorkspaceId = makeId("ws", idText("ws").pipe(Schema.brand("WorkspaceId")))
export type WorkspaceId = typeof WorkspaceId.schema.Type
export const UserId = makeId("user", idText("user").pipe(Schema.brand("UserId")))
export type UserId = typeof UserId.schema.Type
export const ClientId = makeId("client", idText("client").pipe(Schema.brand("ClientId")))
export type ClientId = typeof ClientId.schema.Type
export const ProjectId = makeId("proj", idText("proj").pipe(Schema.brand("ProjectId")))
export type ProjectId = typeof ProjectId.schema.Type
export const InvoiceId = makeId("inv", idText("inv").pipe(Schema.brand("InvoiceId")))
export type InvoiceId = typeof InvoiceId.schema.Type
export const TaskId = makeId("task", idText("task").pipe(Schema.brand("TaskId")))
export type TaskId = typeof TaskId.schema.Type
export const MilestoneId = makeId("mile", idText("mile").pipe(Schema.brand("MilestoneId")))
export type MilestoneId = typeof MilestoneId.schema.Type
export const ApiKeyId = makeId("key", idText("key").pipe(Schema.brand("ApiKeyId")))
export type ApiKeyId = typeof ApiKeyId.schema.Type
export const EventId = makeId("evt", idText("evt").pipe(Schema.brand("EventId")))
export type EventId = typeof EventId.schema.Type
/** An entry of the audit log. */
export const AuditId = makeId("aud", idText("aud").pipe(Schema.brand("AuditId")))
export type AuditId = typeof AuditId.schema.Type
export const AppId = makeId("app", idText("app").pipe(Schema.brand("AppId")))
export type AppId = typeof AppId.schema.Type
export const GrantId = makeId("grant", idText("grant").pipe(Schema.brand("GrantId")))
export type GrantId = typeof GrantId.schema.Type
export const UserLinkId = makeId("link", idText("link").pipe(Schema.brand("UserLinkId")))
export type UserLinkId = typeof UserLinkId.schema.Type
export const PaymentId = makeId("pay", idText("pay").pipe(Schema.brand("PaymentId")))
export type PaymentId = typeof PaymentId.schema.Type
export const CreditId = makeId("credit", idText("credit").pipe(Schema.brand("CreditId")))
export type CreditId = typeof CreditId.schema.Type
export const CreditNoteId = makeId("cn", idText("cn").pipe(Schema.brand("CreditNoteId")))
export type CreditNoteId = typeof CreditNoteId.schema.Type
export const RefundId = makeId("refund", idText("refund").pipe(Schema.brand("RefundId")))
export type RefundId = typeof RefundId.schema.Type
export const WebhookEndpointId = makeId("whep", idText("whep").pipe(Schema.brand("EndpointId")))
export type WebhookEndpointId = typeof WebhookEndpointId.schema.Type
export const DeliveryId = makeId("del", idText("del").pipe(Schema.brand("DeliveryId")))
export type DeliveryId = typeof DeliveryId.schema.Type
export const RequestId = makeId("req", idText("req").pipe(Schema.brand("RequestId")))
export type RequestId = typeof RequestId.schema.Type
export const InvitationId = makeId("invite", idText("invite").pipe(Schema.brand("InvitationId")))
export type InvitationId = typeof InvitationId.schema.Type
export const MailId = makeId("mail", idText("mail").pipe(Schema.brand("MailId")))
export type MailId = typeof MailId.schema.Type
export const FileId = makeId("file", idText("file").pipe(Schema.brand("FileId")))
export type FileId = typeof FileId.schema.Type

/** The id of a path or a stored key, or the given error where the text is not such an id. */
export const parseOrFail = <Id, E>(
  kind: { readonly parse: (text: string) => Option.Option<Id> },
  text: string,
  onInvalid: () => E
): Effect.Effect<Id, E> =>
  Option.match(kind.parse(text), {
    onNone: () => Effect.fail(onInvalid()),
    onSome: Effect.succeed
  })

/** An id that a caller sent, cut to a length that a message can carry. */
export const shownId = (id: string): string => (id.length <= 64 ? id : `${id.slice(0, 64)}…`)

/** References to resources inside other resources: the id, and the name to show. */
export const ClientRef = Schema.Struct({ id: ClientId.schema, name: Schema.String })
export const ProjectRef = Schema.Struct({ id: ProjectId.schema, name: Schema.String })
export const UserRef = Schema.Struct({ id: UserId.schema, name: Schema.String })
