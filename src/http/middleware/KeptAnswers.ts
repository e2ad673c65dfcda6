/**
 * Gives an answer again where nothing that it shows changed since (docs/decisions/0041). Credential,
 * scope and rate limit are asked as for any other request; in all that is unusual (no credential, no
 * scope, no token left, another version) the endpoint answers as if nothing had been kept. Nothing here
 * takes a fiber that has nothing to wait for: most requests end here.
 */
import { Context, DateTime, Effect, Exit, Layer, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { forgetUnread } from "../../app/Forgetting.ts"
import { Credentials } from "../../app/people/Credentials.ts"
import { type Allowance, RateLimits } from "../../app/ports/RateLimits.ts"
import { WorkspaceVersions } from "../../app/ports/workspaces/WorkspaceVersions.ts"
import { addDays, dayIn, startOfDay } from "../../domain/CalendarDate.ts"
import type { Principal } from "../../domain/Principal.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type KeptAnswer, makeAnswerStore } from "../AnswerStore.ts"
import { withoutOrigin } from "../Cors.ts"
import { Exposure } from "../Exposure.ts"
import type { Question } from "../Question.ts"
import type { RequestFacts } from "../RequestFacts.ts"
import { missingOf } from "./Authorization.ts"
import { allowanceHeaders } from "./RateLimit.ts"
import { unlessKnown } from "./Representation.ts"

type Facts = RequestFacts["Service"]

/** Who asks: a request may end before it is answered. */
export interface Asker {
  readonly hasLeft: () => boolean
  /** With what is given again; or with undefined, where what is kept is over. */
  readonly give: (again: Again | undefined) => void
}

/** What is given again, and what is left of the limit after it. */
export interface Again {
  readonly kept: KeptAnswer
  readonly allowance: Allowance | null
}

const mostBytes = 24 * 1024 * 1024
const longestQuestion = 2000
const scheme = "Bearer "

/** What decides on an answer besides the workspace; undefined for what is not kept. */
const textOfQuestion = ({ method, url, headers }: Question): string | undefined =>
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

/** The answer that is given. */
export const givenAgain = (
  question: Question,
  { kept, allowance }: Again
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeaders(unlessKnown(question, kept.response), allowanceHeaders(allowance))

export class KeptAnswers extends Context.Service<
  KeptAnswers,
  {
    /**
     * False where nothing is kept that could be given. Else `give` is called once, unless the asker left: a
     * token of the limit was taken only where it is called with something.
     */
    readonly again: (question: Question, now: number, asker: Asker) => boolean
    /** Keeps what its endpoint gave as keepable. */
    readonly keep: (question: Question, facts: Facts, now: number) => void
  }
>()("retainer/http/KeptAnswers") {
  static readonly layer = Layer.effect(
    KeptAnswers,
    Effect.gen(function* () {
      const credentials = yield* Credentials
      const limits = yield* RateLimits
      const versions = yield* WorkspaceVersions
      const exposure = yield* Exposure
      const run = Effect.runCallbackWith(yield* Effect.context<never>())
      const store = yield* forgetUnread((onKept) => makeAnswerStore(mostBytes, onKept))

      const principalOf = ({ headers }: Question, now: number): Principal | undefined => {
        const header = headers["authorization"]
        return header?.startsWith(scheme)
          ? credentials.peek(Redacted.make(header.slice(scheme.length)), now)
          : undefined
      }

      /** What is kept for the caller, who may have it if its version still is the workspace's. */
      const keptFor = (asked: string, principal: Principal, now: number) => {
        const { workspace } = principal
        const kept = store.find(workspace.id, asked)
        if (kept === undefined || missingOf(kept.access, principal) !== undefined) return undefined
        if (now < kept.until && kept.workspace === textOf(workspace)) return kept
        store.drop(workspace.id, asked)
        return undefined
      }

      /** Where there is none left, or anything else is wrong, the endpoint says so as of any request. */
      const takeToken = ({ id, plan }: Workspace, kept: KeptAnswer, { give }: Asker): void => {
        run(limits.take(id, plan), {
          onExit: (exit) => give(Exit.isSuccess(exit) ? { kept, allowance: exit.value } : undefined)
        })
      }

      return KeptAnswers.of({
        again: (question, now, asker) => {
          const asked = textOfQuestion(question)
          if (asked === undefined || !store.knows(asked)) return false
          const principal = principalOf(question, now)
          if (principal === undefined) return false
          const { workspace } = principal
          const kept = keptFor(asked, principal, now)
          if (kept === undefined) return false
          versions.ask(workspace.id, (version) => {
            if (asker.hasLeft()) return
            if (version === kept.version) return takeToken(workspace, kept, asker)
            // Another may have been kept meanwhile.
            if (store.find(workspace.id, asked) === kept) store.drop(workspace.id, asked)
            asker.give(undefined)
          })
          return true
        },
        keep: (question, { keepable, principal, route }, now) => {
          if (keepable === undefined || principal === undefined) return
          // Others can be sent once.
          if (keepable.response.body._tag !== "Uint8Array") return
          const asked = textOfQuestion(question)
          if (asked === undefined) return
          const { workspace } = principal
          const until = nextMidnight(workspace, DateTime.makeUnsafe(now))
          store.keep(workspace.id, asked, {
            ...keepable,
            response: withoutOrigin(exposure, keepable.response),
            route,
            until,
            workspace: textOf(workspace)
          })
        }
      })
    })
  )
}
