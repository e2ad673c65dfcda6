/**
 * Kept answers, given before the router: as the edge would give them, byte for byte, at a fifth of the price.
 * Only the plainest requests are looked at, and only where no spans are made; whatever else there is about
 * a request, the router answers it.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Clock, Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { isOpen } from "../api/OpenAnswer.ts"
import { AccessLog } from "../app/ports/AccessLog.ts"
import type { RequestId } from "../domain/Ids.ts"
import { codingOf } from "./ContentCoding.ts"
import { Exposure } from "./Exposure.ts"
import { FrontDoor, noteArrival } from "./FrontDoor.ts"
import { type Again, givenAgain, KeptAnswers } from "./middleware/KeptAnswers.ts"
import { allowanceHeaders } from "./middleware/RateLimit.ts"
import { unlessKnown } from "./middleware/Representation.ts"
import { commonHeaders, complete, loggedPath, makeTell } from "./middleware/Telling.ts"
import { isHttps, refusePlain } from "./middleware/Transport.ts"
import type { Question } from "./Question.ts"
import { newRequestId } from "./RequestIds.ts"

type Response = HttpServerResponse.HttpServerResponse

/** What asks for more than a plain GET does, or announces a body. */
const unusual = [
  "content-length",
  "transfer-encoding",
  "expect",
  "upgrade",
  "range",
  "if-range",
  "if-match",
  "if-modified-since",
  "if-unmodified-since"
]

type Headers = IncomingMessage["headers"]

/** Whether each header came once: what Node makes of several is for the router to judge. */
const areSingle = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>,
  count: number
): headers is Readonly<Record<string, string>> => {
  let single = 0
  for (const name in headers) {
    if (typeof headers[name] !== "string") return false
    single += 1
  }
  return single === count
}

const isUnusual = (headers: Headers): boolean => unusual.some((name) => headers[name] !== undefined)

/** What is asked, where it is asked plainly. */
const questionOf = ({
  method,
  url,
  httpVersion,
  headers,
  rawHeaders
}: IncomingMessage): Question | undefined =>
  method === "GET" &&
  url?.startsWith("/v1/") &&
  httpVersion === "1.1" &&
  headers.host !== undefined &&
  headers.authorization !== undefined &&
  areSingle(headers, rawHeaders.length / 2) &&
  !isUnusual(headers)
    ? { method, url, headers }
    : undefined

const listed = (headers: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.entries(headers).flat()

/** The headers of an answer, as names and values by turns: its own, and those of all answers. */
interface Lists {
  readonly own: ReadonlyArray<string>
  readonly common: ReadonlyArray<string>
  readonly isHttps: boolean
}

/** Made once for what is given often. */
const makeLists = (exposure: Exposure["Service"]) => {
  const known = new WeakMap<Response, Lists>()
  return (question: Question, response: Response): Lists => {
    const https = isHttps(exposure, question)
    const found = known.get(response)
    if (found?.isHttps === https) return found
    const lists = {
      own: listed(response.headers),
      common: listed(commonHeaders(exposure, question, response)),
      isHttps: https
    }
    known.set(response, lists)
    return lists
  }
}

const write = (
  response: ServerResponse,
  { status, body }: Response,
  headers: Array<string>,
  isLast: boolean
): void => {
  if (isLast) headers.push("connection", "close")
  response.writeHead(status, headers)
  if (status !== 304 && body._tag === "Uint8Array") response.end(body.text ?? body.body)
  else response.end()
}

export const layerQuickAnswers = Layer.effectDiscard(
  Effect.gen(function* () {
    const door = yield* FrontDoor
    const kept = yield* KeptAnswers
    const exposure = yield* Exposure
    const accessLog = yield* AccessLog
    const clock = yield* Clock.Clock
    const context = yield* Effect.context<never>()
    const run = Effect.runForkWith(context)
    const tell = makeTell(accessLog)
    const listsOf = makeLists(exposure)

    /** One that is sent in a coding, made by the functions of the edge. */
    const writeCoded = (
      response: ServerResponse,
      question: Question,
      again: Again,
      id: RequestId
    ) => {
      const send = (whole: Response) =>
        write(response, whole, [...listed(whole.headers)], door.isDraining())
      const whole = complete(exposure, question, givenAgain(question, again), id)
      if (HttpServerResponse.isHttpServerResponse(whole)) return send(whole)
      run(
        Effect.map(whole, (made) => {
          if (!response.destroyed) send(made)
        })
      )
    }

    const giveAgain = (
      question: Question,
      response: ServerResponse,
      again: Again,
      started: number
    ): void => {
      const { kept: found, allowance } = again
      const { route } = found
      const answer = unlessKnown(question, found.response)
      const id: RequestId = newRequestId()
      const { method, url } = question
      const { status } = answer
      const at = clock.currentTimeMillisUnsafe()
      run(tell(context, { id, method, path: loggedPath(url), route, status, started, at }))
      if (isOpen(answer) && codingOf(question.headers["accept-encoding"]) !== undefined) {
        writeCoded(response, question, again, id)
        return
      }
      const { own, common } = listsOf(question, answer)
      const headers = [...own, ...listed(allowanceHeaders(allowance)), ...common]
      headers.push("x-request-id", id)
      write(response, answer, headers, door.isDraining())
    }

    // The edge makes a span for each request, and what it gives belongs to that.
    const areSpansMade = yield* Effect.withFiber(({ cache }) =>
      Effect.succeed(cache.tracer !== undefined)
    )
    if (areSpansMade) return
    yield* door.stand((request, response, pass) => {
      const question = questionOf(request)
      if (question === undefined || refusePlain(exposure, question) !== undefined) return false
      const started = clock.currentTimeMillisUnsafe()
      return kept.again(question, started, {
        hasLeft: () => response.destroyed,
        give: (again) => {
          if (response.destroyed) return
          if (again === undefined) {
            noteArrival(request, started)
            return pass()
          }
          try {
            giveAgain(question, response, again, started)
          } catch (defect) {
            // Others wait for the same version: one that cannot be written is its own matter.
            response.destroy()
            run(Effect.logError("A kept answer could not be given", defect))
          }
        }
      })
    })
  })
)
