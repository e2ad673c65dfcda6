/** An operation as a shell command, with the variables of the guides: `$RETAINER`, `$KEY`, ids. */
import type { DocumentedOperation } from "./Document.ts"

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Null if the body is no JSON: an example cannot show a form. */
export const shellOf = ({ method, path, body }: DocumentedOperation): string | null => {
  if (body !== null && !body.isJson) return null
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$RETAINER${filled}"`,
    '-H "Authorization: Bearer $KEY"',
    ...(body?.example == null
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(JSON.parse(body.example)))}`
        ])
  ]
  return lines.join(" \\\n  ")
}
