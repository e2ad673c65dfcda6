/** Which form a request would rather have. */
import { assert, describe, it } from "@effect/vitest"
import { prefersCsv } from "../../../src/http/body/Accept.ts"

describe("Accept", () => {
  it("asks for a table where it names one above JSON", () => {
    for (const accept of [
      "text/csv",
      "TEXT/CSV; charset=utf-8; header=present",
      "text/*",
      "text/csv, */*",
      "application/json;q=0.5, text/csv;q=0.9",
      "text/csv, application/json;q=0"
    ]) {
      assert.isTrue(prefersCsv(accept), accept)
    }
  })

  it("otherwise it gets JSON", () => {
    for (const accept of [
      undefined,
      "",
      "*/*",
      "application/json",
      "application/json, text/csv",
      "text/csv;q=0",
      "text/csv;q=0, */*;q=0",
      "text/csv;q=much",
      "application/json, text/csv;q=0.9",
      "image/png",
      "text/html, */*;q=0.8"
    ]) {
      assert.isFalse(prefersCsv(accept), accept)
    }
  })
})
