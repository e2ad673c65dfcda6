/**
 * Gives an answer again where nothing that it shows changed since (docs/decisions/0041). Credential,
 * scope and rate limit are asked as for any other request; in all that is unusual (no credential, no
 * scope, no token left, another version) the endpoint answers as if nothing had been kept.
 */
import { Clock, Context, DateTime, Effect, Layer, Redacted } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Credentials } from "../../app/people/Credentials.ts"
import { RateLimits } from "../../app/ports/RateLimits.ts"
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

export class KeptAnswers extends Context.Service<
  KeptAnswers,
  {
    /** The kept answer, or what `httpEffect` answers, which is kept where its endpoint says so. */
    readonly answer: <E, R>(
      request: Request,
      facts: Facts,
      httpEffect: Effect.Effect<Response, E, R>
    ) => Effect.Effect<Response, E, R>
  }
>()("retainer/http/KeptAnswers") {
  static readonly layer = Layer.effect(
    KeptAnswers,
    Effect.gen(function* () {
      const credentials = yield* Credentials
      const limits = yield* RateLimits
      const versions = yield* WorkspaceVersions
      const store = makeAnswerStore(mostBytes)

      /** Once for each question: midnight is the same for all that are asked on a day. */
      const keep = (asked: string, { keepable, principal, route }: Facts) =>
        keepable === undefined || principal === undefined
          ? Effect.void
          : Effect.map(DateTime.now, (now) => {
              const { workspace } = principal
              const until = nextMidnight(workspace, now)
              store.keep(workspace.id, asked, { ...keepable, route, until })
            })

      /** The answer, where it stands now and the caller may have it. */
      const standing = Effect.fnUntraced(function* (
        asked: string,
        { workspace, scopes, credentialId }: Principal
      ): Effect.fn.Return<KeptAnswer | undefined> {
        const kept = store.find(workspace.id, asked)
        if (kept === undefined) return undefined
        if (missingOf(kept.access, { scopes, credentialId }) !== undefined) return undefined
        const version = yield* versions.current(workspace.id)
        if (version === kept.version && kept.until > (yield* Clock.currentTimeMillis)) return kept
        store.drop(workspace.id, asked)
        return undefined
      })

      const again = Effect.fnUntraced(
        function* (request: Request, asked: string, facts: Facts) {
          const header = request.headers["authorization"]
          if (header === undefined || !header.startsWith(scheme)) return undefined
          const secret = Redacted.make(header.slice(scheme.length))
          const principal = yield* credentials.authenticate(secret)
          facts.principal = principal
          const kept = yield* standing(asked, principal)
          if (kept === undefined) return undefined
          const { id, plan } = principal.workspace
          const allowance = yield* limits.take(id, plan)
          facts.route = kept.route
          return withAllowance(unlessKnown(request, kept.response), allowance)
        },
        Effect.catch(() => Effect.undefined)
      )

      return KeptAnswers.of({
        answer: (request, facts, httpEffect) => {
          const asked = questionOf(request)
          if (asked === undefined) return httpEffect
          const fresh = Effect.tap(httpEffect, () => keep(asked, facts))
          return store.knows(asked)
            ? Effect.flatMap(again(request, asked, facts), (kept) =>
                kept === undefined ? fresh : Effect.succeed(kept)
              )
            : fresh
        }
      })
    })
  )
}
