/**
 * Search of lists: the words of clients, projects and invoices, and the time of their last change.
 * Each word is stored behind its workspace, so that one workspace's search reads no rows of
 * another. `domain/text/Search.ts` defines words in the same way. No extension is needed, because
 * an account may not be allowed to make one.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The texts of a row, as its index has them. */
export const searched = {
  clients: "name || ' ' || email || ' ' || coalesce(company, '')",
  projects: "name",
  invoices: "number"
} as const

const sign = "[!-/:-@[-`{-~]"

const statements = [
  String.raw`CREATE FUNCTION search_words(workspace uuid, texts text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT array_to_tsvector(
        coalesce(array_agg(DISTINCT workspace::text || ' ' || left(w.word, 200)), '{}'::text[]))
      FROM regexp_split_to_table(lower(texts), '[ \t\r\n]+') c (chunk)
      CROSS JOIN LATERAL (
        SELECT regexp_replace(c.chunk, '^${sign}+|${sign}+$', '', 'g')
        UNION ALL SELECT p FROM regexp_split_to_table(c.chunk, '${sign}+') p
        UNION ALL SELECT ltrim(p, '0') FROM regexp_split_to_table(c.chunk, '${sign}+') p
      ) w (word)
      WHERE w.word <> ''
    $$`,
  ...Object.entries(searched).flatMap(([table, texts]) => [
    `CREATE INDEX ${table}_words ON ${table} USING gin (search_words(workspace_id, ${texts}))`,
    `CREATE INDEX ${table}_updated ON ${table} (workspace_id, updated_at)`
  ])
]

export const search = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
