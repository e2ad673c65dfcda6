/** Exceptions from the measures, each with its reason. */

/** Files of data, whose lines are as long as their rows. */
export const tables: ReadonlyArray<string> = []

/** Functions above 70 lines that stay whole. */
export const longFunctions: ReadonlyArray<{ readonly path: string; readonly reason: string }> = []

/** Names that several files export for one concept, and the reason. */
export const homonyms: Readonly<Record<string, string>> = {
  Retainer: "the service and its client, each the name of a package entry",
  button: "the element of HTML, and the part of a page that is made of it",
  form: "the element of HTML, and the part of a page that is made of it",
  link: "the element of HTML, and the part of a page that is made of it",
  select: "the element of HTML, and the part of a page that is made of it",
  table: "the element of HTML, and the part of a page that is made of it",
  make: "creates an aggregate, whose module names it",
  revise: "changes an aggregate, whose module names it",
  isCompletedBy: "the same question of a task and of a milestone",
  viewOf: "the view of an aggregate, whose module names it",
  unversioned: "migrations are never changed, and two state the list of their time",
  versionTrigger: "migrations are never changed, and two state the trigger of their time"
}
