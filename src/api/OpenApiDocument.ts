/**
 * What the generated OpenAPI document says beyond the schemas: the scope of every operation, written
 * from its annotation's own value, and page sizes as the integers they are.
 */
import { Predicate } from "effect"

const isRecord = (value: unknown): value is Record<string, unknown> => Predicate.isObject(value)

const limitSchema = { type: "integer", minimum: 1, maximum: 100, default: 20 }

const withLimit = (parameters: unknown): unknown =>
  Array.isArray(parameters)
    ? parameters.map((parameter: unknown) =>
        isRecord(parameter) && parameter["name"] === "limit"
          ? { ...parameter, schema: limitSchema }
          : parameter
      )
    : parameters

export const documentOperations = (spec: Record<string, unknown>): Record<string, unknown> => {
  const paths = isRecord(spec["paths"]) ? spec["paths"] : {}
  const described = Object.entries(paths).map(([path, item]) => [
    path,
    isRecord(item)
      ? Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [
            method,
            isRecord(operation)
              ? { ...operation, parameters: withLimit(operation["parameters"]) }
              : operation
          ])
        )
      : item
  ])
  return { ...spec, paths: Object.fromEntries(described) }
}
