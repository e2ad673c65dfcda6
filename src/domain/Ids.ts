/**
 * Identifiers: TypeIDs, a type prefix and a UUIDv7 in 26 characters of lower-case Crockford base32.
 * An id that parses is always a canonical one, so equal ids are equal strings. Stored as native uuid.
 */
import { Effect, Option, Predicate, Schema, SchemaAST } from "effect"
import type { SecureRandom } from "effect/crypto"

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/** 32 hexadecimal digits (dashes allowed) to 26 base32 characters, the first below 8. */
export const encodeUuid = (uuid: string): string => {
  let value = BigInt(`0x${uuid.replaceAll("-", "")}`)
  let text = ""
  for (let i = 0; i < 26; i++) {
    text = `${alphabet[Number(value & 31n)]}${text}`
    value >>= 5n
  }
  return text
}

export const decodeUuid = (suffix: string): string => {
  let value = 0n
  for (const char of suffix) value = (value << 5n) | BigInt(alphabet.indexOf(char))
  const hex = value.toString(16).padStart(32, "0")
  return [0, 8, 12, 16, 20].map((at, i) => hex.slice(at, [8, 12, 16, 20, 32][i])).join("-")
}

/** The text of an id. Its first character holds only three bits of the 128: above 7 is no id. */
const idText = (prefix: string) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^${prefix}_[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$`), {
      message: `must be an id like ${prefix}_01h2xcejqtf2nbrexx3vqjhp41`,
      idPrefix: prefix
    })
  )

/** The prefix of a schema of ids. */
export const prefixOf = (ast: SchemaAST.AST): string | undefined => {
  const prefix = SchemaAST.resolve(ast)?.["idPrefix"]
  return Predicate.isString(prefix) ? prefix : undefined
}

interface IdSchema<Id extends string> extends Schema.Codec<Id, string> {
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
      Effect.map(random.uuidV7(), fromUuid)
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
export const AppId = makeId("app", idText("app").pipe(Schema.brand("AppId")))
export type AppId = typeof AppId.schema.Type
export const GrantId = makeId("grant", idText("grant").pipe(Schema.brand("GrantId")))
export type GrantId = typeof GrantId.schema.Type
export const UserLinkId = makeId("link", idText("link").pipe(Schema.brand("UserLinkId")))
export type UserLinkId = typeof UserLinkId.schema.Type
export const PaymentId = makeId("pay", idText("pay").pipe(Schema.brand("PaymentId")))
export type PaymentId = typeof PaymentId.schema.Type
export const WebhookEndpointId = makeId("whep", idText("whep").pipe(Schema.brand("EndpointId")))
export type WebhookEndpointId = typeof WebhookEndpointId.schema.Type
export const DeliveryId = makeId("del", idText("del").pipe(Schema.brand("DeliveryId")))
export type DeliveryId = typeof DeliveryId.schema.Type
export const RequestId = makeId("req", idText("req").pipe(Schema.brand("RequestId")))
export type RequestId = typeof RequestId.schema.Type
export const InvitationId = makeId("invite", idText("invite").pipe(Schema.brand("InvitationId")))
export type InvitationId = typeof InvitationId.schema.Type

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
