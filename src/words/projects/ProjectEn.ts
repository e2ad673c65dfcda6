/** The words of the page of one project in English. */
import type { ProjectWords } from "./ProjectWords.ts"

const text255 = "Up to 255 characters on one line."
const day = "Enter a date."

export const projectEn: ProjectWords = {
  edit: "Edit",
  archive: "Archive",
  restore: "Restore",
  newInvoice: "New invoice",
  cancel: "Cancel",
  save: "Save",
  archived: "This project is archived. Restore it to change its tasks and milestones.",

  figures: {
    budget: "Budget",
    spent: "Billed",
    left: "Left",
    over: "Over budget",
    tasks: "Tasks done"
  },
  noBudget: "No budget",
  within: (spent, budget, percent) => `${spent} of ${budget} are billed, ${percent}.`,
  exceeded: (spent, budget, over) => `${spent} of ${budget} are billed: ${over} over budget.`,
  details: "Details",

  labels: {
    name: "Name",
    client: "Client",
    description: "Description",
    status: "Status",
    start: "Start",
    end: "End",
    budget: "Budget",
    lead: "Lead",
    task: "Task",
    assignee: "Assignee",
    due: "Due",
    milestone: "Milestone",
    amount: "Amount"
  },
  rules: {
    name: text255,
    client: "Choose a client.",
    description: "Up to 5,000 characters.",
    status: "Choose a status.",
    start: day,
    end: day,
    budget: "Enter an amount that is not negative.",
    lead: "Choose a colleague.",
    task: text255,
    assignee: "Choose a colleague.",
    due: day,
    milestone: text255,
    amount: "Enter an amount that is not negative."
  },
  budgetIn: (currency) => `Budget (${currency})`,
  amountIn: (currency) => `Amount (${currency})`,

  tasks: {
    title: "Tasks",
    none: "There is no task yet.",
    add: "Add task",
    tick: (title) => `Mark “${title}” as done`,
    untick: (title) => `Mark “${title}” as not done`,
    edit: (title) => `Edit “${title}”`,
    remove: "Delete task",
    removeTitle: (title) => `Delete “${title}”?`,
    removeText: "This cannot be undone.",
    due: (date) => `due ${date}`,
    overdue: (date) => `overdue since ${date}`,
    statuses: { todo: "To do", in_progress: "In progress", done: "Done" },
    tooMany: "A project has at most 5,000 tasks. Delete one first."
  },
  milestones: {
    title: "Milestones",
    none: "There is no milestone yet.",
    add: "Add milestone",
    complete: "Complete",
    reopen: "Reopen",
    bill: "Bill it",
    completed: "Completed",
    pending: "Pending",
    edit: (name) => `Edit “${name}”`,
    remove: "Delete milestone",
    removeTitle: (name) => `Delete “${name}”?`,
    removeText: "This cannot be undone.",
    billedBy: (number) => `billed with ${number}`,
    fixed: (number) => `It is billed with ${number}, so its amount stays and it is not deleted.`,
    noClient: "The project has no client to bill.",
    noAmount: "The milestone has no amount to bill.",
    tooMany: "A project has at most 500 milestones. Delete one first."
  },
  invoices: { title: "Invoices", none: "There is no invoice yet.", all: "All invoices" },
  older: "Next",
  newer: "Previous",

  newProject: "New project",
  editProject: (name) => `Edit ${name}`,
  create: "Create project",
  chooseClient: "Choose…",
  nobody: "Nobody",
  problems: "Nothing is saved yet. Please correct:",
  hasInvoices: "The project has invoices, so its client stays.",
  endBeforeStart: "The end is before the start.",
  changed: {
    project: "Somebody else changed this project",
    task: "Somebody else changed this task",
    milestone: "Somebody else changed this milestone"
  },

  done: {
    archive: "The project is archived.",
    restore: "The project is restored.",
    task: "The task is added.",
    tick: "The task is done.",
    untick: "The task is open again.",
    "edit-task": "The task is saved.",
    "delete-task": "The task is deleted.",
    milestone: "The milestone is added.",
    complete: "The milestone is complete.",
    reopen: "The milestone is open again.",
    "edit-milestone": "The milestone is saved.",
    "delete-milestone": "The milestone is deleted.",
    created: "The project is created.",
    saved: "The project is saved."
  }
}
