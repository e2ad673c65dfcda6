/**
 * Files that hang on a project, a client or an invoice, and the bytes that are still to be removed.
 * Their counts are materialised as those of the other lists (migration 0011). A leftover has no
 * foreign key to a file: it is there before its file, or after it. They are few: the sweep reads
 * all.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const none = `'00000000-0000-0000-0000-000000000000'::uuid`
const parent = "coalesce(r.project_id, r.client_id, r.invoice_id)"

const counted = (rows: "new_rows" | "old_rows", sign: "" | "-"): string => `
  INSERT INTO totals (workspace_id, kind, subject, label, status, day, year, part, items, amount, other)
  SELECT workspace_id, kind, subject, '', '', '-infinity', 0, nextval('totals_part'), ${sign}items, 0, 0
  FROM (SELECT r.workspace_id, c.kind, c.subject, count(*) AS items FROM ${rows} r
    CROSS JOIN LATERAL (VALUES ('files', ${none}), ('files_of', ${parent})) c (kind, subject)
    GROUP BY 1, 2, 3) t`

const trigger = (name: string, event: string, body: string) => [
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NULL; END $$`,
  `CREATE TRIGGER ${name} AFTER ${event} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`
]

const statements = [
  `CREATE TABLE files (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
    content_type text NOT NULL,
    size bigint NOT NULL CHECK (size > 0),
    sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    project_id uuid,
    client_id uuid,
    invoice_id uuid,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, project_id) REFERENCES projects (workspace_id, id),
    FOREIGN KEY (workspace_id, client_id) REFERENCES clients (workspace_id, id),
    FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoices (workspace_id, id),
    CHECK (num_nonnulls(project_id, client_id, invoice_id) = 1)
  )`,
  "CREATE INDEX files_project ON files (workspace_id, project_id, id) WHERE project_id IS NOT NULL",
  "CREATE INDEX files_client ON files (workspace_id, client_id, id) WHERE client_id IS NOT NULL",
  "CREATE INDEX files_invoice ON files (workspace_id, invoice_id, id) WHERE invoice_id IS NOT NULL",
  `CREATE TABLE file_leftovers (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id)
  )`,
  ...trigger(
    "files_totals_inserted",
    "INSERT ON files REFERENCING NEW TABLE AS new_rows",
    counted("new_rows", "")
  ),
  ...trigger(
    "files_totals_deleted",
    "DELETE ON files REFERENCING OLD TABLE AS old_rows",
    counted("old_rows", "-")
  )
]

export const files = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
