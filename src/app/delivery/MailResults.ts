/** Records the result of a try. Jobs of versions without records have no record to update. */
import { DateTime, Effect } from "effect"
import type { InvoiceDelivery } from "../../domain/invoices/InvoiceResource.ts"
import type { RecordedJob } from "../ports/mail/MailOutbox.ts"
import { MailRepository, type MailResult } from "../ports/mail/MailRepository.ts"

export type TryResult = InvoiceDelivery & Pick<MailResult, "counted" | "recipient">

/** The reason of a mail that was no longer needed. */
export const noLongerNeeded = "Not sent: it was no longer needed when its turn came"

export const mailResults = Effect.map(
  MailRepository,
  (mails) =>
    ({ workspaceId, mail }: RecordedJob, result: TryResult) =>
      mail === undefined
        ? Effect.void
        : Effect.flatMap(DateTime.now, (now) =>
            mails.saveResult(workspaceId, mail.id, {
              ...result,
              sentAt: result.status === "sent" ? now : null
            })
          )
)
