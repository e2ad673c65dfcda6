/**
 * The core tables. Every key and every foreign key carries workspace_id, so the database itself
 * refuses a row that points into another workspace; the CHECKs state what the domain's types state.
 * One statement per command: the wire protocol prepares each.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE workspaces (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    plan text NOT NULL CHECK (plan IN ('starter', 'growth', 'scale')),
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    time_zone text NOT NULL,
    invoice_prefix text NOT NULL,
    payment_terms_days integer NOT NULL CHECK (payment_terms_days BETWEEN 0 AND 365),
    legal_name text,
    address text,
    vat_id text,
    email text,
    colour text,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Numbers without a gap: the row is locked from the increment to the commit.
  `CREATE TABLE counters (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    name text NOT NULL,
    value bigint NOT NULL DEFAULT 0 CHECK (value >= 0),
    PRIMARY KEY (workspace_id, name)
  )`,
  `CREATE TABLE users (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    password_hash text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, id)
  )`,
  `CREATE UNIQUE INDEX users_email_key ON users (workspace_id, lower(email))`,
  `CREATE TABLE api_keys (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    name text NOT NULL,
    visible_part text NOT NULL,
    hash text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    expires_at timestamptz,
    revoked_at timestamptz,
    PRIMARY KEY (workspace_id, id)
  )`,
  // The only index without a workspace: the credential identifies the workspace.
  `CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash)`,
  `CREATE TABLE clients (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    company text,
    phone text,
    address jsonb,
    notes text,
    portal_access boolean NOT NULL,
    portal_last_seen timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id)
  )`,
  `CREATE TABLE projects (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    client_id uuid,
    team_lead_id uuid,
    name text NOT NULL,
    description text,
    status text NOT NULL
      CHECK (status IN ('planning', 'in_progress', 'review', 'completed', 'archived')),
    archived_from text
      CHECK (archived_from IN ('planning', 'in_progress', 'review', 'completed')),
    start_date date,
    end_date date,
    budget bigint CHECK (budget >= 0),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, id, client_id),
    FOREIGN KEY (workspace_id, client_id) REFERENCES clients (workspace_id, id),
    FOREIGN KEY (workspace_id, team_lead_id) REFERENCES users (workspace_id, id),
    CHECK (end_date >= start_date),
    CHECK ((status = 'archived') = (archived_from IS NOT NULL))
  )`,
  `CREATE INDEX projects_client ON projects (workspace_id, client_id)`,
  `CREATE INDEX projects_team_lead ON projects (workspace_id, team_lead_id)`,
  `CREATE TABLE tasks (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    assignee_id uuid,
    title text NOT NULL,
    description text,
    status text NOT NULL CHECK (status IN ('todo', 'in_progress', 'done')),
    due_date date,
    completed_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, project_id) REFERENCES projects (workspace_id, id),
    FOREIGN KEY (workspace_id, assignee_id) REFERENCES users (workspace_id, id),
    CHECK ((status = 'done') = (completed_at IS NOT NULL))
  )`,
  `CREATE INDEX tasks_project ON tasks (workspace_id, project_id)`,
  `CREATE TABLE milestones (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    description text,
    due_date date,
    status text NOT NULL CHECK (status IN ('pending', 'completed')),
    completed_at timestamptz,
    amount bigint CHECK (amount >= 0),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, project_id) REFERENCES projects (workspace_id, id),
    CHECK ((status = 'completed') = (completed_at IS NOT NULL))
  )`,
  `CREATE INDEX milestones_project ON milestones (workspace_id, project_id)`,
  `CREATE TABLE invoices (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    number text NOT NULL,
    status text NOT NULL CHECK (status IN ('draft', 'sent', 'overdue', 'paid', 'void')),
    client_id uuid NOT NULL,
    project_id uuid,
    issue_date date NOT NULL,
    due_date date NOT NULL,
    currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    line_items jsonb NOT NULL CHECK (jsonb_array_length(line_items) BETWEEN 1 AND 200),
    subtotal bigint NOT NULL CHECK (subtotal >= 0),
    tax_rate numeric(7, 6) CHECK (tax_rate BETWEEN 0 AND 1),
    tax bigint NOT NULL CHECK (tax >= 0),
    discount bigint NOT NULL CHECK (discount BETWEEN 0 AND subtotal),
    total bigint NOT NULL CHECK (total BETWEEN 0 AND 100000000000000),
    amount_paid bigint NOT NULL DEFAULT 0 CHECK (amount_paid BETWEEN 0 AND total),
    money_version integer NOT NULL,
    notes text,
    sent_at timestamptz,
    recipient_name text,
    recipient_email text,
    recipient_company text,
    recipient_address jsonb,
    delivery_status text CHECK (delivery_status IN ('queued', 'sent', 'failed')),
    delivery_attempts integer,
    delivery_error text,
    paid_at timestamptz,
    voided_at timestamptz,
    void_reason text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, number),
    FOREIGN KEY (workspace_id, client_id) REFERENCES clients (workspace_id, id),
    FOREIGN KEY (workspace_id, project_id, client_id)
      REFERENCES projects (workspace_id, id, client_id),
    CHECK (due_date >= issue_date),
    CHECK (total = subtotal - discount + tax),
    CHECK (tax_rate IS NOT NULL OR tax = 0),
    CHECK ((sent_at IS NULL) = (recipient_name IS NULL)),
    CHECK ((sent_at IS NULL) = (recipient_email IS NULL)),
    CHECK ((sent_at IS NULL) = (delivery_status IS NULL)),
    CHECK ((sent_at IS NULL) = (delivery_attempts IS NULL)),
    CHECK (status NOT IN ('sent', 'overdue', 'paid') OR sent_at IS NOT NULL),
    CHECK (status <> 'draft' OR sent_at IS NULL),
    CHECK (status NOT IN ('draft', 'void') OR amount_paid = 0),
    CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
    CHECK (status <> 'paid' OR amount_paid = total),
    CHECK ((status = 'void') = (voided_at IS NOT NULL))
  )`,
  `CREATE INDEX invoices_client ON invoices (workspace_id, client_id)`,
  `CREATE INDEX invoices_project ON invoices (workspace_id, project_id)`,
  `CREATE INDEX invoices_status ON invoices (workspace_id, status)`,
  `CREATE TABLE payments (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    paid_at timestamptz NOT NULL,
    method text,
    reference text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoices (workspace_id, id)
  )`,
  `CREATE INDEX payments_invoice ON payments (workspace_id, invoice_id)`,
  `CREATE TABLE invitations (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    client_id uuid NOT NULL,
    hash text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, client_id) REFERENCES clients (workspace_id, id)
  )`,
  `CREATE INDEX invitations_client ON invitations (workspace_id, client_id)`,
  `CREATE TABLE invitation_projects (
    workspace_id uuid NOT NULL,
    invitation_id uuid NOT NULL,
    project_id uuid NOT NULL,
    PRIMARY KEY (workspace_id, invitation_id, project_id),
    FOREIGN KEY (workspace_id, invitation_id) REFERENCES invitations (workspace_id, id),
    FOREIGN KEY (workspace_id, project_id) REFERENCES projects (workspace_id, id)
  )`,
  `CREATE TABLE events (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    sequence bigint NOT NULL CHECK (sequence > 0),
    id uuid NOT NULL,
    type text NOT NULL,
    data jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, sequence),
    UNIQUE (workspace_id, id)
  )`
]

export const core = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
