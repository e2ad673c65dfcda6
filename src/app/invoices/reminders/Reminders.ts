/** Reminders of open invoices, by hand or on the days that the workspace chose. */

import { Context, Effect, Layer } from "effect"
import type { ClientNotFound } from "../../../domain/clients/Client.ts"
import type { PreconditionFailed } from "../../../domain/Invalid.ts"
import type {
  InvoiceNotFound,
  InvoiceNotRemindable,
  InvoiceRemindedToday
} from "../../../domain/invoices/InvoiceErrors.ts"
import type { MailBoundReached } from "../../../domain/mail/MailBounds.ts"
import type { RoleTooLow } from "../../../domain/people/User.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import {
  type AddedToday,
  type ReminderChange,
  remindDue,
  remindersAddedToday
} from "./DueReminders.ts"
import { type RemindResult, remindOfClient, remindOfInvoice } from "./SendReminder.ts"

type Refused =
  | InvoiceNotFound
  | InvoiceNotRemindable
  | InvoiceRemindedToday
  | PreconditionFailed
  | MailBoundReached
  | RoleTooLow

export class Reminders extends Context.Service<
  Reminders,
  {
    readonly remind: (
      workspace: Workspace,
      id: string,
      message: string | null
    ) => Effect.Effect<RemindResult, Refused>
    /**
     * Reminds the client of every overdue invoice that it was not reminded of today, as far as the
     * bounds on mails allow; how many they were.
     */
    readonly remindClient: (
      workspace: Workspace,
      clientId: string
    ) => Effect.Effect<number, ClientNotFound | MailBoundReached | PreconditionFailed | RoleTooLow>
    /**
     * The invoices whose clients the change would remind today and the current settings would not.
     */
    readonly addedToday: (workspace: Workspace, change: ReminderChange) => Effect.Effect<AddedToday>
    /**
     * Sends today's reminders in every workspace with automatic reminders; returns the number of
     * mails.
     */
    readonly remindDue: Effect.Effect<number>
  }
>()("retainer/app/Reminders") {
  static readonly layer = Layer.effect(
    Reminders,
    Effect.gen(function* () {
      return Reminders.of({
        remind: yield* remindOfInvoice,
        remindClient: yield* remindOfClient,
        addedToday: yield* remindersAddedToday,
        remindDue: yield* remindDue
      })
    })
  )
}
