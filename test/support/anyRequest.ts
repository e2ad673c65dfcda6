/**
 * Random requests to every route: mostly valid values by the OpenAPI document, then changed in one
 * place by a hostile value, in the body as text, in the query, the path or a header.
 */
import { Predicate } from "effect"
import fc from "fast-check"
import { document, operationOf } from "./document.ts"
import { hostileTexts } from "./hostile.ts"
import { resolved, type Schema } from "./jsonSchema.ts"
import { callOf } from "./populated.ts"
import { fileForm, type RawRequest } from "./requests.ts"
import { type Ids, type Route, routes } from "./routes.ts"

export interface AnyRequest extends RawRequest {
  readonly route: Route
  /** With ids and query. */
  readonly path: string
  readonly headers: Record<string, string>
}

/** Whose credentials and ids a request may have. */
export interface Known {
  readonly keys: ReadonlyArray<string>
  readonly ids: Ids
  readonly foreign: Ids
}

type Value = fc.Arbitrary<unknown>

const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)

/** Written into the JSON as they are. */
const rawValues = [
  ...[
    "null",
    "true",
    "-1",
    "0.1",
    "1e21",
    "1e400",
    "-0",
    "9007199254740993",
    "99999999999999999999"
  ],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"\\ud800"',
    '"\\u202e"',
    '"__proto__"',
    '"constructor"',
    "{}",
    "[]"
  ],
  ...['{"__proto__":{"x":1}}', '{"constructor":1}', "NaN", "Infinity", "01", "'x'", "undefined"],
  ...['"0000-00-00"', '"9999-12-31"', '"2026-02-30"', '"-000001-01-01"', '"2026-11-26T25:00:00Z"'],
  ...[deep(20), deep(5000), JSON.stringify("ä".repeat(70_000)), JSON.stringify("'; DROP TABLE x")],
  ...hostileTexts.map((text) => JSON.stringify(text))
]

const texts = fc.oneof(
  fc.constantFrom("Design", "Ada Byron", "Café Zürich", "日本", "a@x.example", "2026-11-26", "EUR"),
  fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" })
)

/** Ids of the kind: three times as often known ones, of another workspace, and of nothing. */
const idOf = (prefix: string, { ids, foreign }: Known): Value => {
  const ofKind = (all: Ids) => Object.values(all).filter((id) => id.startsWith(`${prefix}_`))
  const own = ofKind(ids)
  const others = ofKind(foreign)
  return fc.constantFrom(...own, ...own, ...own, ...others, `${prefix}_${"0".repeat(26)}`)
}

const textOf = (schema: Schema, known: Known): Value => {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const prefix = /^\^([a-z]+)_\[0-7\]/.exec(schema.pattern ?? "")?.[1]
  if (prefix !== undefined) return idOf(prefix, known)
  if (schema.format === "date") return fc.constantFrom("2026-01-31", "2026-11-26", "2030-02-28")
  if (schema.format === "date-time") return fc.constantFrom("2026-11-26T10:00:00Z")
  if (schema.format === "email") return fc.constantFrom("ada@x.example", "max@y.example")
  if (schema.format === "uri") return fc.constantFrom("https://x.example/hook")
  const given: ReadonlyArray<string> = schema.examples ?? []
  return given.length > 0 ? fc.oneof(fc.constantFrom(...given), texts) : texts
}

/** Values that the schema allows, apart from rules between fields and patterns of texts. */
const valueOf = (given: Schema, known: Known): Value => {
  const schema = resolved(document, given)
  const members: ReadonlyArray<Schema> | undefined = schema.anyOf ?? schema.oneOf
  if (members !== undefined) return fc.oneof(...members.map((one) => valueOf(one, known)))
  switch (schema.type) {
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries<Schema>(schema.properties ?? {}).map(([name, part]) => [
            name,
            valueOf(part, known)
          ])
        ),
        { requiredKeys: schema.required ?? [] }
      )
    case "array":
      return fc.array(valueOf(schema.items, known), { minLength: 1, maxLength: 3 })
    case "boolean":
      return fc.boolean()
    case "integer":
    case "number": {
      const { minimum = 0, maximum = 1_000_000 } = schema
      const whole = fc.integer({ min: Math.max(minimum, -1000), max: Math.min(maximum, 1_000_000) })
      return fc.oneof(fc.constantFrom(minimum, maximum, 1), whole)
    }
    case "null":
      return fc.constant(null)
    default:
      return textOf(schema, known)
  }
}

