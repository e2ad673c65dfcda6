/** The statements of a PostgreSQL database, as `loadFixture` runs them. */
import { execFileSync } from "node:child_process"

/** Texts, bodies of functions and comments may hold a semicolon. */
const tokens = /'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*\n|^\\.*\n|;|[^'$;\\-]+|[\s\S]/gm

const statementsOf = (dump: string): ReadonlyArray<string> => {
  const statements: string[] = []
  let statement = ""
  for (const [token] of dump.matchAll(tokens)) {
    if (token.startsWith("--") || (token.startsWith("\\") && token.endsWith("\n"))) continue
    if (token !== ";") {
      statement += token
      continue
    }
    // The reader runs all statements in one transaction and sets its session itself.
    if (!/^\s*(?:SET|SELECT pg_catalog\.set_config)\b/.test(statement)) {
      statements.push(statement.trim())
    }
    statement = ""
  }
  return statements
}

/** Needs pg_dump on the PATH. */
export const dumpDatabase = (databaseUrl: string): ReadonlyArray<string> => {
  const options = ["--inserts", "--rows-per-insert=100", "--no-owner", "--no-privileges"]
  const sql = execFileSync("pg_dump", [...options, "--no-comments", databaseUrl], {
    encoding: "utf8",
    maxBuffer: 1 << 28
  })
  return statementsOf(sql)
}
