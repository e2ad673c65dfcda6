/**
 * Totals by month beside those by day, so that a range of years reads some rows for each month and
 * not for each day. Writers do not maintain them: the fold does, in every version. So the months
 * hold what is folded, and a reader adds the days' parts that are not.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const month = (row: string) =>
  `replace(${row}.kind, '_days', '_months'), ${row}.subject, ${row}.label, ${row}.status,
    date_trunc('month', ${row}.day)::date, ${row}.year`

const columns = "workspace_id, kind, subject, label, status, day, year, part, items, amount, other"

const ofDays = (row: string) =>
  `${row}.part = 0 AND ${row}.kind IN ('invoice_days', 'collected_days')`

/** A separate part, folded next time, so that folding never waits for a writer. */
const added = (items: string, amount: string, other: string) => `
  INSERT INTO totals (${columns})
  SELECT NEW.workspace_id, ${month("NEW")}, nextval('totals_part'), ${items}, ${amount}, ${other}`

const trigger = (name: string, event: string, part: string) => [
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${part}; RETURN NULL; END $$`,
  `CREATE TRIGGER ${name} AFTER ${event} ON totals FOR EACH ROW
    WHEN (${ofDays("NEW")}) EXECUTE FUNCTION ${name}()`
]

const statements = [
  // The parts to fold, and those of them that belong to a range of days.
  "DROP INDEX totals_parts",
  "CREATE INDEX totals_parts ON totals (workspace_id, day) WHERE part <> 0",
  ...trigger("totals_months_inserted", "INSERT", added("NEW.items", "NEW.amount", "NEW.other")),
  ...trigger(
    "totals_months_updated",
    "UPDATE",
    added("NEW.items - OLD.items", "NEW.amount - OLD.amount", "NEW.other - OLD.other")
  ),
  // The parts that were folded before. No fold runs until this is committed, because the trigger
  // locks the table.
  `INSERT INTO totals (${columns})
    SELECT t.workspace_id, ${month("t")}, 0, sum(t.items), sum(t.amount), sum(t.other)
    FROM totals t WHERE ${ofDays("t")} GROUP BY 1, 2, 3, 4, 5, 6, 7`
]

export const monthTotals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
