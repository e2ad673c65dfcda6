/**
 * People who sign in: sessions, links to choose a password, the portal, and OAuth. Hashes of
 * secrets are unique over all workspaces, because the credential identifies the workspace.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL`,
  `ALTER TABLE users ADD COLUMN removed_at timestamptz`,
  // The address of one who was removed may be invited again.
  `DROP INDEX users_email_key`,
  `CREATE UNIQUE INDEX users_email_key ON users (workspace_id, lower(email)) WHERE removed_at IS NULL`,
  `CREATE INDEX users_sign_in ON users (lower(email)) WHERE removed_at IS NULL`,
  `CREATE INDEX clients_portal ON clients (lower(email)) WHERE portal_access`,
  `CREATE TABLE sessions (
    workspace_id uuid NOT NULL,
    hash text NOT NULL UNIQUE,
    user_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, hash),
    FOREIGN KEY (workspace_id, user_id) REFERENCES users (workspace_id, id)
  )`,
  `CREATE INDEX sessions_user ON sessions (workspace_id, user_id)`,
  `CREATE TABLE user_links (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('invite', 'reset')),
    hash text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, user_id),
    FOREIGN KEY (workspace_id, user_id) REFERENCES users (workspace_id, id)
  )`,
  `ALTER TABLE invitations ADD COLUMN used_at timestamptz`,
  `CREATE UNIQUE INDEX invitations_hash_key ON invitations (hash)`,
  `CREATE TABLE portal_sessions (
    workspace_id uuid NOT NULL,
    hash text NOT NULL UNIQUE,
    client_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, hash),
    FOREIGN KEY (workspace_id, client_id) REFERENCES clients (workspace_id, id)
  )`,
  `CREATE INDEX portal_sessions_client ON portal_sessions (workspace_id, client_id)`,
  `CREATE TABLE oauth_apps (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL UNIQUE,
    name text NOT NULL,
    redirect_uris text[] NOT NULL CHECK (cardinality(redirect_uris) BETWEEN 1 AND 10),
    secret_hash text NOT NULL,
    secret_visible_part text NOT NULL,
    logo_type text CHECK (logo_type IN ('image/png', 'image/jpeg')),
    logo_bytes bytea CHECK (length(logo_bytes) <= 262144),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CHECK ((logo_type IS NULL) = (logo_bytes IS NULL))
  )`,
  `CREATE TABLE oauth_grants (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    app_id uuid NOT NULL,
    user_id uuid NOT NULL,
    scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
    generation integer NOT NULL CHECK (generation >= 0),
    rotated_at timestamptz,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, app_id) REFERENCES oauth_apps (workspace_id, id) ON DELETE CASCADE,
    FOREIGN KEY (workspace_id, user_id) REFERENCES users (workspace_id, id),
    CHECK ((generation = 0) = (rotated_at IS NULL))
  )`,
  `CREATE INDEX oauth_grants_user ON oauth_grants (workspace_id, user_id)`,
  `CREATE INDEX oauth_grants_app ON oauth_grants (workspace_id, app_id)`,
  `CREATE TABLE oauth_codes (
    workspace_id uuid NOT NULL,
    hash text NOT NULL UNIQUE,
    grant_id uuid NOT NULL,
    redirect_uri text NOT NULL,
    challenge text,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (workspace_id, hash),
    FOREIGN KEY (workspace_id, grant_id) REFERENCES oauth_grants (workspace_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX oauth_codes_grant ON oauth_codes (workspace_id, grant_id)`,
  `CREATE TABLE oauth_access_tokens (
    workspace_id uuid NOT NULL,
    hash text NOT NULL UNIQUE,
    grant_id uuid NOT NULL,
    scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, hash),
    FOREIGN KEY (workspace_id, grant_id) REFERENCES oauth_grants (workspace_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX oauth_access_tokens_grant ON oauth_access_tokens (workspace_id, grant_id)`,
  `CREATE TABLE oauth_refresh_tokens (
    workspace_id uuid NOT NULL,
    hash text NOT NULL UNIQUE,
    grant_id uuid NOT NULL,
    generation integer NOT NULL CHECK (generation > 0),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, hash),
    UNIQUE (workspace_id, grant_id, generation),
    FOREIGN KEY (workspace_id, grant_id) REFERENCES oauth_grants (workspace_id, id) ON DELETE CASCADE
  )`
]

export const people = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
