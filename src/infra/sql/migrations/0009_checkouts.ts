/** Checkouts at the processor: an open one prevents a second request for payment. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE checkouts (
    workspace_id uuid NOT NULL,
    reference text NOT NULL CHECK (reference <> ''),
    invoice_id uuid NOT NULL,
    begun_at timestamptz NOT NULL,
    under_way_since timestamptz,
    ended_at timestamptz,
    PRIMARY KEY (workspace_id, reference),
    FOREIGN KEY (workspace_id, invoice_id) REFERENCES invoices (workspace_id, id)
  )`,
  `CREATE INDEX checkouts_invoice ON checkouts (workspace_id, invoice_id)`
]

export const checkouts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
