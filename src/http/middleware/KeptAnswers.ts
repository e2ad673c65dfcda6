/**
 * Gives an answer again where nothing that it shows changed since (docs/decisions/0041). Credential,
 * scope and rate limit are asked as for any other request; in all that is unusual (no credential, no
 * scope, no token left, another version) the endpoint answers as if nothing had been kept.
 */
import { Cause, Context, DateTime, Effect, Layer, Redacted } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Credentials } from "../../app/people/Credentials.ts"
import { type Allowance, RateLimits } from "../../app/ports/RateLimits.ts"
import { WorkspaceVersions } from "../../app/ports/workspaces/WorkspaceVersions.ts"
import { addDays, dayIn, startOfDay } from "../../domain/CalendarDate.ts"
import type { Principal } from "../../domain/Principal.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type KeptAnswer, makeAnswerStore } from "../AnswerStore.ts"
import type { RequestFacts } from "../RequestFacts.ts"
import { missingOf } from "./Authorization.ts"
import { withAllowance } from "./RateLimit.ts"
import { unlessKnown } from "./Representation.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse
type Facts = RequestFacts["Service"]

const mostBytes = 24 * 1024 * 1024
const longestQuestion = 2000
const scheme = "Bearer "

/** What decides on an answer besides the workspace; undefined for what is not kept. */
const questionOf = ({ method, url, headers }: Request): string | undefined =>
  method === "GET" &&
  url.startsWith("/v1/") &&
  // Answers to other origins carry headers of their own.
  headers["origin"] === undefined &&
  url.length <= longestQuestion &&
  (headers["accept"]?.length ?? 0) <= longestQuestion
    ? `${url} ${headers["accept"] ?? ""}`
    : undefined

/** The next midnight, of the zone or of UTC: answers may depend on either day. */
const nextMidnight = ({ zone }: Workspace, now: DateTime.Utc): number =>
  Math.min(
    ...[zone, DateTime.zoneMakeOffset(0)].map((each) =>
      DateTime.toEpochMillis(startOfDay(each, addDays(dayIn(each, now), 1)))
    )
  )

const texts = new WeakMap<Workspace, string>()

/**
 * An endpoint knows the workspace by its credential, which may have been read a moment before the last
 * change of the settings: what was answered then does not stand for who knows better.
 */
const textOf = (workspace: Workspace): string => {
  const known = texts.get(workspace)
  if (known !== undefined) return known
  const text = JSON.stringify(workspace)
  texts.set(workspace, text)
  return text
}

export class KeptAnswers extends Context.Service<
  KeptAnswers,
  {
    /** Undefined where nothing is kept that could be given; the effect, where what is kept is over. */
    readonly again: (
      request: Request,
      facts: Facts,
      now: number
    ) => Effect.Effect<Response | undefined> | undefined
    /** Keeps what its endpoint gave as keepable. */
    readonly keep: (request: Request, facts: Facts, now: number) => void
  }
>()("retainer/http/KeptAnswers") {
  static readonly layer = Layer.effect(
    KeptAnswers,
    Effect.gen(function* () {
      const credentials = yield* Credentials
      const limits = yield* RateLimits
      const versions = yield* WorkspaceVersions
      const store = makeAnswerStore(mostBytes)

      /** What is kept for the caller, who may have it if its version still is the workspace's. */
      const keptFor = (asked: string, principal: Principal, now: number) => {
        const { workspace } = principal
        const kept = store.find(workspace.id, asked)
        if (kept === undefined || missingOf(kept.access, principal) !== undefined) return undefined
        if (now < kept.until && kept.workspace === textOf(workspace)) return kept
        store.drop(workspace.id, asked)
        return undefined
      }

      const given = (request: Request, facts: Facts, { route, response }: KeptAnswer) => {
        facts.route = route
        return (allowance: Allowance | null): Response =>
          withAllowance(unlessKnown(request, response), allowance)
      }

      return KeptAnswers.of({
        again: (request, facts, now) => {
          const asked = questionOf(request)
          if (asked === undefined || !store.knows(asked)) return undefined
          const header = request.headers["authorization"]
          if (header === undefined || !header.startsWith(scheme)) return undefined
          const principal = credentials.peek(Redacted.make(header.slice(scheme.length)), now)
          if (principal === undefined) return undefined
          const { id, plan } = principal.workspace
          const kept = keptFor(asked, principal, now)
          if (kept === undefined) return undefined
          return versions.current(id).pipe(
            Effect.flatMap((version) => {
              if (version === kept.version) {
                return Effect.map(limits.take(id, plan), given(request, facts, kept))
              }
              store.drop(id, asked)
              return Effect.undefined
            }),
            // The endpoint says what is wrong, as it does of any request.
            Effect.catchCause((cause) =>
              Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.undefined
            )
          )
        },
        keep: (request, { keepable, principal, route }, now) => {
          if (keepable === undefined || principal === undefined) return
          const asked = questionOf(request)
          if (asked === undefined) return
          const { workspace } = principal
          const until = nextMidnight(workspace, DateTime.makeUnsafe(now))
          store.keep(workspace.id, asked, {
            ...keepable,
            route,
            until,
            workspace: textOf(workspace)
          })
        }
      })
    })
  )
}
