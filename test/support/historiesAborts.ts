/** Callers that leave: requests whose connection is destroyed before they are answered. */
import { connect } from "node:net"
import { type Random, type Service, times } from "./histories.ts"

/** A random moment: after turns of the event loop, or milliseconds that a request may take. */
const leaveAt = (random: Random, millis: number, leave: () => void): void => {
  if (random.chance(0.3)) {
    const turn = (left: number): void => {
      if (left === 0) leave()
      else setImmediate(turn, left - 1)
    }
    turn(random.below(60))
  } else setTimeout(leave, random.next() * millis)
}

/** Sends the request; true where the caller left without an answer. */
const sendAndLeave = (url: URL, request: string, random: Random, millis: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(url.port), url.hostname, () => {
      socket.write(request)
      leaveAt(random, millis, () => socket.destroy())
    })
    socket.on("data", () => {
      resolve(false)
      socket.destroy()
    })
    socket.on("error", () => {})
    socket.on("close", () => resolve(true))
  })

/**
 * Creates by callers that leave, until so many have left without an answer; three of ten have an
 * idempotency key. Answers how many were answered.
 */
export const abortCreates = async (
  service: Service,
  random: Random,
  count: number,
  { path, body, millis }: { readonly path: string; readonly body: object; readonly millis: number }
): Promise<number> => {
  const text = JSON.stringify(body)
  let left = 0
  let answered = 0
  let sent = 0
  await times(30, async () => {
    while (left < count) {
      const url = new URL(random.pick(service.urls()))
      sent += 1
      const head = [
        `POST ${path} HTTP/1.1`,
        `host: ${url.host}`,
        `authorization: Bearer ${service.key()}`,
        "content-type: application/json",
        `content-length: ${Buffer.byteLength(text)}`,
        ...(random.chance(0.3) ? [`idempotency-key: ${path} ${sent}`] : [])
      ]
      const request = `${head.join("\r\n")}\r\n\r\n${text}`
      if (await sendAndLeave(url, request, random, millis)) left += 1
      else answered += 1
    }
  })
  return answered
}
