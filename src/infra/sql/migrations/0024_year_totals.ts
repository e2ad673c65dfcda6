/**
 * Totals by year beside those by month and day, made of the days in the same way: when parts are
 * folded. A range of years reads some rows for each year, and those of the months and days at its
 * ends.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const columns = "workspace_id, kind, subject, label, status, day, year, part, items, amount, other"

const spans = "(VALUES ('_months', 'month'), ('_years', 'year')) v (suffix, span)"
const ofSpan = (row: string) =>
  `replace(${row}.kind, '_days', v.suffix), ${row}.subject, ${row}.label, ${row}.status,
    date_trunc(v.span, ${row}.day)::date, ${row}.year`

/** Separate parts, folded next time, so that folding never waits for a writer. */
const added = (name: string, items: string, amount: string, other: string) => `
  CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO totals (${columns})
      SELECT NEW.workspace_id, ${ofSpan("NEW")}, nextval('totals_part'), ${items}, ${amount}, ${other}
      FROM ${spans};
      RETURN NULL;
    END $$`

const statements = [
  // No fold runs until this is committed: parts folded in between would be in no year, or in one
  // twice.
  "LOCK TABLE totals IN SHARE ROW EXCLUSIVE MODE",
  added("totals_months_inserted", "NEW.items", "NEW.amount", "NEW.other"),
  added(
    "totals_months_updated",
    "NEW.items - OLD.items",
    "NEW.amount - OLD.amount",
    "NEW.other - OLD.other"
  ),
  `INSERT INTO totals (${columns})
    SELECT t.workspace_id, replace(t.kind, '_days', '_years'), t.subject, t.label, t.status,
      date_trunc('year', t.day)::date, t.year, 0, sum(t.items), sum(t.amount), sum(t.other)
    FROM totals t WHERE t.part = 0 AND t.kind IN ('invoice_days', 'collected_days')
    GROUP BY 1, 2, 3, 4, 5, 6, 7`
]

export const yearTotals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
