/**
 * Messages for schema issues: each invalid value by its path, up to twenty.
 */
import { SchemaIssue } from "effect"
import { type FieldProblem, formatProblems, maxProblems, pathText } from "../../domain/Invalid.ts"

/** Messages in the style of our own rules, without the names of schemas. */
const leafMessage: SchemaIssue.LeafHook = (issue) => {
  switch (issue._tag) {
    case "MissingKey":
      return "is required"
    case "UnexpectedKey":
      return "is not known here"
    default:
      return SchemaIssue.defaultLeafHook(issue).replace(/^Expected/, "must be")
  }
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook: leafMessage })

const messageOf = (path: string, message: string): string =>
  path === "" && message.startsWith("Expected ")
    ? "the body must be a JSON object"
    : message
        .replace(/^Expected /, "must be ")
        .replaceAll(" | ", " or ")
        .slice(0, 300)

interface LocatedIssue {
  readonly path: ReadonlyArray<PropertyKey>
  readonly issue: SchemaIssue.Issue
}

/** Lazy, because a body within its bounds may still have thousands of issues. */
function* leavesOf({ path, issue }: LocatedIssue): Generator<LocatedIssue> {
  if (issue._tag === "Pointer") {
    yield* leavesOf({ path: [...path, ...issue.path], issue: issue.issue })
  } else if (issue._tag === "Encoding") {
    yield* leavesOf({ path, issue: issue.issue })
  } else if (issue._tag === "Composite" || (issue._tag === "AnyOf" && issue.issues.length > 0)) {
    for (const one of issue.issues) yield* leavesOf({ path, issue: one })
  } else yield { path, issue }
}

export const describeIssue = (
  root: SchemaIssue.Issue,
  formatLeaf: typeof format = format
): string => {
  const found = new Map<string, FieldProblem>()
  for (const leaf of leavesOf({ path: [], issue: root })) {
    if (found.size === maxProblems) return formatProblems([...found.values()], true)
    for (const { path: below = [], message } of formatLeaf(leaf.issue).issues) {
      const keys = below.map((key) => (typeof key === "object" ? key.key : key))
      const path = pathText([...leaf.path, ...keys])
      const issue = { path, message: messageOf(path, message) }
      found.set(`${path}\n${issue.message}`, issue)
    }
  }
  return formatProblems([...found.values()])
}
