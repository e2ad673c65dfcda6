/** The table of a list on a client's page. */
import { type Child, caption, table, tbody, th, thead, tr } from "../../../html/Elements.ts"

/** A table with a name for those who hear it, and columns of which some are numbers. */
export const rowsTable = (
  name: string,
  columns: ReadonlyArray<readonly [name: string, kind?: string]>,
  rows: ReadonlyArray<Child>
): Child =>
  table(
    { class: "rows" },
    caption(name),
    thead(tr(columns.map(([text, kind]) => th({ scope: "col", class: kind }, text)))),
    tbody(rows)
  )
