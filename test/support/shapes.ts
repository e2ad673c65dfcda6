/** Values of any shape, made from its declaration: for properties that hold of every resource. */
import { DateTime, Option, Schema, SchemaAST } from "effect"
import fc from "fast-check"
import { encodeUuid, prefixOf } from "../../src/domain/Ids.ts"
import { fieldsOf } from "../../src/domain/Resource.ts"

/** Texts of the kinds that a field may be checked for; each field takes those that it accepts. */
const texts = [
  "2026-02-28",
  "1999-12-31",
  "EUR",
  "JPY",
  "DE",
  "HUR",
  "invoice.sent",
  "client.*",
  "a@b.example",
  "2026-03",
  "DE123456789",
  "DE89370400440532013000",
  "COBADEFFXXX",
  "+49 30 123",
  "0106",
  "EM",
  "Europe/Berlin",
  "#1d4ed8",
  "inv_01h2xcejqtf2nbrexx3vqjhp41",
  "0123456789abcdef".repeat(4)
]

const textOf = (ast: SchemaAST.AST): fc.Arbitrary<unknown> => {
  const prefix = prefixOf(ast)
  if (prefix !== undefined) return fc.uuid().map((uuid) => `${prefix}_${encodeUuid(uuid)}`)
  // A text that is normalised is checked on the wire's side, and is itself normal here.
  const decode = Schema.decodeUnknownOption(Schema.make<Schema.Codec<unknown>>(ast))
  const accepts = (text: string) => Option.getOrNull(decode(text)) === text
  const fitting = texts.filter((text) => accepts(text))
  return fc.oneof(
    ...(fitting.length > 0 ? [fc.constantFrom(...fitting)] : []),
    ...(accepts("free text, any")
      ? [fc.string({ minLength: 1 }).filter((text) => accepts(text))]
      : [])
  )
}

const numberOf = (ast: SchemaAST.AST): fc.Arbitrary<unknown> => {
  const accepts = Schema.is(Schema.make<Schema.Codec<unknown>>(ast))
  return fc.integer({ min: 0, max: 1_000_000 }).filter((number) => accepts(number))
}

/** Values of any type are fields as sent; other repeated values are by currency. */
const dictionaryOf = (value: SchemaAST.AST): fc.Arbitrary<unknown> =>
  fc.dictionary(
    value._tag === "Unknown"
      ? fc.constantFrom("name", "budget_spent")
      : fc.constantFrom("EUR", "USD"),
    arbitraryOf(value)
  )

export const arbitraryOf = (ast: SchemaAST.AST): fc.Arbitrary<unknown> => {
  const fields = fieldsOf(ast)
  if (fields !== undefined) {
    const entries = Object.entries(fields)
    const optional = entries.filter(([, field]) => SchemaAST.isOptional(field.ast))
    return fc.record(
      Object.fromEntries(entries.map(([name, field]) => [name, arbitraryOf(field.ast)])),
      {
        requiredKeys: entries.filter((entry) => !optional.includes(entry)).map(([name]) => name)
      }
    )
  }
  if (SchemaAST.isUnion(ast)) return fc.oneof(...ast.types.map(arbitraryOf))
  if (SchemaAST.isArrays(ast)) {
    return ast.rest[0] === undefined
      ? fc.constant([])
      : fc.array(arbitraryOf(ast.rest[0]), { minLength: 1, maxLength: 3 })
  }
  switch (ast._tag) {
    case "Objects":
      return ast.propertySignatures.length === 0
        ? dictionaryOf(ast.indexSignatures[0]?.type ?? ast)
        : fc
            .record(
              Object.fromEntries(
                ast.propertySignatures.map(({ name, type }) => [String(name), arbitraryOf(type)])
              )
            )
            .filter((value) => Schema.is(Schema.make<Schema.Codec<unknown>>(ast))(value))
    case "Declaration":
      return fc
        .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
        .map((date) => DateTime.fromDateUnsafe(date))
    case "Literal":
      return fc.constant(ast.literal)
    case "Null":
      return fc.constant(null)
    case "Boolean":
      return fc.boolean()
    case "Number":
      return numberOf(ast)
    case "Unknown":
      return fc.constantFrom(null, "text", 1, [true], { id: "x", created_at: null })
    default:
      return textOf(ast)
  }
}
