/**
 * Flags of `workspace update`, derived from the fields that the API changes: `--tax-number`,
 * `--bank-account-iban`. An empty text clears a field; a flag of a part leaves the other parts.
 */
import { Option, Predicate, Result, Schema, SchemaAST, SchemaIssue } from "effect"
import { Flag } from "effect/cli"
import type { Workspace } from "../domain/workspaces/Workspace.ts"
import { WorkspaceResource, WorkspaceUpdate } from "../domain/workspaces/WorkspaceResource.ts"

interface Leaf {
  readonly path: readonly [field: string, part?: string]
  readonly ast: SchemaAST.AST
  /** Null where it is empty; other parts are empty texts then. */
  readonly isNullable: boolean
}

/** Fields whose flags have other names or forms. */
const otherwise: ReadonlyArray<string> = ["time_zone", "payment_terms_days", "reminder_days"]

const presentOf = (ast: SchemaAST.AST): SchemaAST.AST =>
  SchemaAST.isUnion(ast) ? (ast.types.find(({ _tag }) => _tag !== "Null") ?? ast) : ast

const signaturesOf = (ast: SchemaAST.AST) =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures : []

const leaves: ReadonlyArray<Leaf> = signaturesOf(SchemaAST.toEncoded(WorkspaceUpdate.ast)).flatMap(
  ({ name, type }): ReadonlyArray<Leaf> => {
    const field = String(name)
    if (otherwise.includes(field)) return []
    const parts = signaturesOf(presentOf(type))
    return parts.length === 0
      ? [{ path: [field], ast: presentOf(type), isNullable: true }]
      : parts.map((part) => ({
          path: [field, String(part.name)],
          ast: presentOf(part.type),
          isNullable: SchemaAST.isOptional(part.type)
        }))
  }
)

const flagOf = (path: ReadonlyArray<unknown>): string => path.join("-").replaceAll("_", "-")

const textFlag = (name: string, ast: SchemaAST.AST): Flag.Flag<string> =>
  SchemaAST.isBoolean(ast) ? Flag.Literals(name, ["true", "false"]) : Flag.String(name)

/** By the name of the flag; undefined where it is absent. */
export const fieldFlags = Object.fromEntries(
  leaves.map(({ path, ast }) => [
    flagOf(path),
    textFlag(flagOf(path), ast).pipe(
      Flag.withDescription(
        `${SchemaAST.isNumber(ast) ? "A fraction, as 0.19: " : ""}${path.join(".")} of the API`
      ),
      Flag.optional,
      Flag.map(Option.getOrUndefined)
    )
  ])
)

type Given = Readonly<Record<string, string | undefined>>

const valueOf = ({ ast, isNullable }: Leaf, text: string): unknown => {
  if (text === "") return isNullable ? null : text
  if (SchemaAST.isBoolean(ast)) return text === "true"
  return SchemaAST.isNumber(ast) ? Number(text) : text.replaceAll("\\n", "\n")
}

/** The parts of a field that has none yet. */
const emptyOf = (field: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    leaves.flatMap((leaf) => {
      const [name, part] = leaf.path
      return name === field && part !== undefined ? [[part, valueOf(leaf, "")]] : []
    })
  )

const isEmpty = (value: unknown): boolean =>
  Predicate.isObject(value) && Object.values(value).every((part) => part === null || part === "")

/** The body of the API with the given flags. */
const bodyOf = (given: Given, workspace: Workspace): Record<string, unknown> => {
  const present: Readonly<Record<string, unknown>> = WorkspaceResource.toWire(workspace)
  const body: Record<string, unknown> = {}
  for (const leaf of leaves) {
    const text = given[flagOf(leaf.path)]
    if (text === undefined) continue
    const [field, part] = leaf.path
    const value = valueOf(leaf, text)
    if (part === undefined) {
      body[field] = value
      continue
    }
    body[field] = { ...emptyOf(field), ...Object(body[field] ?? present[field]), [part]: value }
  }
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, isEmpty(value) ? null : value])
  )
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The change that the flags make, or what is wrong with them, a line each. */
export const changeByFlags = (
  given: Given,
  workspace: Workspace
): Result.Result<WorkspaceUpdate, string> =>
  Result.mapError(
    Schema.decodeUnknownResult(WorkspaceUpdate, { errors: "all" })(bodyOf(given, workspace)),
    ({ issue }) =>
      format(issue)
        .issues.map(
          ({ path = [], message }) =>
            `--${flagOf(path)} ${message.replace(/^Expected /, "must be ")}`
        )
        .join("\n")
  )
