/**
 * The API with wire types: the same endpoints, with bodies, queries and answers in the documented
 * names and plain JSON values. The typed clients use it, so that their code reads like the
 * documentation. A named boundary: the casts state the types of the copied endpoints.
 */
import { Context, Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup, HttpApiSchema } from "effect/http-api"
import type { Wire } from "../domain/Resource.ts"
import { Api } from "./Api.ts"
import type { UploadForm } from "./endpoint/Endpoint.ts"

/** The wire type of a body, query or answer. Bytes, forms and headers stay. */
type WireSchema<S extends Schema.Top> = [S] extends [never]
  ? never
  : S extends HttpApiSchema.WithHeaders<infer _Inner, infer _Headers>
    ? S
    : S["Type"] extends UploadForm
      ? S
      : Schema.Codec<Wire<S["Type"]>>

type WireEndpoint<E> =
  E extends HttpApiEndpoint.HttpApiEndpoint<
    infer Id,
    infer Method,
    infer Path,
    infer Params,
    infer Q,
    infer Payload,
    infer Headers,
    infer Success,
    infer Failure,
    infer Middleware,
    infer Services
  >
    ? HttpApiEndpoint.HttpApiEndpoint<
        Id,
        Method,
        Path,
        Params,
        WireSchema<Q>,
        WireSchema<Payload>,
        Headers,
        WireSchema<Success>,
        Failure,
        Middleware,
        Services
      >
    : never

type WireGroup<G> =
  G extends HttpApiGroup.HttpApiGroup<infer Id, infer Endpoints>
    ? HttpApiGroup.HttpApiGroup<Id, WireEndpoint<Endpoints>>
    : never

type Wired<A> =
  A extends HttpApi.HttpApi<infer Id, infer Groups> ? HttpApi.HttpApi<Id, WireGroup<Groups>> : never

/** Answers that are not JSON stay. */
const answersOf = (
  successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
): ReadonlySet<Schema.Top> =>
  new Set(
    [...successes].flatMap(([status, schemas]) =>
      schemas.map((schema) =>
        HttpApiSchema.isWithHeaders(schema) || schema.ast._tag === "Void"
          ? schema
          : Schema.toEncoded(schema).pipe(HttpApiSchema.status(status))
      )
    )
  )

const json = "application/json"

const payloadOf = (payload: HttpApiEndpoint.PayloadMap): HttpApiEndpoint.PayloadMap => {
  const body = payload.get(json)
  if (body === undefined || body.encoding._tag === "Stream") return payload
  const { encoding, schemas } = body
  const [first, ...more] = schemas
  return new Map(payload).set(json, {
    encoding,
    schemas: [Schema.toEncoded(first), ...more.map((schema) => Schema.toEncoded(schema))]
  })
}

const isInstant = (wire: Schema.Constraint): boolean =>
  SchemaAST.resolve(wire.ast)?.["format"] === "date-time"

/** A number stays a number; an instant is text, as in bodies. */
const wireParameter = (field: Schema.Constraint): Schema.Constraint => {
  const wire = Schema.toEncoded(field)
  return isInstant(wire) ? wire : field
}

const namedQuery = (query: Schema.Top | undefined): Schema.Top | undefined => {
  const named = query && SchemaAST.resolve(query.ast)?.["named"]
  if (!Schema.isSchema(named)) return query
  const { fields } = named as Schema.Struct<Schema.Struct.Fields>
  return Schema.Struct(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, wireParameter(field)]))
  )
}

const copied = <T extends { annotateMerge(annotations: Context.Context<never>): object }>(
  value: T,
  changes: object
): object => Object.assign(value.annotateMerge(Context.empty()), changes)

const wired = (api: typeof Api): Wired<typeof Api> => {
  const groups: Record<string, { group: HttpApiGroup.Top; endpoints: Record<string, object> }> = {}
  HttpApi.reflect(api, {
    onGroup: ({ group }) => {
      groups[group.identifier] = { group, endpoints: {} }
    },
    onEndpoint: ({ group, endpoint, successes }) => {
      const wire = copied(endpoint, {
        success: answersOf(successes),
        payload: payloadOf(endpoint.payload),
        query: namedQuery(endpoint.query)
      })
      Object.assign(groups[group.identifier]?.endpoints ?? {}, { [endpoint.identifier]: wire })
    }
  })
  const wiredGroups = Object.entries(groups).map(([name, { group, endpoints }]) => [
    name,
    copied(group, { endpoints })
  ])
  return copied(api, { groups: Object.fromEntries(wiredGroups) }) as Wired<typeof Api>
}

export const WireApi = wired(Api)
