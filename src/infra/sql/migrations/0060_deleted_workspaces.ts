/**
 * When a workspace was deleted. Its rows stay until they are erased: then a statement names the
 * workspace in `retainer.erased_workspace`, and only so are rows of append-only tables deleted.
 */
import { migration } from "../schema/Migration.ts"

/** True in a row trigger where the workspace of the row is being erased. */
const isErased = "current_setting('retainer.erased_workspace', true) = OLD.workspace_id::text"

export const deletedWorkspaces = migration({
  alters: ["workspaces"],
  statements: [
    "ALTER TABLE workspaces ADD COLUMN deleted_at timestamptz",
    `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_LEVEL = 'ROW' THEN
          IF ${isErased} THEN
            IF TG_OP = 'UPDATE' THEN RETURN NEW; END IF;
            RETURN OLD;
          END IF;
        END IF;
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
      END $$`,
    `CREATE OR REPLACE FUNCTION refuse_credit_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        mail text[] := '{delivery_status,delivery_attempts,delivery_error}';
      BEGIN
        IF TG_OP = 'DELETE' AND ${isErased} THEN RETURN OLD; END IF;
        IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - mail = to_jsonb(OLD) - mail THEN
          RETURN NEW;
        END IF;
        RAISE EXCEPTION 'credit note % is append-only', OLD.id;
      END $$`
  ]
})
