/**
 * A well-formed request that breaks a rule. Every offending place is named by its path in the
 * request, in the words of the wire (`line_items[0].quantity`).
 */
import { Data, Result } from "effect"

export interface FieldProblem {
  /** A path such as `line_items[0].quantity`; empty for the request as a whole. */
  readonly path: string
  readonly message: string
}

/** A path in the words of messages; a long name is cut. */
export const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((key, index) =>
      typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key).slice(0, 64)}`
    )
    .join("")

/** Enough to correct a request, while a hostile one does not get a message as long as itself. */
export const maxProblems = 20
/** UTF-8 bytes, so that with its separators a message stays under 4 KiB. */
const maxMessageBytes = 4000

const encoder = new TextEncoder()

/** The text cut to at most so many bytes, never within a character. */
const cut = (text: string, maxBytes: number): string => {
  const { read } = encoder.encodeInto(text, new Uint8Array(maxBytes))
  return read === text.length ? text : `${text.slice(0, read)}…`
}

/** The first issues in words; `isMore` marks the list as incomplete. */
export const formatProblems = (issues: ReadonlyArray<FieldProblem>, isMore = false): string => {
  const shown = issues.slice(0, maxProblems)
  const each = Math.floor(maxMessageBytes / Math.max(shown.length, 1)) - 8
  const text = shown
    .map(({ path, message }) => cut(path === "" ? message : `${path}: ${message}`, each))
    .join("; ")
  return isMore || issues.length > shown.length ? `${text}; and more` : text
}

export class Invalid extends Data.TaggedError("Invalid")<{
  readonly problems: readonly [FieldProblem, ...ReadonlyArray<FieldProblem>]
}> {
  override get message() {
    return formatProblems(this.problems)
  }
}

export const invalid = (path: string, message: string): Invalid =>
  new Invalid({ problems: [{ path, message }] })

/** Fails with all of the problems, if there are any. */
export const requireNone = (
  problems: ReadonlyArray<FieldProblem>
): Result.Result<void, Invalid> => {
  const [first, ...rest] = problems
  return first === undefined
    ? Result.void
    : Result.fail(new Invalid({ problems: [first, ...rest] }))
}

/** The resource is not what the caller expected to change (If-Match, RFC 9110 §13.1.1). */
export class PreconditionFailed extends Data.TaggedError("PreconditionFailed") {
  override get message() {
    return "If-Match: the resource has changed since; get it again and repeat the change on what it is now"
  }
}
