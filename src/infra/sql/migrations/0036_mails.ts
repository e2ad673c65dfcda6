/**
 * The record of each mail: its result, and the rows that the bounds on mails count. Composite
 * foreign keys bind its object to the workspace. Rows are deleted after 90 days.
 */
import { migration } from "../schema/Migration.ts"

const statements = [
  `CREATE TABLE mails (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    invoice_id uuid,
    client_id uuid,
    user_id uuid,
    status text NOT NULL CHECK (status IN ('queued', 'sent', 'failed')),
    attempts integer NOT NULL CHECK (attempts >= 0),
    last_error text,
    created_at timestamptz NOT NULL,
    sent_at timestamptz,
    counted boolean NOT NULL,
    job text NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoices (workspace_id, id),
    FOREIGN KEY (workspace_id, client_id) REFERENCES clients (workspace_id, id),
    FOREIGN KEY (workspace_id, user_id) REFERENCES users (workspace_id, id),
    CONSTRAINT mails_object CHECK (num_nonnulls(invoice_id, client_id, user_id) = 1),
    CHECK ((status = 'sent') = (sent_at IS NOT NULL))
  )`,
  `CREATE INDEX mails_invoice ON mails (workspace_id, invoice_id, id) WHERE invoice_id IS NOT NULL`,
  `CREATE INDEX mails_client ON mails (workspace_id, client_id, id) WHERE client_id IS NOT NULL`,
  `CREATE INDEX mails_user ON mails (workspace_id, user_id, id) WHERE user_id IS NOT NULL`,
  `CREATE INDEX mails_recipient ON mails (workspace_id, lower(recipient), id) WHERE counted`
]

export const mails = migration({
  refersTo: ["workspaces", "invoices", "clients", "users"],
  statements
})
