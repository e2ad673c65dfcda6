/**
 * The promise client: async iteration and error classes, with types from the Api and an endpoint
 * table at run time, so that a bundle is small. It needs only `fetch`.
 */
import { endpointTable } from "./EndpointTable.ts"
import { unanswered } from "./Errors.ts"
import { type AnyPage, makeList } from "./List.ts"
import type { Retainer } from "./RetainerTypes.ts"
import {
  type CallOptions,
  type Credential,
  makeTransport,
  type OutgoingRequest,
  type Transport,
  type TransportOptions
} from "./Transport.ts"
import type { Answered } from "./Tries.ts"

export interface RetainerOptions extends TransportOptions {
  /** The server's origin, without `/v1`. */
  readonly baseUrl: string
  /** An API key or an access token. */
  readonly apiKey?: string
  /** In place of a key: tokens that renew themselves (`createTokens`). */
  readonly tokens?: Credential
}

interface Endpoint {
  readonly method: string
  readonly path: string
  readonly input: string | undefined
  readonly isBytes: boolean
  readonly ids: number
}

const parseLine = (line: string): Endpoint => {
  const [method = "", path = "", ...words] = line.split(" ")
  return {
    method,
    path,
    input: words.find((word) => word !== "bytes"),
    isBytes: words.includes("bytes"),
    ids: path.split(":").length - 1
  }
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

const parametersOf = (fields: Fields): URLSearchParams => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}

const pathOf = (path: string, ids: ReadonlyArray<unknown>): string => {
  let taken = 0
  return path.replace(/:\w+/g, () => {
    const id = ids[taken++]
    // An empty id or a dot segment would address another path: `/invoices/` is the list.
    if (typeof id !== "string" || /^\.{0,2}$/.test(id)) throw new TypeError("An id is missing")
    return encodeURIComponent(id)
  })
}

const bodyOf = (endpoint: Endpoint, input: unknown): Pick<OutgoingRequest, "body" | "headers"> => {
  const headers = { accept: endpoint.isBytes ? "*/*" : "application/json" }
  if (input instanceof FormData) return { headers, body: input }
  if (endpoint.input === "urlencoded") return { headers, body: parametersOf(fieldsOf(input)) }
  return endpoint.input === "body"
    ? {
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(fieldsOf(input))
      }
    : { headers }
}

const decoder = new TextDecoder()

const valueOf = ({ bytes }: Answered): unknown => {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch (error) {
    throw unanswered(error)
  }
}

const isPage = (value: unknown): value is AnyPage =>
  isFields(value) && Array.isArray(value["data"]) && isFields(value["meta"])

const isCallOptions = (value: unknown): value is CallOptions => isFields(value)

type Method = (...given: ReadonlyArray<unknown>) => unknown

const methodOf = (endpoint: Endpoint, baseUrl: string, transport: Transport): Method => {
  const { method, path, input: kind, isBytes, ids } = endpoint
  return (...given) => {
    const input = kind === undefined ? undefined : given[ids]
    const last = given[kind === undefined ? ids : ids + 1]
    const options = isCallOptions(last) ? last : {}
    const load = async (position: object): Promise<Answered> => {
      const isRead = method === "GET"
      const query = isRead ? parametersOf({ ...fieldsOf(input), ...position }).toString() : ""
      return transport(
        {
          method,
          url: `${baseUrl}/v1${pathOf(path, given)}${query === "" ? "" : `?${query}`}`,
          isIdempotent: method === "POST" && kind !== "urlencoded",
          ...bodyOf(endpoint, input)
        },
        options
      )
    }
    if (kind === "cursor" || kind === "after") {
      return makeList(kind, async (position) => {
        const page = valueOf(await load(position))
        if (!isPage(page)) throw unanswered("the answer is no page of a list")
        return page
      })
    }
    return load({}).then((answer) => (isBytes ? answer.bytes : valueOf(answer)))
  }
}

const keyOf = (apiKey: string): Credential => ({
  current: () => Promise.resolve(apiKey),
  renewed: () => Promise.resolve(apiKey)
})

/** `createRetainer({ baseUrl, apiKey }).invoices.list({ status: "sent" })`. */
export function createRetainer(options: RetainerOptions): Retainer
export function createRetainer({ baseUrl, apiKey, tokens, ...made }: RetainerOptions): object {
  const origin = baseUrl.replace(/\/+$/, "")
  const signed = makeTransport(made, tokens ?? (apiKey === undefined ? null : keyOf(apiKey)))
  // A token request proves the app, not a user.
  const plain = makeTransport(made, null)
  return Object.fromEntries(
    Object.entries(endpointTable).map(([group, lines]) => [
      group,
      Object.fromEntries(
        Object.entries(lines).map(([name, line]) => {
          const endpoint = parseLine(line)
          const transport = endpoint.input === "urlencoded" ? plain : signed
          return [name, methodOf(endpoint, origin, transport)]
        })
      )
    ])
  )
}
