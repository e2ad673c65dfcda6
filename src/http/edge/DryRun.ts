/**
 * `Prefer: dry-run` (RFC 7240) on a change: a rehearsal, where the endpoint declares `dryRun`. The
 * preference is never ignored: any other change refuses it with 400, and so does an unclear header.
 */
import type { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { EndpointRule } from "../../api/endpoint/EndpointRule.ts"
import { type Hide, rehearse } from "../../domain/Rehearsal.ts"

type Response = HttpServerResponse.HttpServerResponse

const longestHeader = 1000

/** Quotes in pairs: a comma or semicolon inside of them separates nothing. */
const wellFormed = /^(?:[^"]|"(?:[^"\\]|\\.)*")*$/
const preferences = /(?:[^",]|"(?:[^"\\]|\\.)*")+/g
const beforeParameters = /^(?:[^";]|"(?:[^"\\]|\\.)*")*/
const preference = /^([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*([!#$%&'*+.^_`|~\w-]+|".*"))?$/
const noValue: ReadonlySet<string | undefined> = new Set([undefined, '""', "true", '"true"'])

/**
 * Whether the header asks for a rehearsal; undefined if that is unclear. The first of several
 * preferences of one name counts (RFC 7240 §2).
 */
export const prefersDryRun = (header: string | undefined): boolean | undefined => {
  if (header === undefined || !/dry-run/i.test(header)) return false
  if (header.length > longestHeader || !wellFormed.test(header)) return undefined
  for (const one of header.match(preferences) ?? []) {
    const text = beforeParameters.exec(one)?.[0].trim() ?? ""
    const [, name, value] = preference.exec(text) ?? []
    if (name === undefined && /dry-run/i.test(text)) return undefined
    if (name?.toLowerCase() === "dry-run") {
      return noValue.has(value?.toLowerCase()) ? true : undefined
    }
  }
  return false
}

/** The reason to refuse the preference of a change. */
export const dryRunProblem = (
  asked: boolean | undefined,
  { dryRun }: Pick<EndpointRule, "dryRun">
): string | undefined => {
  if (asked === undefined)
    return `Prefer: must be a list of at most ${longestHeader} characters, where dry-run has no value`
  return asked && dryRun === undefined
    ? "Prefer: dry-run is not possible for this operation; nothing was done"
    : undefined
}

const jsonOf = ({ body }: Response): unknown =>
  body._tag === "Uint8Array" ? JSON.parse(Buffer.from(body.body).toString()) : null

/** The answer of a rehearsal: no ETag and no Location, because there is no resource. */
export const rehearsedBy =
  ({ dryRun }: Pick<EndpointRule, "dryRun">) =>
  <E, R>(handling: Effect.Effect<Response, E, R>): Effect.Effect<Response, E, R> =>
    rehearse(handling, (response: Response, hide: Hide) =>
      HttpServerResponse.jsonUnsafe(hide(jsonOf(response), dryRun?.newLinks), {
        status: response.status
      })
    )
