/** `invoice`: commands on one invoice. */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { LinkReplacements } from "../../app/payments/links/LinkReplacements.ts"
import { onService } from "../CommandHost.ts"
import { print } from "../Output.ts"
import { chosenWorkspace, workspaceFlag } from "./ChosenWorkspace.ts"
import { CommandFailed, json } from "./Shared.ts"

export const invoiceReplaceLink = Command.make(
  "replace-link",
  {
    json,
    workspace: workspaceFlag,
    invoice: Flag.String("invoice").pipe(
      Flag.withDescription("The invoice's id, inv_…, or its number, like INV-0001")
    )
  },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* chosenWorkspace(input.workspace)
    const invoice = yield* (yield* LinkReplacements).replace(workspace, input.invoice).pipe(
      Effect.catchTag("InvoiceNotFound", () =>
        Effect.fail(new CommandFailed({ message: `There is no invoice ${input.invoice}` }))
      ),
      Effect.catchTag("InvoiceHasNoPaymentLink", ({ message }) =>
        Effect.fail(new CommandFailed({ message }))
      )
    )
    yield* print(input.json, {
      invoice_id: invoice.id,
      number: invoice.number,
      processor_payment_url: invoice.processorPaymentUrl
    })
  }, onService)
).pipe(
  Command.withDescription("Replace the payment link of an invoice; the old one no longer works")
)
