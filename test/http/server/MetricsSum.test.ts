/** Counters and histograms of several processes are added; gauges of the database count once. */
import { assert, describe, it } from "@effect/vitest"
import { sumOfMetrics } from "../../../src/http/server/MetricsSum.ts"

const textOf = (requests: number, refused: string, depth: number) =>
  [
    "# HELP http_requests_total Answered requests",
    "# TYPE http_requests_total counter",
    `http_requests_total{path="/a b",status="200"} ${requests}`,
    refused,
    "",
    "# TYPE http_request_duration_seconds histogram",
    `http_request_duration_seconds_bucket{le="+Inf"} ${requests}`,
    `http_request_duration_seconds_sum ${requests / 4}`,
    "# TYPE mail_queue_depth gauge",
    `mail_queue_depth ${depth}`,
    ""
  ]
    .filter((line, index, all) => line !== "" || index === all.length - 1)
    .join("\n")

describe("the sum of metrics", () => {
  it("adds what was counted and takes the greatest of what was measured", () => {
    const refused = 'http_requests_total{path="/",status="429"} 3'
    assert.strictEqual(
      sumOfMetrics([textOf(2, "", 7), textOf(6, refused, 5)]),
      textOf(8, refused, 7)
    )
  })

  it("leaves one process's text as it is", () => {
    const text = textOf(2, "", 7)
    assert.strictEqual(sumOfMetrics([text]), text)
  })
})
