/**
 * Materialised total of each workspace's file bytes, in a row that an upload locks before it checks
 * the quota. Triggers maintain it, so the writes of older processes are counted too.
 */
import { migration } from "../schema/Migration.ts"

const trigger = (name: string, event: string, body: string) => [
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NULL; END $$`,
  `CREATE TRIGGER ${name} AFTER ${event} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`
]

const counted = (rows: "new_rows" | "old_rows", sign: "+" | "-"): string => `
  UPDATE file_usage u SET bytes = u.bytes ${sign} c.bytes
  FROM (SELECT workspace_id, sum(size)::bigint AS bytes FROM ${rows} GROUP BY 1) c
  WHERE u.workspace_id = c.workspace_id`

const statements = [
  `CREATE TABLE file_usage (
    workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
    bytes bigint NOT NULL CHECK (bytes >= 0)
  )`,
  // Both tables are locked against writes until the initial totals are inserted.
  ...trigger(
    "workspaces_usage_inserted",
    "INSERT ON workspaces REFERENCING NEW TABLE AS new_rows",
    "INSERT INTO file_usage (workspace_id, bytes) SELECT id, 0 FROM new_rows"
  ),
  ...trigger(
    "files_usage_inserted",
    "INSERT ON files REFERENCING NEW TABLE AS new_rows",
    counted("new_rows", "+")
  ),
  ...trigger(
    "files_usage_deleted",
    "DELETE ON files REFERENCING OLD TABLE AS old_rows",
    counted("old_rows", "-")
  ),
  `INSERT INTO file_usage (workspace_id, bytes)
    SELECT w.id, coalesce(sum(f.size), 0) FROM workspaces w
    LEFT JOIN files f ON f.workspace_id = w.id GROUP BY w.id`
]

export const fileUsage = migration({ refersTo: ["workspaces", "files"], statements })
