/** `doctor --totals` compares every materialised total with its rows. */
import { Effect } from "effect"
import { MaintenanceClient } from "../../infra/postgres/ReadClient.ts"
import { checkTotals, type TotalMismatch } from "../../infra/sql/lists/Totals.ts"
import type { CommandHost } from "../CommandHost.ts"

/** Mismatches written out for people; JSON has the first hundred. */
const named = 5

const toWire = ({ workspaceId, ...mismatch }: TotalMismatch) => ({
  workspace_id: workspaceId,
  ...mismatch
})

const describe = (mismatches: ReadonlyArray<TotalMismatch>): string => {
  if (mismatches.length === 0) return "every materialised total matches its rows"
  const count = mismatches.length < 100 ? `${mismatches.length}` : "100 or more"
  const places = mismatches
    .slice(0, named)
    .map(
      ({ workspaceId, kind, key, kept, counted }) =>
        `${workspaceId} ${[kind, key].filter((part) => part !== "").join(" ")} is ${kept}, ` +
        `should be ${counted}`
    )
  return `${count} materialised totals differ from their rows: ${places.join("; ")}`
}

/** Reads all rows, without a deadline. */
export const reportTotals = ({ onDatabase }: CommandHost["Service"]) =>
  Effect.flatMap(MaintenanceClient, checkTotals).pipe(
    onDatabase,
    Effect.map((mismatches) => ({
      totals: mismatches.map(toWire),
      check: { name: "totals", ok: mismatches.length === 0, detail: describe(mismatches) }
    })),
    Effect.catchCause(() =>
      Effect.succeed({
        totals: [],
        check: { name: "totals", ok: false, detail: "cannot be checked without the database" }
      })
    )
  )
