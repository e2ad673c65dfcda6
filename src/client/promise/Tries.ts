/** One attempt of a request, and the pause before the next one. Both end if the caller aborts. */
import { timedOut, unanswered } from "./Errors.ts"

/** A complete answer. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface Limits {
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** The longest delay of a timer; a longer one fires after a millisecond. */
const longestMs = 2_147_483_647

/**
 * Rejects with the reason of the signal if the caller aborts, and with a RetainerError otherwise.
 */
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
    // An aborted signal fires no event for later listeners.
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
