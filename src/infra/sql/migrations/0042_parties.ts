/**
 * Legal and tax data of workspaces and clients, and the buyer's part of it in sent invoices. The
 * column `address` of workspaces stays the free text of earlier versions, which the previous
 * release reads and writes; `postal_address` replaces it. Clients get a table beside theirs,
 * because that release reads `SELECT *` of clients within transactions.
 */
import { migration } from "../schema/Migration.ts"
import { validateConstraint } from "../schema/OnlineSteps.ts"
import { versionTrigger } from "./0028_write_engine.ts"

const eInvoices = "('auto', 'none', 'factur-x', 'xrechnung', 'peppol')"
const categories = "('S', 'Z', 'E', 'AE', 'K', 'G', 'O')"

const statements = [
  `ALTER TABLE workspaces
    ADD COLUMN postal_address jsonb,
    ADD COLUMN tax_number text,
    ADD COLUMN registration jsonb,
    ADD COLUMN legal_information text,
    ADD COLUMN contact jsonb,
    ADD COLUMN electronic_address jsonb,
    ADD COLUMN bank_account jsonb,
    ADD COLUMN payment_note text,
    ADD COLUMN e_invoice text NOT NULL DEFAULT 'auto',
    ADD COLUMN default_tax_category text,
    ADD COLUMN default_tax_rate numeric,
    ADD COLUMN small_business boolean NOT NULL DEFAULT false,
    ADD COLUMN updated_at timestamptz`,
  `ALTER TABLE workspaces
    ADD CONSTRAINT workspaces_e_invoice CHECK (e_invoice IN ${eInvoices}) NOT VALID,
    ADD CONSTRAINT workspaces_default_tax CHECK (
      (default_tax_category IS NULL) = (default_tax_rate IS NULL)
      AND default_tax_category IN ${categories}
      AND (default_tax_category = 'S') = (default_tax_rate > 0)
      AND default_tax_rate BETWEEN 0 AND 1
    ) NOT VALID`,
  `CREATE TABLE client_details (
    workspace_id uuid NOT NULL,
    client_id uuid NOT NULL,
    language text CHECK (language IN ('en', 'de', 'fr', 'es')),
    vat_id text,
    registration jsonb,
    buyer_reference text,
    electronic_address jsonb,
    e_invoice text NOT NULL CHECK (e_invoice IN ${eInvoices}),
    PRIMARY KEY (workspace_id, client_id),
    FOREIGN KEY (workspace_id, client_id) REFERENCES clients (workspace_id, id)
  )`,
  versionTrigger("client_details", "clients"),
  "ALTER TABLE invoices ADD COLUMN recipient_details jsonb"
]

export const partyData = migration({
  alters: ["workspaces", "invoices"],
  refersTo: ["clients"],
  statements,
  online: [
    validateConstraint("workspaces", "workspaces_e_invoice"),
    validateConstraint("workspaces", "workspaces_default_tax")
  ]
})
