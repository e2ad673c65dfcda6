/** The catalogue of events: the page is what the service records today, and has every type. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { beforeAll } from "vitest"
import { eventsPage } from "../../scripts/events/page.ts"
import { type SampleEvent, sampleEvents } from "../../scripts/events/story.ts"
import { eventTypes } from "../../src/domain/events/Event.ts"
import { document } from "../support/document.ts"
import { problemsOf } from "../support/jsonSchema.ts"

const page = new URL("../../docs/events.md", import.meta.url)

describe("docs/events.md", () => {
  let samples: ReadonlyMap<string, SampleEvent>
  beforeAll(async () => {
    samples = await sampleEvents()
  })

  it("has a sample of every type", () => {
    assert.sameMembers([...samples.keys()], [...eventTypes])
  })

  it("is what `npm run events` writes", () => {
    assert.strictEqual(readFileSync(page, "utf8"), eventsPage(samples))
  })

  it("shows events that fit the OpenAPI document", () => {
    for (const [type, sample] of samples)
      assert.deepStrictEqual(
        problemsOf(document, document.components.schemas.Event, sample),
        [],
        type
      )
  })
})
