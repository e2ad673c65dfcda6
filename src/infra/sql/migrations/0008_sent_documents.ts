/**
 * The immutable content of an issued document, the mailed file, and logos by the hash of their
 * bytes: an issued document shows the logo of its day.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE logos ADD COLUMN hash text, ADD COLUMN unused_since timestamptz`,
  `UPDATE logos SET hash = encode(sha256(bytes), 'hex')`,
  `ALTER TABLE logos ALTER COLUMN hash SET NOT NULL, DROP CONSTRAINT logos_pkey,
    ADD PRIMARY KEY (workspace_id, hash)`,
  `ALTER TABLE workspaces ADD COLUMN logo_hash text,
    ADD FOREIGN KEY (id, logo_hash) REFERENCES logos (workspace_id, hash)`,
  `UPDATE workspaces w SET logo_hash = l.hash FROM logos l WHERE l.workspace_id = w.id`,
  `ALTER TABLE invoices ADD COLUMN seller jsonb, ADD COLUMN issued_project_name text,
    ADD COLUMN seller_logo text GENERATED ALWAYS AS (seller ->> 'logoHash') STORED`,
  // Earlier documents get the content that they would have today.
  `UPDATE invoices i SET
      seller = jsonb_build_object('name', coalesce(w.legal_name, w.name), 'address', w.address,
        'vatId', w.vat_id, 'email', w.email, 'colour', w.colour, 'logoHash', w.logo_hash,
        'locale', w.locale, 'timeZone', w.time_zone),
      issued_project_name = (SELECT p.name FROM projects p
        WHERE p.workspace_id = i.workspace_id AND p.id = i.project_id)
    FROM workspaces w WHERE w.id = i.workspace_id AND i.sent_at IS NOT NULL`,
  `ALTER TABLE invoices
    ADD FOREIGN KEY (workspace_id, seller_logo) REFERENCES logos (workspace_id, hash),
    ADD CHECK ((sent_at IS NULL) = (seller IS NULL)),
    ADD CHECK (sent_at IS NOT NULL OR issued_project_name IS NULL)`,
  `CREATE INDEX invoices_seller_logo ON invoices (workspace_id, seller_logo)
    WHERE seller_logo IS NOT NULL`,
  `CREATE TABLE sent_documents (
    workspace_id uuid NOT NULL,
    invoice_id uuid NOT NULL,
    sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    size integer NOT NULL CHECK (size = length(content)),
    content bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, invoice_id),
    FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoices (workspace_id, id)
  )`,
  // A PDF is compressed already.
  `ALTER TABLE sent_documents ALTER COLUMN content SET STORAGE EXTERNAL`,
  `CREATE INDEX sent_documents_sha256 ON sent_documents (sha256)`,
  `CREATE TRIGGER sent_documents_append_only BEFORE UPDATE OR DELETE ON sent_documents
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`
]

export const sentDocuments = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
