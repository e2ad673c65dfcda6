/**
 * The words of a text as before, found without patterns and planned once in a session: as every
 * change of a row that is searched by its words finds them again, they were a fifth of what making
 * a project costs the database.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const signs = "!\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~"

const searchWordsBySigns = String.raw`
  CREATE OR REPLACE FUNCTION search_words(workspace uuid, texts text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    DECLARE
      signs CONSTANT text := '${signs}';
      chunks CONSTANT text := translate(lower(texts), E'\t\r\n', '   ');
      parts CONSTANT text := translate(chunks, signs, repeat(' ', length(signs)));
    BEGIN
      RETURN (
        SELECT array_to_tsvector(
          coalesce(array_agg(DISTINCT workspace::text || ' ' || left(w.word, 200)), '{}'::text[]))
        FROM (
          SELECT btrim(c, signs) FROM unnest(string_to_array(chunks, ' ')) c
          UNION ALL SELECT p FROM unnest(string_to_array(parts, ' ')) p
          UNION ALL SELECT ltrim(p, '0') FROM unnest(string_to_array(parts, ' ')) p
        ) w (word)
        WHERE w.word <> ''
      );
    END $$`

export const searchWords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(searchWordsBySigns)
})
