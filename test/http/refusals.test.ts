/**
 * The server refuses each value that the OpenAPI document forbids: one wrong value for each rule of
 * every field and query parameter.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { document, operationOf } from "../support/document.ts"
import { problemsOf, resolved, type Schema } from "../support/jsonSchema.ts"
import { callOf, nameOf, pathOf, populated } from "../support/populated.ts"
import { routes } from "../support/routes.ts"

interface Wrong {
  readonly path: string
  readonly value: unknown
}

const longer = (limit: number) => "a".repeat(limit + 1)

/** Values that break one rule of the schema, whatever its others say. */
const broken: Readonly<Record<string, (limit: never) => ReadonlyArray<unknown>>> = {
  type: (type: string) => [type === "string" ? 1 : "x", null, type === "array" ? {} : []],
  enum: () => ["no_such_word"],
  pattern: () => ["\u0000", "\u0007x"],
  format: (format: string) => (format === "int64" ? [0.5] : format === "double" ? [] : ["x x"]),
  minimum: (limit: number) => [limit - 1],
  maximum: (limit: number) => [limit + (limit > 2 ** 50 ? limit : 1)],
  exclusiveMinimum: (limit: number) => [limit, limit - 1],
  minLength: (limit: number) => ["a".repeat(limit - 1)],
  maxLength: (limit: number) => [longer(limit)],
  minItems: (limit: number) => [Array(limit - 1).fill({})],
  maxItems: (limit: number) => [Array(limit + 1).fill({})]
}

/**
 * Wrong values of the schema and of what is in it; of a union, those that fit none of its members.
 */
const wrongOf = (given: Schema, path: string): ReadonlyArray<Wrong> => {
  const schema = resolved(document, given)
  const members: ReadonlyArray<Schema> = schema.anyOf ?? [schema]
  const own = members
    .flatMap((member) => Object.entries(resolved(document, member)))
    .flatMap(([keyword, limit]) => broken[keyword]?.(limit as never) ?? [])
    .filter((value) => problemsOf(document, schema, value).length > 0)
    .map((value) => ({ path, value }))
  const nested = members.flatMap((one) => {
    const { properties, items, additionalProperties } = resolved(document, one)
    const unknown = additionalProperties === false ? [{ path: `${path}.nots`, value: 1 }] : []
    const fields = Object.entries(properties ?? {}).flatMap(([name, field]) =>
      wrongOf(field, `${path}.${name}`)
    )
    const wrongItems = items === undefined ? [] : wrongOf(items, `${path}[0]`)
    return [...unknown, ...fields, ...wrongItems]
  })
  return [...own, ...nested]
}

/** NUL, control characters of category Cc below and above ASCII, and lone surrogates. */
const uncleanTexts = ["a\u0000b", "a\u0001b", "a\u007fb", "a\u0085b", "a\ud800b", "a\udc00b"]

/** The paths of all texts in a schema. */
const textsIn = (given: Schema, path: string): ReadonlyArray<string> => {
  const { anyOf, type, properties, items, additionalProperties } = resolved(document, given)
  const nested = [
    ...(anyOf ?? []).flatMap((one: Schema) => textsIn(one, path)),
    ...Object.entries(properties ?? {}).flatMap(([name, field]) =>
      textsIn(field as Schema, `${path}.${name}`)
    ),
    ...(items === undefined ? [] : textsIn(items, `${path}[0]`)),
    ...(typeof additionalProperties === "object" ? textsIn(additionalProperties, `${path}.x`) : [])
  ]
  return type === "string" ? [path, ...nested] : nested
}

/** The body with this value at this path: what leads there is made where it is missing. */
const withValue = (body: unknown, path: string, value: unknown): unknown => {
  const [, key = "", rest = ""] = /^(?:\.(\w+)|\[0\])(.*)$/s.exec(path)?.slice(0) ?? []
  if (path === "") return value
  if (path.startsWith("[0]")) {
    const list: ReadonlyArray<unknown> = Array.isArray(body) ? body : []
    return [withValue(list[0], path.slice(3), value), ...list.slice(1)]
  }
  const record: Record<string, unknown> = { ...(body ?? {}) }
  return { ...record, [key]: withValue(record[key], rest, value) }
}

const shown = ({ path, value }: Wrong): string =>
  `${path} ${JSON.stringify(value)?.slice(0, 60) ?? ""}`

layer(layerRetainerMemory)("what the document forbids", (it) => {
  for (const route of routes) {
    const { method, path } = route
    const operation = operationOf(method, path)
    const sent = operation.requestBody?.content["application/json"]?.schema
    if (sent !== undefined) {
      it.effect(`${nameOf(route)}: is 422, and named`, () =>
        Effect.gen(function* () {
          const { call, ids } = yield* populated
          const target = pathOf(route, callOf(route), ids)
          const body = callOf(route).body?.(ids)
          const wrongs = wrongOf(sent, "").filter(({ path: at }) => at !== "")
          assert.isAbove(wrongs.length, 2)
          for (const wrong of wrongs) {
            const answer = yield* call(method, target, withValue(body, wrong.path, wrong.value))
            assert.strictEqual(answer.status, 422, shown(wrong))
            const field = wrong.path.slice(1).split(/[.[]/)[0] ?? ""
            assert.include(answer.body.error.message, field, shown(wrong))
            yield* TestClock.adjust("1 second")
          }
        })
      )
    }
    if (sent !== undefined && textsIn(sent, "").length > 0) {
      it.effect(`${nameOf(route)}: an unclean text is 422, and named`, () =>
        Effect.gen(function* () {
          const { call, ids } = yield* populated
          const target = pathOf(route, callOf(route), ids)
          const body = callOf(route).body?.(ids)
          for (const path of textsIn(sent, "")) {
            for (const value of uncleanTexts) {
              const answer = yield* call(method, target, withValue(body, path, value))
              const wrong = shown({ path, value })
              assert.strictEqual(answer.status, 422, wrong)
              assert.include(answer.body.error.message, path.slice(1).split(/[.[]/)[0] ?? "", wrong)
              yield* TestClock.adjust("1 second")
            }
          }
        })
      )
    }
    const queries = operation.parameters.filter((one: Schema) => one.in === "query")
    if (queries.length === 0) continue
    it.effect(`${nameOf(route)}: is 400, and named`, () =>
      Effect.gen(function* () {
        const { call, ids } = yield* populated
        const target = pathOf(route, callOf(route), ids)
        for (const { name, schema } of queries) {
          // A URL cannot contain a lone surrogate.
          const unclean = uncleanTexts.filter((text) => text.isWellFormed())
          const uncleans = unclean.map((value): Wrong => ({ path: name, value }))
          for (const wrong of [...wrongOf(schema, name), ...uncleans]) {
            // All of a query is text: what has another type is another text.
            const value = typeof wrong.value === "string" ? wrong.value : String(wrong.value)
            const number = schema.type === "integer" ? Number(value) : value
            const isWrong = uncleans.includes(wrong)
            if (!isWrong && problemsOf(document, schema, number).length === 0) continue
            const answer = yield* call("GET", `${target}?${new URLSearchParams({ [name]: value })}`)
            assert.strictEqual(answer.status, 400, `${name}=${value}`)
            assert.include(answer.body.error.message, name, `${name}=${value}`)
            yield* TestClock.adjust("1 second")
          }
        }
      })
    )
  }
})
