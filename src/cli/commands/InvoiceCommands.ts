/** `invoice`: commands on one invoice. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { LinkReplacements } from "../../app/payments/links/LinkReplacements.ts"
import { onService } from "../CommandHost.ts"
import { print } from "../Output.ts"
import { chosenWorkspace, workspaceFlag } from "./ChosenWorkspace.ts"
import { CommandFailed, dryRunFlag, json, runOrRehearse } from "./Shared.ts"

export const invoiceReplaceLink = Command.make(
  "replace-link",
  {
    json,
    dryRun: dryRunFlag,
    workspace: workspaceFlag,
    invoice: Flag.String("invoice").pipe(
      Flag.withDescription("The invoice's id, inv_…, or its number, like INV-0001")
    )
  },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* chosenWorkspace(input.workspace)
    const replaced = (yield* LinkReplacements).replace(workspace, input.invoice).pipe(
      Effect.catchTag("InvoiceNotFound", () =>
        Effect.fail(new CommandFailed({ message: `There is no invoice ${input.invoice}` }))
      ),
      Effect.catchTag("InvoiceHasNoPaymentLink", ({ message }) =>
        Effect.fail(new CommandFailed({ message }))
      )
    )
    const shown = yield* runOrRehearse(
      input.dryRun,
      replaced,
      ({ id, number, processorPaymentUrl }) => ({
        invoice_id: id,
        number,
        processor_payment_url: processorPaymentUrl
      }),
      ["processor_payment_url"]
    )
    yield* print(input.json, shown)
  }, onService)
).pipe(
  Command.withDescription("Replace the payment link of an invoice; the old one no longer works")
)
