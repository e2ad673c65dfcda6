/** An operation as a command of a shell, with the variables that the guides use: `$RETAINER`, `$KEY`, ids. */
import type { DocumentedOperation } from "./Document.ts"

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Null where its body is no JSON: a form has more to say than an example. */
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
