/**
 * Every use case is listed as audited, or with the reason why it is not. A new use case must be
 * listed here.
 */
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"

const folder = fileURLToPath(new URL("../../src/app/", import.meta.url))
const names = [
  ...new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [
        ...readFileSync(`${folder}${file}`, "utf8").matchAll(/useCase\("(\w+\.\w+)"\)\(/g)
      ])
      .map(([, name = ""]) => name)
  )
]

const readsOnly = "reads"
const session = "a session begins or ends; nothing of the workspace changes"
const parts = "the use case that it is a part of does"

/** Why these leave no line. */
const without: Readonly<Record<string, string>> = {
  "Analytics.projects": readsOnly,
  "Analytics.receivables": readsOnly,
  "Analytics.revenue": readsOnly,
  "ApiKeys.authenticate": readsOnly,
  "Checkouts.begin": "nothing is paid yet; the payment leaves a line",
  "Checkouts.returned": "nothing is paid yet; the payment leaves a line",
  "Clients.get": readsOnly,
  "Clients.require": readsOnly,
  "CreditNotes.get": readsOnly,
  "CreditNotes.list": readsOnly,
  "CreditNotes.pdf": readsOnly,
  "CreditNotes.xml": readsOnly,
  "Credits.get": readsOnly,
  "Credits.ofClient": readsOnly,
  "Files.get": readsOnly,
  "Files.list": readsOnly,
  "Files.open": readsOnly,
  "Files.removeDue": "bytes without a file; what left them so left a line",
  "Home.read": readsOnly,
  "Invoicing.get": readsOnly,
  "Invoicing.addressed": readsOnly,
  "Invoicing.board": readsOnly,
  "Invoicing.dossier": readsOnly,
  "Invoicing.estimate": readsOnly,
  "Invoicing.preview": readsOnly,
  "Invoicing.list": readsOnly,
  "Invoicing.search": readsOnly,
  "Invoicing.totals": readsOnly,
  "Invoicing.waiting": readsOnly,
  "Invoicing.recentRates": readsOnly,
  "Invoicing.asOf": readsOnly,
  "Invoicing.calculation": readsOnly,
  "Invoicing.pdf": readsOnly,
  "Invoicing.sentPdf": readsOnly,
  "Invoicing.xml": readsOnly,
  "LinkReplacements.find": readsOnly,
  "LinkRequests.enqueue": "the requester proves nothing; the mail leaves a line",
  "MailDispatch.deliver":
    "the change that a mail reports left a line, and so does a failed mail of an invoice",
  "OAuthApps.logo": readsOnly,
  "OAuthAuthorizations.prepare": readsOnly,
  "OAuthTokens.authenticate": readsOnly,
  "OwnAccount.openEmailLink": readsOnly,
  "OwnAccount.requestEmail": "nothing changes until the link is followed",
  "OwnAccount.savePreferences": "the look of the user's own pages",
  "Passwords.hash": readsOnly,
  "Passwords.match": readsOnly,
  "Passwords.renew": "the same password under newer parameters",
  "Payments.fail": "nothing was paid",
  "Payments.get": readsOnly,
  "Payments.list": readsOnly,
  "Portal.creditNote": readsOnly,
  "Portal.document": readsOnly,
  "Portal.enter": session,
  "Portal.file": readsOnly,
  "Portal.home": readsOnly,
  "Portal.leave": session,
  "Portal.open": readsOnly,
  "Portal.resolve": session,
  "Projects.board": readsOnly,
  "Projects.get": readsOnly,
  "Projects.sheet": readsOnly,
  "Milestones.get": readsOnly,
  "Milestones.listOfProject": readsOnly,
  "Reminders.addedToday": readsOnly,
  "WorkspaceSearch.find": readsOnly,
  "SignIn.listSessions": readsOnly,
  "SignIn.openLink": readsOnly,
  "SignIn.resolve": session,
  "Tasks.get": readsOnly,
  "Tasks.listOfProject": readsOnly,
  "UserLinks.issue": parts,
  "UserLinks.issueForEmail": parts,
  "UserLinks.resolve": readsOnly,
  "Users.list": readsOnly,
  "Verification.verify": readsOnly,
  "WebhookDeliveries.get": readsOnly,
  "WebhookDeliveries.list": readsOnly,
  "WebhookDispatch.attempt": "a message was tried; its delivery keeps that",
  "Workspaces.logo": readsOnly
}

/** These do: test/http/events/audit.test.ts and the tests of each one's events show it. */
const leaveLines: ReadonlyArray<string> = [
  "ApiKeys.create",
  "ApiKeys.revoke",
  "Checkouts.simulate",
  "Clients.create",
  "Clients.invite",
  "Clients.update",
  "CreditNotes.correct",
  "CreditNotes.create",
  "CreditNotes.resend",
  "Credits.refund",
  "DemoData.add",
  "Files.add",
  "Files.remove",
  "Invoicing.create",
  "Invoicing.compose",
  "Invoicing.duplicate",
  "Invoicing.requestSend",
  "Invoicing.resend",
  "Invoicing.send",
  "Invoicing.update",
  "Invoicing.void",
  "LinkReplacements.replace",
  "LinkRequests.fulfil",
  "LinkRequests.renew",
  "MailRecords.resend",
  "Milestones.bill",
  "Milestones.create",
  "Milestones.remove",
  "Milestones.update",
  "OAuthApps.register",
  "OAuthApps.remove",
  "OAuthApps.rotateSecret",
  "OAuthApps.update",
  "OAuthAuthorizations.allow",
  "OAuthAuthorizations.disconnect",
  "OAuthTokens.exchange",
  "OAuthTokens.revoke",
  "OwnAccount.changePassword",
  "OwnAccount.confirmEmail",
  "OwnAccount.rename",
  "Payments.noteReturned",
  "Payments.receive",
  "Payments.record",
  "Payments.reverse",
  "Portal.renew",
  "Projects.archive",
  "Projects.create",
  "Projects.restore",
  "Projects.update",
  "Reminders.remind",
  "Reminders.remindClient",
  "Reminders.remindDue",
  "SampleData.fill",
  "SignIn.choosePassword",
  "SignIn.endOtherSessions",
  "SignIn.endSession",
  "SignIn.provePassword",
  "SignIn.signIn",
  "SignIn.signOut",
  "PeriodicJobs.markOverdue",
  "Tasks.create",
  "Tasks.remove",
  "Tasks.update",
  "Users.changeRole",
  "Users.endSessions",
  "Users.invite",
  "Users.inviteAgain",
  "Users.remove",
  "WebhookDeliveries.replay",
  "WebhookDeliveries.sendNow",
  "Webhooks.create",
  "Webhooks.remove",
  "Webhooks.rotate",
  "Webhooks.test",
  "Webhooks.update",
  "Workspaces.addUser",
  "Workspaces.create",
  "Workspaces.delete",
  "Workspaces.restore",
  "Workspaces.update"
]

it("every use case is known to leave a line in the audit log, or has a reason for none", () => {
  assert.isAbove(names.length, 60)
  assert.sameMembers([...leaveLines, ...Object.keys(without)], names)
})
