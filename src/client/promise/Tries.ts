/** One try of a request, and the pause before the next: both end where the caller aborts. Needs only `fetch`. */
import { timedOut, unanswered } from "./Failures.ts"

/** A whole answer. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface Limits {
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** What timers take; of more they make a millisecond. */
const longestMs = 2_147_483_647

/** What the caller aborts is thrown as its reason; every other failure is one of ours. */
export const tryOnce = async (
  send: typeof fetch,
  url: string,
  init: RequestInit,
  { timeoutMs, signal }: Limits
): Promise<Answered> => {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), Math.min(timeoutMs, longestMs))
  const abort = () => controller.abort()
  signal?.addEventListener("abort", abort, { once: true })
  try {
    const response = await send(url, { ...init, signal: controller.signal })
    const { status, headers } = response
    return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  } catch (error) {
    signal?.throwIfAborted()
    throw controller.signal.aborted ? timedOut(timeoutMs) : unanswered(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", abort)
  }
}

export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    // It tells nobody who comes later.
    if (signal?.aborted === true) return reject(signal.reason)
    const aborted = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted)
      resolve()
    }, ms)
    signal?.addEventListener("abort", aborted, { once: true })
  })
