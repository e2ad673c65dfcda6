/** The measures of what is not source: commits, recipes and mutations. */
import type { Offence } from "./rules.ts"

/** Since the first of these days, subjects fit into one line of `git log`. */
export const subjectsSince = "2026-11-25"

const subjectForm = /^[a-z][a-z0-9/ -]*: [a-z]/

export const poorSubjects = (subjects: ReadonlyArray<string>): ReadonlyArray<Offence> =>
  subjects
    .filter((subject) => subject.length > 72 || !subjectForm.test(subject))
    .map((what) => ({ path: "git log", what }))

/** The recipes that a contributor finds in CONTRIBUTING.md, by their headings. */
const recipes = [
  "Adding a field",
  "Adding an endpoint",
  "Adding a table",
  "Adding a write",
  "Adding a cacheable list",
  "Adding a page",
  "Adding a setting",
  "Adding a mail"
]

export const missingRecipes = (contributing: string): ReadonlyArray<Offence> => {
  const headings = [...contributing.matchAll(/^##+ (.*)$/gm)].map(([, heading = ""]) => heading)
  return recipes
    .filter((recipe) => !headings.includes(recipe))
    .map((what) => ({ path: "CONTRIBUTING.md", what }))
}

/** Misuses of the write engine and of the response cache, each of which was a silent fault once. */
const misuses = [
  "two writes of one row in one statement",
  "an insert that names its row by another key than the writes after it",
  "a save that stores nothing where its row is gone",
  "a failure of a write that a use case catches",
  "writes in the order in which they were named",
  "a rehearsal that commits",
  "a column of credentials that moves no version",
  "a cacheable answer that depends on its caller"
]

export const missingMutations = (tried: ReadonlyArray<string>): ReadonlyArray<Offence> =>
  misuses
    .filter((misuse) => !tried.includes(misuse))
    .map((what) => ({ path: "scripts/seams/mutations.ts", what }))
