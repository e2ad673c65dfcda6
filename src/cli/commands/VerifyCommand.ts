/**
 * `verify` checks the hash chain of a workspace's log, and stored rows against it. The first
 * difference is printed, with exit code 1.
 */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { type Difference, Verification } from "../../app/events/Verification.ts"
import { onService } from "../CommandHost.ts"
import { chosenWorkspace, workspaceFlag } from "./ChosenWorkspace.ts"
import { CommandFailed, json } from "./Shared.ts"

const inWords = ({ in: where, sequence, id, what }: Difference): string =>
  [where, sequence === null ? "" : `entry ${sequence}`, id ?? "", what]
    .filter((part) => part !== "")
    .join(": ")

export const verifyCommand = Command.make(
  "verify",
  {
    json,
    workspace: workspaceFlag
  },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* chosenWorkspace(input.workspace)
    const verified = yield* (yield* Verification).verify(workspace)
    const { events, audit, invoices, creditNotes, payments, firstDifference } = verified
    const counts = { events, audit, invoices, credit_notes: creditNotes, payments }
    const ok = firstDifference === null
    if (input.json) {
      yield* Console.log(JSON.stringify({ ok, ...counts, first_difference: firstDifference }))
    } else {
      const counted = Object.entries(counts).map(
        ([what, count]) => `${count} ${what.replaceAll("_", " ")}`
      )
      yield* Console.log(`${ok ? "ok  " : "FAIL"} ${workspace.name}: ${counted.join(", ")}`)
    }
    if (firstDifference !== null) {
      return yield* new CommandFailed({ message: inWords(firstDifference) })
    }
  }, onService)
).pipe(Command.withDescription("Check the log of a workspace, and that stored rows match it"))
