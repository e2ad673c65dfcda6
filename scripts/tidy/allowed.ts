/** Exceptions from the measures, each with its reason. */

/**
 * Data, whose lines are as long as their rows, and migrations, which do not change once applied.
 */
export const tables: ReadonlyArray<string> = [
  "src/infra/sql/migrations/",
  "src/web/assets/HomeStyles.ts",
  "src/web/assets/ClientStyles.ts",
  "src/web/assets/InvoiceStyles.ts",
  "src/web/assets/Styles.ts",
  "src/web/settings/workspace/Choices.ts"
]

/** Functions above 70 lines that stay whole. */
export const longFunctions: Readonly<Record<string, string>> = {
  "src/app/oauth/OAuthApps.ts": "a service of seven use cases, each of which is short",
  "src/app/people/ApiKeys.ts": "a service of five use cases that share one cache",
  "src/app/people/Users.ts": "a service of six use cases, each of which is short",
  "src/infra/storage/FileStorageS3.ts": "one adapter, whose operations share the client",
  "src/infra/threads/FairQueue.ts": "one data structure, whose operations share its state",
  "src/infra/threads/TaskPipeline.ts": "one state machine, whose steps share a timer",
  "src/infra/threads/Threads.ts": "one pool, whose operations share its threads"
}

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

/** Exports that no file imports, by path and name, and the reason. */
export const unimported: Readonly<Record<string, string>> = {
  "src/api/endpoint/Endpoint.ts Operation": "declarations of the package name it",
  "src/config/Values.ts Sender": "declarations of the package name it",
  "src/domain/Ids.ts IdSchema": "declarations of the package name it",
  "src/infra/sql/Columns.ts Columns": "declarations of the package name it",
  "src/infra/sql/schema/Migration.ts DeclaredMigration": "declarations of the package name it",
  "src/web/BrowserRequests.ts FileTaker": "declarations of the package name it"
}
