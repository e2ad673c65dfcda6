/**
 * The words of Home. A template names in braces what comes into it: `{invoice}`, `{party}`, `{who}`
 * and the like; the page puts names, links and amounts there.
 */
import type { ActivityKind } from "../../domain/home/Activity.ts"
import type { MailKind } from "../../domain/mail/MailResource.ts"

export type AgeName = "notDue" | "days1to30" | "days31to60" | "days61to90" | "over90"

interface Step {
  readonly title: string
  readonly text: string
  readonly action: string
}

export interface HomeWords {
  readonly newClient: string

  readonly figures: {
    readonly oldest: (days: number) => string
    readonly lastYear: (amount: string, year: string) => string
    readonly milestones: (count: number) => string
    readonly byAge: string
    readonly age: string
    readonly ages: Readonly<Record<AgeName, string>>
    readonly total: string
  }

  readonly attention: {
    readonly title: string
    readonly all: (count: string) => string
    readonly fewer: string
    /** By the kind of the mail that failed: `{object}` and `{party}`. */
    readonly mailFailed: Readonly<Record<MailKind, string>>
    readonly refunded: string
    readonly refundedWhy: string
    readonly webhookFailing: string
    readonly webhookDisabled: string
    readonly since: (time: string) => string
    readonly requested: string
    readonly milestone: string
    readonly credit: string
    readonly creditWhy: (invoice: string, day: string) => string
    readonly oldDraft: (days: number) => string
    readonly notJoined: string
    readonly invited: (day: string) => string
    readonly remindersOff: string
    readonly testProcessor: string
    readonly testProcessorWhy: string
    readonly actions: {
      readonly correctAndSend: string
      readonly seeMail: string
      readonly seeDeliveries: string
      readonly bill: string
      readonly settle: string
      readonly openDraft: string
      readonly seeUsers: string
      readonly chooseDays: string
      readonly seeSettings: string
      /** For those who may only look. */
      readonly show: string
    }
  }

  readonly chart: {
    readonly title: string
    readonly billed: string
    readonly collected: string
    readonly month: string
    readonly asTable: (currency: string) => string
    /** The alternative text of the drawing. */
    readonly sentence: (given: {
      readonly from: string
      readonly to: string
      readonly currency: string
      readonly billed: string
      readonly collected: string
    }) => string
    readonly none: string
  }

  readonly activity: {
    readonly title: string
    readonly all: string
    readonly none: string
    readonly lines: Readonly<Record<ActivityKind, string>>
    /** A payment that the processor reported. */
    readonly by: (name: string) => string
    readonly reverse: string
  }

  readonly owing: {
    readonly title: string
    readonly all: (count: number) => string
    readonly columns: Readonly<Record<"client" | "open" | "oldest" | "overdue" | "owed", string>>
    readonly actions: string
    readonly remind: string
    readonly none: string
    readonly adminReminds: string
    readonly reminded: (count: number) => string
    readonly remindedToday: string
    readonly tooManyMails: string
  }

  readonly steps: {
    readonly title: string
    readonly done: string
    readonly identity: Step
    readonly parts: Readonly<Record<"legalName" | "address" | "logo" | "bank", string>>
    readonly client: Step
    readonly invoice: Step
    readonly sampleText: string
    readonly sample: string
    readonly sampleDone: string
    readonly sampleRefused: string
  }
}
