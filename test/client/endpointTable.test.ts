/** The client without Effect has every endpoint of the Api, and says of each what the Api says. */
import { assert, describe, it } from "@effect/vitest"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { createRetainer } from "../../src/client/promise/CreateRetainer.ts"
import { endpointTable } from "../../src/client/promise/EndpointTable.ts"

const words: Readonly<Record<string, string>> = {
  "application/json": "body",
  "multipart/form-data": "form",
  "application/x-www-form-urlencoded": "urlencoded"
}

/** The line as the values of the Api have it; how a list goes on is the compiler's to say. */
const lineOf = ({ method, path, payload, query }: HttpApiEndpoint.Top): string => {
  const [type] = payload.keys()
  const input = type === undefined ? (query === undefined ? "" : " query") : ` ${words[type]}`
  return `${method} ${path.replace(/^\/v1/, "")}${input}`
}

const declared: Array<readonly [place: string, line: string]> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ group, endpoint }) => {
    declared.push([`${group.identifier}.${endpoint.identifier}`, lineOf(endpoint)])
  }
})

describe("the endpoint table", () => {
  it("has those of the Api, and no others", () => {
    const lines = Object.entries(endpointTable).flatMap(([group, endpoints]) =>
      Object.entries(endpoints).map(
        ([name, line]) =>
          [
            `${group}.${name}`,
            line.replace(/ bytes$/, "").replace(/ (?:cursor|after)$/, " query")
          ] as const
      )
    )
    assert.isAbove(declared.length, 50)
    assert.sameDeepMembers(lines, declared)
  })
})

describe("createRetainer", () => {
  it("has a method for every endpoint of the Api", () => {
    const methods = Object.entries(
      createRetainer({ baseUrl: "http://retainer.test", apiKey: "rk_x" })
    ).flatMap(([group, endpoints]) =>
      Object.entries(endpoints).map(([name, method]) => `${group}.${name} ${typeof method}`)
    )
    assert.sameMembers(
      methods,
      declared.map(([place]) => `${place} function`)
    )
  })
})
