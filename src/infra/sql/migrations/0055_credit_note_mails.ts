/** The mailed files of credit notes with their e-invoices, and mails that are about a credit note. */
import { migration } from "../schema/Migration.ts"
import { createIndex, validateConstraint } from "../schema/OnlineSteps.ts"

const statements = [
  `CREATE TABLE sent_credit_notes (
    workspace_id uuid NOT NULL,
    credit_note_id uuid NOT NULL,
    sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    size integer NOT NULL CHECK (size = length(content)),
    content bytea NOT NULL,
    xml_format text CHECK (xml_format IN ('cii', 'xrechnung', 'peppol')),
    xml text,
    created_at timestamptz NOT NULL,
    CHECK ((xml_format IS NULL) = (xml IS NULL)),
    PRIMARY KEY (workspace_id, credit_note_id),
    FOREIGN KEY (workspace_id, credit_note_id) REFERENCES credit_notes (workspace_id, id)
  )`,
  "CREATE INDEX sent_credit_notes_sha256 ON sent_credit_notes (sha256)",
  // A PDF is compressed already.
  "ALTER TABLE sent_credit_notes ALTER COLUMN content SET STORAGE EXTERNAL",
  `CREATE TRIGGER sent_credit_notes_append_only BEFORE UPDATE OR DELETE ON sent_credit_notes
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  "ALTER TABLE mails ADD COLUMN credit_note_id uuid",
  "ALTER TABLE mails DROP CONSTRAINT mails_object",
  `ALTER TABLE mails ADD CONSTRAINT mails_object
    CHECK (num_nonnulls(invoice_id, client_id, user_id, credit_note_id) = 1) NOT VALID`,
  `ALTER TABLE mails ADD CONSTRAINT mails_credit_note
    FOREIGN KEY (workspace_id, credit_note_id) REFERENCES credit_notes (workspace_id, id) NOT VALID`
]

export const creditNoteMails = migration({
  alters: ["mails"],
  refersTo: ["credit_notes"],
  statements,
  online: [
    validateConstraint("mails", "mails_object"),
    validateConstraint("mails", "mails_credit_note"),
    createIndex(
      "mails_credit_note_id",
      "mails (workspace_id, credit_note_id, id) WHERE credit_note_id IS NOT NULL"
    )
  ]
})
