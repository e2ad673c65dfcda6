/**
 * What a year of workspaces should bring, by docs/spec.md alone: each event of the log and each
 * mail with its instant. A day's work is due as the day begins where the workspace is.
 */
import { dayAfter, localDay, nextMidnight } from "./yearCalendar.ts"

export interface YearWorkspace {
  readonly name: string
  readonly zone: string
  /** Days after the due date, negative before it. */
  readonly reminderDays: ReadonlyArray<number>
  readonly owner: string
}

export interface YearInvoice {
  readonly workspace: YearWorkspace
  readonly id: string
  readonly email: string
  readonly due: string
  readonly paymentUrl: string
  status: "sent" | "overdue" | "paid" | "void"
  rest: number
  /** Whether money or a credit note came: then it cannot be voided. */
  isTouched: boolean
  readonly remindedOn: Set<string>
  readonly scheduled: Set<number>
}

export interface YearMail {
  readonly workspace: string
  readonly queuedAt: number
  readonly sentAt: number
  readonly text: string
}

export interface YearEvent {
  readonly workspace: string
  readonly at: number
  readonly text: string
}

const iso = (at: number): string => new Date(at).toISOString()

export class YearExpectation {
  readonly events: Array<YearEvent> = []
  readonly mails: Array<YearMail> = []
  readonly invoices: Array<YearInvoice> = []
  private now: number

  constructor(start: number) {
    this.now = start
  }

  event({ name }: YearWorkspace, type: string, object: string): void {
    const text = `${iso(this.now)} ${name} ${type} ${object}`
    this.events.push({ workspace: name, at: this.now, text })
  }

  /** `late` in milliseconds: the first attempt failed. */
  private mail({ name }: YearWorkspace, to: string, kind: string, late = 0): void {
    const sentAt = this.now + late
    const text = `${iso(sentAt)} ${to} ${kind}`
    this.mails.push({ workspace: name, queuedAt: this.now, sentAt, text })
  }

  today({ zone }: YearWorkspace): string {
    return localDay(zone, this.now)
  }

  get open(): ReadonlyArray<YearInvoice> {
    return this.invoices.filter(({ status }) => status === "sent" || status === "overdue")
  }

  /** The chosen days on which the invoice is due for a reminder now. */
  private remindersNow(invoice: YearInvoice): ReadonlyArray<number> {
    const today = this.today(invoice.workspace)
    return invoice.workspace.reminderDays.filter(
      (days) => dayAfter(invoice.due, days) === today && !invoice.scheduled.has(days)
    )
  }

  /** The work that is due now. */
  settle(): void {
    for (const invoice of this.open) {
      const { workspace } = invoice
      const today = this.today(workspace)
      if (invoice.status === "sent" && invoice.due < today) {
        invoice.status = "overdue"
        this.event(workspace, "invoice.overdue", invoice.id)
      }
      for (const days of this.remindersNow(invoice)) {
        if (this.remind(invoice)) invoice.scheduled.add(days)
      }
    }
  }

  /** Moves to the instant, and does on the way what each day brings. */
  moveTo(at: number): void {
    this.settle()
    for (;;) {
      const zones = new Set(this.open.map(({ workspace }) => workspace.zone))
      const next = Math.min(...[...zones].map((zone) => nextMidnight(zone, this.now)))
      if (next > at) break
      this.now = next
      this.settle()
    }
    this.now = at
    this.settle()
  }

  /** `isLate`: its first attempt failed, and the next one comes after 5 seconds. */
  send(
    made: Pick<YearInvoice, "workspace" | "id" | "email" | "due" | "paymentUrl" | "rest">,
    isLate: boolean
  ): void {
    const { workspace, id, email } = made
    this.event(workspace, "invoice.sent", id)
    this.mail(workspace, email, "invoice", isLate ? 5000 : 0)
    this.invoices.push({
      ...made,
      ...{ status: "sent", isTouched: false, remindedOn: new Set(), scheduled: new Set() }
    })
  }

  /** Whether a reminder of a chosen day would follow at once. */
  isDueAtOnce(workspace: YearWorkspace, due: string): boolean {
    return workspace.reminderDays.some((days) => dayAfter(due, days) === this.today(workspace))
  }

  /** One a day: false if there was one today. */
  remind(invoice: YearInvoice): boolean {
    const { workspace, remindedOn, id, email } = invoice
    const today = this.today(workspace)
    if (remindedOn.has(today)) return false
    remindedOn.add(today)
    this.event(workspace, "invoice.reminded", id)
    this.mail(workspace, email, "reminder")
    return true
  }

  private lower(invoice: YearInvoice, amount: number): void {
    invoice.rest -= amount
    invoice.isTouched = true
    if (invoice.rest > 0) return
    invoice.status = "paid"
    this.event(invoice.workspace, "invoice.paid", invoice.id)
  }

  pay(invoice: YearInvoice, amount: number, by: "hand" | "processor"): void {
    const { workspace, id, email } = invoice
    this.event(workspace, "invoice.payment_recorded", id)
    this.lower(invoice, amount)
    this.mail(workspace, email, "receipt")
    if (by === "processor") this.mail(workspace, workspace.owner, "payment_notice")
  }

  credit(invoice: YearInvoice, amount: number, creditNote: string): void {
    const { workspace, id, email } = invoice
    this.event(workspace, "credit_note.created", creditNote)
    this.event(workspace, "invoice.credited", id)
    this.lower(invoice, amount)
    this.mail(workspace, email, "credit_note")
  }

  void(invoice: YearInvoice): void {
    invoice.status = "void"
    this.event(invoice.workspace, "invoice.voided", invoice.id)
    this.mail(invoice.workspace, invoice.email, "void")
  }
}
