/**
 * The names by which what arrives alone finds the workspace that moved away: hashes of credentials
 * and links, ids of apps, and the ends of the ids of invoices. They are written when the rows of
 * such a workspace are erased, and stay, as the row of the move does: a link in an old mail leads on.
 */
import { migration } from "../schema/Migration.ts"

export const movedKeys = migration({
  alters: ["workspaces", "workspace_moves"],
  statements: [
    "ALTER TABLE workspace_moves DROP CONSTRAINT workspace_moves_workspace_id_fkey",
    `CREATE TABLE moved_keys (
      workspace_id uuid NOT NULL REFERENCES workspace_moves (workspace_id) ON DELETE CASCADE,
      key text NOT NULL,
      PRIMARY KEY (workspace_id, key)
    )`,
    "CREATE INDEX moved_keys_key ON moved_keys (key)"
  ]
})