/** The places in a value. */
const placesIn = (value: unknown): ReadonlyArray<ReadonlyArray<string>> =>
  Predicate.isObject(value) || Array.isArray(value)
    ? Object.entries(value).flatMap(([key, part]) => [
        [key],
        ...placesIn(part).map((rest) => [key, ...rest])
      ])
    : []

const mark = "@@here@@"

const marked = (value: unknown, [key, ...rest]: ReadonlyArray<string>): unknown => {
  if (key === undefined) return mark
  if (Array.isArray(value))
    return value.map((one, at) => (String(at) === key ? marked(one, rest) : one))
  if (!Predicate.isObject(value)) return value
  return { ...value, [key]: marked(Reflect.get(value, key), rest) }
}

/** The JSON text with one value replaced, or broken as a whole. */
const hostileText = (body: unknown): fc.Arbitrary<string> => {
  const text = JSON.stringify(body)
  const places = placesIn(body)
  const replaced = fc
    .tuple(fc.constantFrom([], ...places), fc.constantFrom(...rawValues))
    .map(([place, raw]) => JSON.stringify(marked(body, place)).replace(`"${mark}"`, () => raw))
  const broken = fc.constantFrom(
    ...["", " ", "null", "[]", '""', "{", `${text}x`, `\ufeff${text}`, `${text}${text}`],
    ...[text.slice(0, -1), text.replace("{", "{,"), text.replace("{", '{"x":1,"x":2,'), "\u0000"]
  )
  // Made only where it is sent: a megabyte for each request would take a tenth of the time.
  const long = fc
    .constant("a")
    .map((one) => text.replace("{", `{"pad":"${one.repeat(1_100_000)}",`))
  return fc.oneof(
    { arbitrary: replaced, weight: 70 },
    { arbitrary: broken, weight: 13 },
    { arbitrary: long, weight: 1 }
  )
}

const bodyOf = (route: Route, known: Known): fc.Arbitrary<RawRequest> => {
  const operation = operationOf(route.method, route.path)
  const content = operation.requestBody?.content
  if (content === undefined) {
    return fc.oneof(
      { arbitrary: fc.constant({}), weight: 9 },
      { arbitrary: fc.constant({ raw: '{"x":1}' }), weight: route.method === "GET" ? 0 : 1 }
    )
  }
  if (content["multipart/form-data"] !== undefined) {
    const { project, client, draft } = known.ids
    const fields = fc.constantFrom(
      { project_id: project },
      { client_id: client },
      { invoice_id: draft, x: "1" },
      { project_id: known.foreign.project },
      {}
    )
    const names = fc.constantFrom("hello.txt", "", "../../x", 'a"b\r\nc.pdf', "a".repeat(400))
    return fc
      .tuple(fields, names)
      .map(([given, name]) => ({ body: fileForm(given, new File(["Hello"], name)) }))
  }
  const json = content["application/json"]
  const listed = callOf(route).body?.(known.ids)
  const example = json.example === undefined ? [] : [fc.constant(json.example)]
  const valid = fc.oneof(fc.constant(listed ?? {}), ...example, valueOf(json.schema, known))
  return valid.chain((body) =>
    fc.oneof(
      fc.constant({ body }),
      hostileText(body).map((raw) => ({ raw }))
    )
  )
}

const segments = [
  ...["", "x", ".", "..", "%00", "%ff", "%", "%2e%2e%2f", "inv_", "null", "a".repeat(3000)],
  ...["' OR 1=1--", "<script>", "inv_01h2xcejqtf2nbrexx3vqjhp41", "😀"].map(encodeURIComponent)
]

