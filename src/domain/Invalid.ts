/**
 * A well-formed request that breaks a rule. Every offending place is named by its path in the
 * request, in the words of the wire (`line_items[0].quantity`).
 */
import { Data } from "effect"

export interface Issue {
  /** Where, as `line_items[0].quantity`; empty for the request as a whole. */
  readonly path: string
  readonly message: string
}

export const formatIssues = (issues: ReadonlyArray<Issue>): string =>
  issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ")

export class Invalid extends Data.TaggedError("Invalid")<{
  readonly issues: readonly [Issue, ...ReadonlyArray<Issue>]
}> {
  override get message() {
    return formatIssues(this.issues)
  }
}

export const invalid = (path: string, message: string): Invalid =>
  new Invalid({ issues: [{ path, message }] })

/** The resource is not what the caller expected to change (If-Match, RFC 9110 §13.1.1). */
export class PreconditionFailed extends Data.TaggedError("PreconditionFailed") {
  override get message() {
    return "If-Match: the resource has changed since; get it again and repeat the change on what it is now"
  }
}
