/**
 * Second factors of users (RFC 6238): the encrypted secret, the last step whose code was used, and
 * hashes of the recovery codes that are left. Since when a workspace requires one of its owners and
 * admins.
 */
import { migration } from "../schema/Migration.ts"

export const secondFactors = migration({
  alters: ["workspaces"],
  refersTo: ["users"],
  statements: [
    `CREATE TABLE second_factors (
      workspace_id uuid NOT NULL,
      user_id uuid NOT NULL,
      secret text NOT NULL,
      used_step bigint NOT NULL,
      recovery_hashes text[] NOT NULL CHECK (cardinality(recovery_hashes) <= 10),
      created_at timestamptz NOT NULL,
      PRIMARY KEY (workspace_id, user_id),
      FOREIGN KEY (workspace_id, user_id) REFERENCES users (workspace_id, id)
    )`,
    "ALTER TABLE workspaces ADD COLUMN second_factor_since timestamptz"
  ]
})
