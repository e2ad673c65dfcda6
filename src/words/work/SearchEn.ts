/** The words of the search and of the keyboard in English. */
import type { SearchWords } from "./SearchWords.ts"

export const searchEn: SearchWords = {
  label: "Search",
  hint: "Invoice, client or project",
  title: "Search",
  empty: "Type a number, a name or an e-mail address.",
  none: (q) => `Nothing matches “${q}”.`,
  refused: "Type at most 100 characters, with a letter or a digit.",
  invoices: "Invoices",
  clients: "Clients",
  projects: "Projects",
  project: "Project",
  all: "Show all",
  credited: (number) => `Credited by ${number}`,
  archived: "Archived",

  keys: {
    title: "Keyboard shortcuts",
    close: "Close",
    off: "You can switch them off in My account.",
    followedBy: "then",
    search: "Search",
    create: "New invoice",
    go: "Go to Home, Invoices, Clients, Projects, Reports",
    move: "Next and previous row; Enter opens it",
    help: "Show these shortcuts"
  }
}
