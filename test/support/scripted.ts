/** An HttpClient that answers by a script and records its requests with their times. */
import { Clock, Effect, Layer } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"

/** An answer, or a connection that breaks before it. */
export type Step = Response | "broken"

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly atMs: number
}

export const problem = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {}
): Response => Response.json({ error: { code, message, status } }, { status, headers })

export const limited = (retryAfter: number): Response =>
  problem(429, "RATE_LIMITED", "Too many requests", { "retry-after": String(retryAfter) })

/** Steps are taken in turn; the last one stays. */
export const scripted = (...steps: ReadonlyArray<Step>) => {
  const asked: Array<Asked> = []
  const layer = Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request, url) =>
      Effect.flatMap(Clock.currentTimeMillis, (atMs) => {
        const step = steps[Math.min(asked.length, steps.length - 1)]
        const { method, headers } = request
        asked.push({ method, url: url.href, headers: { ...headers }, atMs })
        return step === undefined || step === "broken"
          ? Effect.fail(
              new HttpClientError.HttpClientError({
                reason: new HttpClientError.TransportError({ request })
              })
            )
          : Effect.succeed(HttpClientResponse.fromWeb(request, step.clone()))
      })
    )
  )
  return { asked, layer }
}
