/** The words of the frame and of the sign-in in English. */
import { counted, type FrameWords } from "./FrameWords.ts"

export const frameEn: FrameWords = {
  skip: "Skip to content",
  main: "Main",
  menu: "Menu",
  home: "Home",
  invoices: "Invoices",
  clients: "Clients",
  reports: "Reports",
  overdue: counted("en", { one: (n) => `${n} overdue`, other: (n) => `${n} overdue` }),
  projects: "Projects",
  settings: "Settings",
  account: "My account",
  signOut: "Sign out",
  newInvoice: "New invoice",
  toHome: "Go to Home",
  notFound: {
    title: "Page not found",
    message: "It may have been removed, or the address is incomplete."
  },
  notForMembers: {
    title: "Not for members",
    change: "Only owners and admins of the workspace may change this.",
    see: "Only owners and admins of the workspace may see this."
  },

  signIn: {
    title: "Sign in",
    toContinue: (app) => `Sign in to continue to ${app}`,
    ended: "Your session ended. Sign in to continue.",
    filledIn: "What you typed will be filled in again; it is not saved yet.",
    email: "E-mail",
    password: "Password",
    workspace: "Which workspace?",
    chooseWorkspace: "Choose a workspace and enter the password again.",
    button: "Sign in",
    forgot: "Forgot the password?",
    wrong: "The e-mail address or the password is not right",
    someDown:
      "Some accounts cannot be reached at the moment. If yours is one of them, try again in a minute."
  },

  figures: {
    outstanding: "Outstanding",
    overdue: "Overdue",
    collectedIn: (year) => `Collected in ${year}`,
    notSent: "Not sent yet",
    drafts: counted("en", { one: (n) => `${n} draft`, other: (n) => `${n} drafts` }),
    invoices: counted("en", { one: (n) => `${n} invoice`, other: (n) => `${n} invoices` }),
    also: (amounts) => `also ${amounts}`
  }
}
