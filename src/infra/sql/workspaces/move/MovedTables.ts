/**
 * The tables of a workspace as a move copies them, with their columns and keys. They have to be the
 * same in both databases.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import {
  type WorkspaceTableName,
  workspaceTableNames,
  workspaceTables
} from "../../../../domain/workspaces/WorkspaceTables.ts"

export interface MovedTable {
  readonly name: WorkspaceTableName
  /** Names and types in their order. */
  readonly definition: string
  /** Without generated columns. */
  readonly columns: ReadonlyArray<string>
  /** The columns of the primary key. */
  readonly keys: ReadonlyArray<string>
}

const movedNames = workspaceTableNames
  .filter((name) => !("stays" in workspaceTables[name]))
  .reverse()

export interface Numbered {
  /** Which of the table's rows `r` they are. */
  readonly condition: string
  /** The new number, by its column. */
  readonly values: Readonly<Record<string, string>>
}

/**
 * Rows that get numbers of the other database's sequences, so they are copied once, while the
 * workspace is held: jobs that wait, and the parts of totals that are not folded yet. All others
 * are the same in both databases.
 */
export const numberedRows: Readonly<Partial<Record<WorkspaceTableName, Numbered>>> = {
  totals: { condition: "r.part <> 0", values: { part: "nextval('totals_part')" } },
  outbox: {
    condition: "true",
    values: { sequence: "nextval(pg_get_serial_sequence('outbox', 'sequence'))" }
  }
}

interface ShapeRow extends Omit<MovedTable, "name"> {
  readonly name: string
}

/** In an order in which their rows can be inserted. */
export const readMovedTables = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const rows = yield* sql<ShapeRow>`
    SELECT c.relname AS name,
      string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' ORDER BY a.attnum)
        AS definition,
      array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns,
      (SELECT array_agg(k.attname::text ORDER BY p.place) FROM pg_index i
        CROSS JOIN unnest(i.indkey) WITH ORDINALITY p (attnum, place)
        JOIN pg_attribute k ON k.attrelid = i.indrelid AND k.attnum = p.attnum
        WHERE i.indrelid = c.oid AND i.indisprimary) AS keys
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
      AND a.attnum > 0 AND NOT a.attisdropped
    GROUP BY c.oid`
  const shapes = new Map(rows.map((row) => [row.name, row]))
  return movedNames.flatMap((name): ReadonlyArray<MovedTable> => {
    const shape = shapes.get(name)
    return shape === undefined ? [] : [{ ...shape, name }]
  })
})

/** The first table that differs; undefined if all are the same. */
export const differentTable = (
  source: ReadonlyArray<MovedTable>,
  target: ReadonlyArray<MovedTable>
): string | undefined => {
  const found = new Map(target.map(({ name, definition }) => [name, definition]))
  return source.find(({ name, definition }) => found.get(name) !== definition)?.name
}
