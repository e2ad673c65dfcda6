/** The words of Home in English. */
import { counted } from "../work/FrameWords.ts"
import type { HomeWords } from "./HomeWords.ts"

export const homeEn: HomeWords = {
  newClient: "New client",

  figures: {
    oldest: counted("en", { one: (n) => `oldest ${n} day`, other: (n) => `oldest ${n} days` }),
    lastYear: (amount, year) => `${amount} by this day in ${year}`,
    milestones: counted("en", {
      one: (n) => `${n} milestone to bill`,
      other: (n) => `${n} milestones to bill`
    }),
    byAge: "Outstanding by age",
    age: "Age",
    ages: {
      notDue: "Not due",
      days1to30: "1 to 30 days overdue",
      days31to60: "31 to 60 days overdue",
      days61to90: "61 to 90 days overdue",
      over90: "More than 90 days overdue"
    },
    total: "Total"
  },

  attention: {
    title: "Needs attention",
    all: (count) => `All ${count}`,
    fewer: "Show the most urgent",
    mailFailed: {
      invoice: "{object} could not be delivered to {party}",
      credit_note: "Credit note {object} could not be delivered to {party}",
      reminder: "The reminder of {object} could not be delivered to {party}",
      receipt: "The receipt of {object} could not be delivered to {party}",
      payment_notice: "The notice of a payment of {object} could not be delivered to {party}",
      invitation: "The invitation to the portal could not be delivered to {party}",
      link_request: "A link to the portal could not be delivered to {party}",
      user_link: "The invitation could not be delivered to {party}",
      notice: "A notice could not be delivered to {party}"
    },
    refunded: "The processor paid back money of {invoice}",
    refundedWhy: "No credit note corrects the invoice yet",
    webhookFailing: "The webhook to {host} is failing",
    webhookDisabled: "The webhook to {host} was disabled because it kept failing",
    since: (time) => `since ${time}`,
    requested: "{who} asks to send {invoice}",
    milestone: "Milestone “{milestone}” is complete but not billed",
    credit: "{amount} of {party} has not been applied",
    creditWhy: (invoice, day) => `From ${invoice}, received on ${day}`,
    oldDraft: counted("en", {
      one: (n) => `Draft {invoice} has not been sent for ${n} day`,
      other: (n) => `Draft {invoice} has not been sent for ${n} days`
    }),
    notJoined: "{who} has not joined yet",
    invited: (day) => `invited on ${day}`,
    remindersOff: "Reminders are off",
    testProcessor: "Payments on the payment page are simulated",
    testProcessorWhy:
      "PROCESSOR is test: anybody with a payment link can mark its invoice as paid, without money",
    actions: {
      correctAndSend: "Correct and send again",
      seeMail: "See the mail",
      seeDeliveries: "See deliveries",
      bill: "Bill it",
      settle: "Apply or refund",
      openDraft: "Open the draft",
      seeUsers: "Invite again",
      chooseDays: "Choose the days",
      seeSettings: "See the settings",
      show: "Show"
    }
  },

  chart: {
    title: "Billed and collected",
    billed: "Billed",
    collected: "Collected",
    month: "Month",
    asTable: (currency) => `As a table, in ${currency}`,
    sentence: ({ from, to, currency, billed, collected }) =>
      `Billed and collected by month, ${from} to ${to}, in ${currency}: ${billed} billed and ${collected} collected in all. The figures are in the table below.`,
    none: "Nothing was billed or collected in the last twelve months."
  },

  activity: {
    title: "Recent activity",
    all: "All",
    none: "Nothing has happened yet.",
    lines: {
      "invoice.created": "{who} created {invoice} for {party}",
      "invoice.send_requested": "{who} asked to send {invoice}",
      "invoice.sent": "{who} sent {invoice} to {party}",
      "invoice.resent": "{who} sent {invoice} to {party} again",
      "invoice.delivery_failed": "{invoice} could not be delivered to {party}",
      "invoice.reminded": "{party} was reminded of {invoice}",
      "invoice.overdue": "{invoice} of {party} became overdue",
      "invoice.payment_recorded": "{party} paid {invoice}",
      "invoice.payment_reversed": "{who} reversed a payment of {invoice}",
      "invoice.processor_refunded": "The processor paid back money of {invoice}",
      "invoice.voided": "{who} voided {invoice}",
      "credit_note.created": "{who} issued {object} for {invoice}",
      "client.created": "{who} added the client {object}",
      "client.invited": "{who} invited {object} to the portal",
      "project.created": "{who} added the project {object}",
      "milestone.completed": "{who} completed the milestone {object}"
    },
    by: (name) => `by ${name}`,
    reverse: "Reverse"
  },

  owing: {
    title: "Outstanding by client",
    all: counted("en", { one: (n) => `All ${n} client`, other: (n) => `All ${n} clients` }),
    columns: {
      client: "Client",
      open: "Open",
      oldest: "Oldest due",
      overdue: "Overdue",
      owed: "Owed"
    },
    actions: "Actions",
    remind: "Remind",
    none: "Nobody owes anything.",
    adminReminds: "An admin records payments and reminds.",
    reminded: counted("en", {
      one: (n) => `${n} reminder will be sent shortly.`,
      other: (n) => `${n} reminders will be sent shortly.`
    }),
    remindedToday:
      "No reminder was sent: the client was reminded of every overdue invoice today already.",
    tooManyMails: "Too many mails went to this address today. Try again tomorrow."
  },

  steps: {
    title: "Three steps to your first invoice",
    done: "done",
    identity: {
      title: "Say who you are",
      text: "Your invoices, mails and payment pages show it.",
      action: "Company and bank"
    },
    parts: {
      legalName: "Legal name",
      address: "Address",
      logo: "Logo",
      bank: "Bank account"
    },
    client: {
      title: "Add your first client",
      text: "A name and an e-mail address are enough.",
      action: "New client"
    },
    invoice: {
      title: "Write your first invoice",
      text: "You see it before the client does.",
      action: "New invoice"
    },
    sampleText: "Or look around first:",
    sample: "Fill with sample data",
    sampleDone: "The workspace has sample data. Nothing was mailed.",
    sampleRefused: "Nothing was added: the workspace is not empty."
  }
}
