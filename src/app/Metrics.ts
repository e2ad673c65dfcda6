/** Metrics, with Prometheus names and units. */
import { Metric } from "effect"

export const requests = Metric.counter("http_requests_total", {
  description: "Answered requests by route, method and status",
  incremental: true
})

export const requestSeconds = Metric.histogram("http_request_duration_seconds", {
  description: "Time from a request to its answer, by route",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

export const mailOutcomes = Metric.counter("mail_outcomes_total", {
  description: "Attempts to deliver mails, by result",
  incremental: true
})

export const queueDepth = Metric.gauge("mail_queue_depth", {
  description: "Mails waiting to be delivered"
})

export const queueAge = Metric.gauge("mail_queue_oldest_seconds", {
  description: "Age of the oldest mail waiting to be delivered"
})

export const databaseConnections = Metric.gauge("database_connections", {
  description: "Connections of this service to its database, by state"
})