const pathOf = (route: Route, known: Known): fc.Arbitrary<string> => {
  const call = callOf(route)
  const name = call.id
  const all = [...Object.values(known.ids), ...Object.values(known.foreign)]
  const id =
    name === undefined
      ? fc.constant("x")
      : fc.oneof(
          { arbitrary: fc.constant(known.ids[name]), weight: 8 },
          { arbitrary: fc.constantFrom(...all, ...segments), weight: 2 }
        )
  const { delivery, payment } = known.ids
  return id.map((given) =>
    route.path
      .replace(":delivery_id", delivery)
      .replace(":payment_id", payment)
      .replace(":id", () => given)
  )
}

const queryOf = (route: Route, known: Known): fc.Arbitrary<string> => {
  const parameters: ReadonlyArray<Schema> = operationOf(route.method, route.path).parameters ?? []
  const listed = parameters.filter((one) => one.in === "query")
  const hostile = fc.constantFrom("", "%", "%00", "%ff", "0", "-1", "1e9", "null", "a".repeat(2000))
  const one = ({ name, schema }: Schema): fc.Arbitrary<string> =>
    fc.oneof(
      {
        arbitrary: valueOf(schema, known).map((v) => `${name}=${encodeURIComponent(String(v))}`),
        weight: 4
      },
      { arbitrary: hostile.map((value) => `${name}=${value}`), weight: 1 }
    )
  const needed = (callOf(route).search ?? "").slice(1)
  const odd = fc.constantFrom("x=1", "limit=1&limit=2", "=", "&&", "__proto__=1", "a[b]=1")
  const some =
    listed.length === 0
      ? fc.constant<ReadonlyArray<string>>([])
      : fc.array(fc.oneof(...listed.map(one)), { maxLength: 3 })
  return fc
    .tuple(some, fc.option(odd, { freq: 12, nil: "" }))
    .map(([parts, last]) => [needed, ...parts, last].filter((part) => part !== "").join("&"))
}

const headersOf = (route: Route): fc.Arbitrary<Record<string, string>> => {
  const rare = (...values: ReadonlyArray<string>) =>
    fc.option(fc.constantFrom(...values), { freq: 6, nil: undefined })
  return fc
    .record({
      accept: rare("*/*", "text/csv", "application/xml", "x", "text/html;q=0.9"),
      "accept-language": rare("de", "x-y-z", "fr;q=x", ",".repeat(500)),
      "accept-encoding": rare("identity", "gzip;q=0", "x"),
      "content-type": rare(
        "text/plain",
        "application/json; charset=latin1",
        "x",
        "application/xml"
      ),
      "idempotency-key": route.method === "POST" ? rare("a", "b", "ä", "k".repeat(300)) : rare("a"),
      "if-match": rare("*", '"x"', 'W/"x"', "x"),
      "if-none-match": rare("*", '"x"', "x,,y"),
      prefer: rare("dry-run", "return=minimal, dry-run", "dry-run=x"),
      origin: rare("https://evil.example", "null"),
      "x-request-id": rare("x", "y".repeat(1000)),
      "x-forwarded-for": rare("1.2.3.4", "x, y", ":::1")
    })
    .map((all) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
      )
    )
}

const requestTo = (route: Route, known: Known): fc.Arbitrary<AnyRequest> => {
  const [full = "", ...others] = known.keys
  const key = fc.oneof(
    { arbitrary: fc.constant(full), weight: 12 },
    { arbitrary: fc.constantFrom(...others, "rk_x", "", "ä".repeat(10)), weight: 1 }
  )
  return fc
    .tuple(key, pathOf(route, known), queryOf(route, known), headersOf(route), bodyOf(route, known))
    .map(([given, path, query, headers, body]) => ({
      ...{ route, headers, ...body },
      path: query === "" ? path : `${path}?${query}`,
      ...(given === "" ? {} : { key: given })
    }))
}

/** A request to any route; each has the same share. */
export const anyRequest = (known: Known): fc.Arbitrary<AnyRequest> =>
  fc.oneof(...routes.map((route) => requestTo(route, known)))
