/** Long answers are cached and sent as bytes, with the same content. */
import { assert, it } from "@effect/vitest"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { Api } from "../../../src/api/Api.ts"
import { ruleOf } from "../../../src/api/endpoint/EndpointRule.ts"
import { systemActor } from "../../../src/domain/access/Actor.ts"
import { ApiKeyId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { ResponseCache } from "../../../src/http/cache/ResponseCache.ts"
import { finisher } from "../../../src/http/edge/Endpoints.ts"
import { longAsBytes } from "../../../src/http/edge/Representation.ts"
import type { RequestContext } from "../../../src/http/edge/RequestContext.ts"
import { equalVersions } from "../../../src/testing/workspaces/WorkspaceVersionsMemory.ts"
import { agency } from "../../support/records.ts"

const answerOf = (length: number) =>
  HttpServerResponse.jsonUnsafe("ü".repeat(length), { headers: { etag: '"1"' } })

/** The text of the body, where it is one, and its bytes. */
const saidBy = ({ body, headers }: HttpServerResponse.HttpServerResponse) => {
  assert.strictEqual(body._tag, "Uint8Array")
  if (body._tag !== "Uint8Array") throw new Error("no bytes")
  return { text: body.text, bytes: Buffer.from(body.body), length: body.contentLength, headers }
}

/** The memory that the body pins, in bytes. */
const heldBy = ({ body }: HttpServerResponse.HttpServerResponse): number =>
  body._tag === "Uint8Array" ? body.body.buffer.byteLength : 0

it("a long text becomes bytes alone, with the same headers", () => {
  const before = saidBy(answerOf(16 * 1024))
  const after = saidBy(longAsBytes(answerOf(16 * 1024)))
  assert.isString(before.text)
  assert.isUndefined(after.text)
  assert.deepStrictEqual({ ...after, text: before.text }, before)
})

it("what is kept of it keeps no memory of others", () => {
  for (const length of [9 * 1024, 15 * 1024, 40 * 1024]) {
    const bytes = longAsBytes(answerOf(length))
    assert.strictEqual(heldBy(bytes), saidBy(bytes).length)
  }
})

it("a short text and what is no text stay what they are", () => {
  for (const answer of [answerOf(10), HttpServerResponse.uint8Array(new Uint8Array(40_000))]) {
    assert.strictEqual(longAsBytes(answer), answer)
  }
})

it("the long answers of each cacheable endpoint are stored as bytes", () => {
  const stored: Array<HttpServerResponse.HttpServerResponse> = []
  const cache = ResponseCache.of({
    peek: () => undefined,
    holds: () => false,
    lookup: () => {},
    store: (_, __, { response }) => stored.push(response)
  })
  const endpoints: HttpApiEndpoint.Top[] = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      if (ruleOf(endpoint).cacheable !== undefined) endpoints.push(endpoint)
    }
  })
  assert.isAbove(endpoints.length, 8)
  const facts: RequestContext["Service"] = {
    route: "other",
    principal: {
      credentialId: ApiKeyId.fromUuid("00000000-0000-7000-8000-0000000000a0"),
      actor: systemActor,
      workspace: agency(WorkspaceId.fromUuid("00000000-0000-7000-8000-0000000000b0")),
      scopes: new Set(),
      role: null
    },
    versions: equalVersions(1),
    taken: null,
    allowance: null
  }
  const request = HttpServerRequest.fromWeb(new Request("http://x.example/v1/things"))
  for (const endpoint of endpoints) {
    finisher(cache, endpoint, ruleOf(endpoint))(request, facts, 0)(answerOf(16 * 1024))
    const latest = stored.at(-1) ?? HttpServerResponse.empty()
    assert.isUndefined(saidBy(latest).text, endpoint.identifier)
  }
  assert.lengthOf(stored, endpoints.length)
})
