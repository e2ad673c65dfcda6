/** What is kept stays within its bound, and what was asked for longest ago goes first. */
import { assert, describe, it } from "@effect/vitest"
import { HttpServerResponse } from "effect/http"
import { WorkspaceId } from "../../src/domain/Ids.ts"
import { makeAnswerStore } from "../../src/http/AnswerStore.ts"

const [one, two] = [1, 2].map((n) =>
  WorkspaceId.fromUuid(`00000000-0000-7000-8000-00000000000${n}`)
) as [WorkspaceId, WorkspaceId]

const answer = (bytes: number) => ({
  response: HttpServerResponse.uint8Array(new Uint8Array(bytes)),
  access: { kind: "any", scopes: ["projects:read"] } as const,
  route: "/",
  version: 1,
  workspace: "",
  until: 2
})

describe("the store of answers", () => {
  it("knows what was asked, of whichever workspace, until it is dropped", () => {
    const store = makeAnswerStore(100_000)
    assert.isFalse(store.knows("/a"))
    store.keep(one, "/a", answer(10))
    store.keep(two, "/a", answer(20))
    assert.isTrue(store.knows("/a"))
    assert.isUndefined(store.find(one, "/b"))
    store.drop(one, "/a")
    assert.isUndefined(store.find(one, "/a"))
    assert.isDefined(store.find(two, "/a"))
    assert.isTrue(store.knows("/a"))
    store.drop(two, "/a")
    store.drop(two, "/a")
    assert.isFalse(store.knows("/a"))
    assert.strictEqual(store.size(), 0)
  })

  it("counts an answer that replaces another once", () => {
    const store = makeAnswerStore(100_000)
    store.keep(one, "/a", answer(10))
    const size = store.size()
    store.keep(one, "/a", answer(10))
    assert.strictEqual(store.size(), size)
    store.drop(one, "/a")
    assert.isFalse(store.knows("/a"))
  })

  it("lets go of what was asked for longest ago, and takes nothing that is too large", () => {
    const store = makeAnswerStore(40_000)
    for (let at = 0; at < 8; at++) store.keep(one, `/${at}`, answer(3500))
    assert.isDefined(store.find(one, "/0"))
    store.keep(one, "/8", answer(3500))
    assert.isDefined(store.find(one, "/0"))
    assert.isUndefined(store.find(one, "/1"))
    assert.isAtMost(store.size(), 40_000)
    store.keep(one, "/large", answer(6000))
    assert.isUndefined(store.find(one, "/large"))
    assert.isDefined(store.find(one, "/8"))
  })
})
