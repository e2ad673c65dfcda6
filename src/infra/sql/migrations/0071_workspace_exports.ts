/**
 * Requests for exports of workspaces, one a workspace. The bytes of an archive are a leftover of
 * files, which is due when the archive ends.
 */
import { migration } from "../schema/Migration.ts"

export const workspaceExports = migration({
  refersTo: ["workspaces", "users"],
  statements: [
    `CREATE TABLE workspace_exports (
      workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
      requested_by uuid NOT NULL,
      requested_at timestamptz NOT NULL,
      status text NOT NULL CHECK (status IN ('pending', 'ready', 'failed')),
      attempts integer NOT NULL,
      leased_until timestamptz,
      file_id uuid,
      size bigint,
      ready_at timestamptz,
      ends_at timestamptz,
      failure text CHECK (failure IN ('disk_full', 'unknown')),
      CHECK (num_nonnulls(size, ready_at, ends_at) = CASE status WHEN 'ready' THEN 3 ELSE 0 END),
      CHECK (status <> 'ready' OR file_id IS NOT NULL),
      CHECK ((status = 'failed') = (failure IS NOT NULL)),
      FOREIGN KEY (workspace_id, requested_by) REFERENCES users (workspace_id, id)
    )`
  ]
})
