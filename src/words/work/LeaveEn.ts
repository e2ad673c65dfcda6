/** The words of export and deletion in English. */
import type { LeaveWords } from "./LeaveWords.ts"

export const leaveEn: LeaveWords = {
  title: "Export and deletion",
  ownersOnly: {
    title: "For owners only",
    message: "Only owners of the workspace may export or delete it."
  },
  exportTitle: "Export the data",
  exportText:
    "An archive holds all clients, projects, invoices, credit notes, payments and events as JSON and CSV, a list of the uploaded files without their contents, and each document that was sent, as PDF.",
  exportMail: (email) =>
    `When the archive is ready, a link is mailed to ${email}. It asks for an owner’s sign-in and ends after 7 days.`,
  requestExport: "Request an export",
  requestNewExport: "Request a new export",
  exportPending: (requested) =>
    `Requested on ${requested}. The archive is being prepared; a link will be mailed to the owner who requested it.`,
  exportReady: (size, until) => `The archive is ready (${size}). Download it until ${until}.`,
  download: "Download",
  exportReplaced: "A new export replaces this archive.",
  exportLater: (from) => `A new export can be requested from ${from}.`,
  exportFailed: {
    disk_full:
      "The export failed because the server’s disk is almost full. Ask the operator to free some space, and request it again.",
    unknown:
      "The export failed. Request it again. If it fails again, ask the operator: the server’s log has the reason."
  },
  linkEnded: {
    title: "This link has ended",
    message: "An archive can be downloaded for 7 days, unless a newer export replaces it."
  },
  archiveReadme: (workspace) => [
    `The data of ${workspace}, exported from Retainer.`,
    "Each .json file and the .csv file of the same name have the same rows.",
    "Amounts are in the smallest unit of their currency: 12345 is 123.45 EUR.",
    "Times are in UTC.",
    "CSV files are in UTF-8 with commas. If a spreadsheet shows wrong letters, import the file as UTF-8.",
    "A text that a spreadsheet would run as a formula has an apostrophe before it.",
    "documents/ has each invoice and credit note as it was sent: the PDF, and the XML of an e-invoice.",
    "files.csv lists the uploaded files. Their contents are not in this archive."
  ],
  exportByOperator: "The operator of this server can write the same archive",
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
