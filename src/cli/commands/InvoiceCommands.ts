/** `invoice`: commands on one invoice. */
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { Invoicing } from "../../app/invoices/Invoicing.ts"
import { LinkReplacements } from "../../app/payments/links/LinkReplacements.ts"
import { InvoiceResend } from "../../domain/invoices/InvoiceInputs.ts"
import { onService } from "../CommandHost.ts"
import { print } from "../Output.ts"
import { chosenWorkspace, workspaceFlag } from "./ChosenWorkspace.ts"
import { CommandFailed, commandFailed, dryRunFlag, json, runOrRehearse } from "./Shared.ts"

const invoiceFlag = Flag.String("invoice").pipe(
  Flag.withDescription("The invoice's id, inv_…, or its number, like INV-0001")
)

const missing = (invoice: string) => () =>
  Effect.fail(new CommandFailed({ message: `There is no invoice ${invoice}` }))

export const invoiceReplaceLink = Command.make(
  "replace-link",
  {
    json,
    dryRun: dryRunFlag,
    workspace: workspaceFlag,
    invoice: invoiceFlag
  },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* chosenWorkspace(input.workspace)
    const replaced = (yield* LinkReplacements).replace(workspace, input.invoice).pipe(
      Effect.catchTags({
        InvoiceNotFound: missing(input.invoice),
        InvoiceHasNoPaymentLink: commandFailed
      })
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

const { email, message } = InvoiceResend.fields

export const invoiceResend = Command.make(
  "resend",
  {
    json,
    dryRun: dryRunFlag,
    workspace: workspaceFlag,
    invoice: invoiceFlag,
    email: Flag.String("email").pipe(
      Flag.withDescription("Instead of the recipient of the invoice"),
      Flag.withSchema(email.schema),
      Flag.optional
    ),
    message: Flag.String("message").pipe(
      Flag.withDescription("Personal text for the e-mail"),
      Flag.withSchema(message.schema),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* chosenWorkspace(input.workspace)
    const links = yield* LinkReplacements
    const invoicing = yield* Invoicing
    const fields = {
      email: Option.getOrNull(input.email),
      message: Option.getOrNull(input.message)
    }
    const resent = Effect.flatMap(links.find(workspace, input.invoice), ({ id }) =>
      invoicing.resend(workspace, id, fields)
    ).pipe(
      Effect.catchTags({
        InvoiceNotFound: missing(input.invoice),
        InvoiceNotResendable: commandFailed,
        MailBoundReached: commandFailed,
        PreconditionFailed: Effect.die,
        RoleTooLow: Effect.die
      })
    )
    const shown = yield* runOrRehearse(input.dryRun, resent, ({ id, number, client }) => ({
      invoice_id: id,
      number,
      to: fields.email ?? client.email
    }))
    yield* print(input.json, shown)
  }, onService)
).pipe(Command.withDescription("Mail the document of a sent invoice again"))
