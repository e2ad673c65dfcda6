/**
 * One text for one JSON value, whatever the order of its keys (RFC 8785): for comparing and hashing.
 * Keys are sorted by their UTF-16 code units, numbers and texts are written as JSON.stringify does.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  let text = ""
  for (const key of Object.keys(value).sort()) {
    const item: unknown = Reflect.get(value, key)
    // As JSON.stringify: what is undefined is not there.
    if (item === undefined) continue
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(item)}`
  }
  return `{${text}}`
}
