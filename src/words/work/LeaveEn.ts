/** The words of export and deletion in English. */
import type { LeaveWords } from "./LeaveWords.ts"

export const leaveEn: LeaveWords = {
  title: "Export and deletion",
  ownersOnly: {
    title: "For owners only",
    message: "Only owners of the workspace may export or delete it."
  },
  exportTitle: "Export first",
  exportText:
    "An archive holds all clients, projects, invoices, credit notes, payments, files and events as JSON and CSV, and each document that was sent. The operator of this server writes it with:",
  deleteTitle: "Delete the workspace",
  deleteText: (name) =>
    `Everyone is signed out of ${name} at once, API keys and payment links stop, and the portal closes. After 14 days all data is erased.`,
  law: "Invoices must be kept by law, in most countries for 6 to 10 years. Export them before you delete.",
  undo: "Within 14 days the operator can take the deletion back with:",
  name: "Name of the workspace",
  nameHint: (name) => `Type ${name}`,
  nameDiffers: "This is not the name of the workspace",
  password: "Password",
  passwordWrong: "The password is not right",
  submit: "Delete the workspace",
  doneTitle: "The workspace is deleted",
  doneText: (day) =>
    `All of its data will be erased on ${day}. Until then the operator can take the deletion back with:`,
  toSignIn: "Go to sign-in"
}
