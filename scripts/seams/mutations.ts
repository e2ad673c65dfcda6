/**
 * The mistakes that must not go unnoticed, as edits of the code: what a feature to come may forget.
 */

/** Text that stands exactly once in a file and becomes another; a file without `find` is new. */
export interface Edit {
  readonly file: string
  readonly find?: string
  readonly replace: string
}

export interface Mutation {
  readonly what: string
  readonly edits: ReadonlyArray<Edit>
  /** The file in which the compiler must report it; absent if it compiles and `tests` must fail. */
  readonly namedIn?: string
  /** Unit tests that notice what compiles. */
  readonly tests?: ReadonlyArray<string>
  /** A part of the names of those tests: suites of other names would need a server. */
  readonly only?: string
  /** Compiled by itself, because it would hide another. */
  readonly alone?: boolean
}

const clientsApi = "src/api/clients/ClientsApi.ts"
const openTransaction = "src/infra/postgres/OpenTransaction.ts"
const taskRepository = "src/infra/sql/projects/TaskRepositorySql.ts"
const engineTests = ["test/infra/postgres/Write.test.ts"]

export const mutations: ReadonlyArray<Mutation> = [
  {
    what: "a secret that may arrive alone, made without the label of its cell",
    namedIn: "src/app/people/Sessions.ts",
    edits: [
      {
        file: "src/app/people/Sessions.ts",
        find: `makeSecret("rse", random, label)`,
        replace: `makeSecret("rse", random)`
      }
    ]
  },
  {
    what: "a file of an export that no rows are written into",
    namedIn: "src/app/workspaces/ExportWorkspace.ts",
    edits: [
      {
        file: "src/domain/workspaces/WorkspaceTables.ts",
        find: `  "credit_notes",\n`,
        replace: `  "credit_notes",\n  "quotes",\n`
      }
    ]
  },
  {
    what: "a filter of invoices that is declared, and that no storage reads",
    namedIn: "src/infra/sql/invoices/InvoicePages.ts",
    edits: [
      {
        file: "src/app/ports/invoices/InvoiceRepository.ts",
        find: `  readonly issuedOnly?: boolean\n`,
        replace: `  readonly issuedOnly?: boolean\n  readonly creditedOnly?: boolean\n`
      }
    ]
  },
  {
    what: "a parameter of a list that is declared, and that no use case takes",
    namedIn: "src/http/projects/TasksHandlers.ts",
    edits: [
      {
        file: "src/api/projects/TasksApi.ts",
        find: `  ...pageQuery\n`,
        replace: `  name: Schema.optionalKey(Schema.String),\n  ...pageQuery\n`
      }
    ]
  },
  {
    what: "an endpoint that members' tokens are to be refused, declared for every role",
    tests: ["test/http/roles.test.ts"],
    only: "the routes that members' tokens are refused",
    edits: [
      {
        file: "src/api/events/AuditApi.ts",
        find: `    role: "admin",\n`,
        replace: `    role: "member",\n`
      }
    ]
  },
  {
    what: "an optional money field of the contract that the domain does not store",
    namedIn: "src/http/invoices/InvoicesHandlers.ts",
    alone: true,
    edits: [
      {
        file: "src/domain/invoices/InvoiceInputs.ts",
        find: "const optional = {\n",
        replace: `const optional = {
  depositMinor: Schema.optionalKey(Schema.Finite.annotate({ money: true })),
`
      }
    ]
  },
  {
    what: "a stored money field that a new invoice forgets",
    namedIn: "src/domain/invoices/InvoiceDraft.ts",
    alone: true,
    edits: [
      {
        file: "src/domain/invoices/InvoiceResource.ts",
        find: "  moneyVersion: Schema.Int,\n",
        replace: "  moneyVersion: Schema.Int,\n  depositMinor: Schema.NullOr(Minor),\n"
      }
    ]
  },
  {
    what: "a column missing in an INSERT",
    namedIn: "src/infra/sql/invoices/InvoiceRows.ts",
    edits: [
      {
        file: "src/infra/sql/invoices/InvoiceRows.ts",
        find: "    issuedProjectName: issued?.projectName ?? null,\n",
        replace: ""
      }
    ]
  },
  {
    what: "a column that a shape has and the table has not",
    edits: [
      {
        file: "src/domain/projects/ProjectResource.ts",
        find: "  workspaceId: WorkspaceId.schema,\n",
        replace:
          "  workspaceId: WorkspaceId.schema,\n  colour: Schema.optionalKey(Schema.String),\n"
      }
    ],
    tests: ["test/infra/sql/Columns.test.ts"]
  },
  {
    what: "a POST that is no command, and so without idempotency",
    namedIn: "src/api/clients/ClientsApi.ts",
    edits: [
      {
        file: clientsApi,
        find: `  command(
    HttpApiEndpoint.post("create"`,
        replace: `  query(
    HttpApiEndpoint.post("create"`
      }
    ]
  },
  {
    what: "commands whose POSTs are not given idempotency",
    edits: [
      {
        file: "src/api/endpoint/Endpoint.ts",
        find: `endpoint.method === "POST" ? checked.middleware(Idempotency) : checked`,
        replace: "checked"
      }
    ],
    tests: ["test/api"]
  },
  {
    what: "an operation without a scope",
    namedIn: "src/api/payments/PaymentsApi.ts",
    edits: [
      {
        file: "src/api/payments/PaymentsApi.ts",
        find: `      scope: "invoices:read",
      role: "member",
      answers: "resource",`,
        replace: `      role: "member",
      answers: "resource",`
      }
    ]
  },
  {
    what: "an endpoint that declares nothing",
    namedIn: "src/api/events/EventsApi.ts",
    edits: [
      {
        file: "src/api/events/EventsApi.ts",
        find: "\n  query(",
        replace: `
  HttpApiEndpoint.get("bare", "/bare", { success: Schema.Struct({}) }),
  query(`
      }
    ]
  },
  {
    what: "a payment processor without an adapter",
    namedIn: "src/process/Runtime.ts",
    edits: [
      {
        file: "src/domain/payments/Checkout.ts",
        find: `["test", "stripe"]`,
        replace: `["test", "stripe", "paypal"]`
      }
    ]
  },
  {
    what: "a family of events without a read scope",
    namedIn: "src/domain/events/Event.ts",
    edits: [
      {
        file: "src/domain/events/Event.ts",
        find: `  "invoice.voided",\n`,
        replace: `  "invoice.voided",\n  "estimate.created",\n`
      }
    ]
  },
  {
    what: "a scope that people cannot read",
    namedIn: "src/domain/access/Scope.ts",
    edits: [
      {
        file: "src/domain/access/Scope.ts",
        find: `  "analytics:read"\n`,
        replace: `  "analytics:read",\n  "audit:read"\n`
      }
    ]
  },
  {
    what: "a kind of mail without a composer",
    namedIn: "src/infra/mail/MailComposerPreact.ts",
    edits: [
      {
        file: "src/app/ports/mail/MailOutbox.ts",
        find: `    kind: Schema.tag("user_link"),`,
        replace: `    kind: Schema.tag("statement"),
    workspaceId: WorkspaceId.schema
  }),
  Schema.Struct({
    kind: Schema.tag("user_link"),`
      }
    ]
  },
  {
    what: "a mail that a caller asks for without its bound",
    edits: [
      {
        file: "src/app/invoices/reminders/SendReminder.ts",
        find: "if (scheduledDays === null) yield* bounds.require(workspace.id, invoice.recipient.email)",
        replace: "yield* Effect.succeed(bounds)"
      }
    ],
    tests: ["test/app/mail/MailBounds.test.ts"],
    only: "the bounds on mails"
  },
  {
    what: "a port without a memory fake",
    edits: [
      {
        file: "src/app/ports/projects/FileStore.ts",
        replace: `/** Files of projects. */
import { Context, type Effect } from "effect"

export class FileStore extends Context.Service<
  FileStore,
  { readonly read: (id: string) => Effect.Effect<Uint8Array> }
>()("retainer/app/ports/FileStore") {}
`
      }
    ],
    tests: ["test/testing/MemoryPorts.test.ts"]
  },
  {
    what: "an endpoint that the typed client lacks",
    edits: [
      {
        file: "src/api/WireApi.ts",
        find: "    onEndpoint: ({ group, endpoint, successes }) => {\n",
        replace: `    onEndpoint: ({ group, endpoint, successes }) => {
      if (endpoint.identifier === "archive") return
`
      }
    ],
    tests: ["test/api/WireApi.test.ts"]
  },
  {
    what: "an endpoint that nothing answers",
    namedIn: "src/http/projects/ProjectsHandlers.ts",
    alone: true,
    edits: [
      {
        file: "src/http/projects/ProjectsHandlers.ts",
        find: "      archive: Effect.fnUntraced(",
        replace: "      archived: Effect.fnUntraced("
      }
    ]
  },
  {
    what: "two writes of one row in one statement",
    edits: [
      {
        file: openTransaction,
        find: "(!part.isHold && this.isWritten(part)) ||",
        replace: ""
      }
    ],
    tests: engineTests,
    only: "embedded"
  },
  {
    what: "an insert that names its row by another key than the writes after it",
    edits: [
      {
        file: taskRepository,
        find: `insertRow("tasks", keyOf(task.workspaceId, task.id), stored.encode(task))`,
        replace: `insertRow("tasks", { id: keyOf(task.workspaceId, task.id).id }, stored.encode(task))`
      }
    ],
    tests: ["test/infra/sql/programs.test.ts"],
    only: "PGlite"
  },
  {
    what: "a save that stores nothing where its row is gone",
    edits: [
      {
        file: taskRepository,
        find: "  save: (task) => saveRow(",
        replace: "  save: (task) => updateRow("
      },
      {
        file: taskRepository,
        find: "keysOf, saveRow, toPage }",
        replace: "keysOf, toPage, updateRow }"
      }
    ],
    tests: ["test/infra/sql/programs.test.ts"],
    only: "PGlite"
  },
  {
    what: "a failure of a write that a use case catches",
    namedIn: "src/app/clients/CreateClient.ts",
    edits: [
      {
        file: "src/app/clients/CreateClient.ts",
        find: "yield* clients.insert(client)",
        replace: `yield* clients.insert(client).pipe(Effect.catchTag("SqlError", () => Effect.void))`
      }
    ]
  },
  {
    what: "a write outside of a unit of work",
    namedIn: "src/app/projects/Projects.ts",
    edits: [
      {
        file: "src/app/projects/CreateProject.ts",
        find: "  }, transact)",
        replace: "  })"
      },
      {
        file: "src/app/projects/CreateProject.ts",
        find: "  const { transact } = yield* UnitOfWork\n",
        replace: ""
      }
    ]
  },
  {
    what: "a rehearsal that commits",
    edits: [
      {
        file: "src/infra/sql/UnitOfWorkSql.ts",
        find: "if (rehearsal !== null) return rehearsed(",
        replace: "if (rehearsal?.made.has(``)) return rehearsed("
      }
    ],
    tests: ["test/infra/postgres/Rehearsal.test.ts"],
    only: "embedded"
  },
  {
    what: "a rehearsal that reads what storage lacks",
    edits: [
      {
        file: "src/infra/postgres/RehearsedTransaction.ts",
        find: "    this.written = table\n",
        replace: "    this.written = undefined\n"
      },
      {
        file: "src/infra/postgres/RehearsedTransaction.ts",
        find: "discard({ table, standIn, result }",
        replace: "discard({ standIn, result }"
      }
    ],
    tests: ["test/infra/postgres/Rehearsal.test.ts"],
    only: "embedded"
  },
  {
    what: "a use case that can be rehearsed and reads after a write",
    edits: [
      {
        file: "src/app/projects/CreateTask.ts",
        find: "    yield* tasks.insert(task)\n",
        replace:
          "    yield* tasks.insert(task)\n    yield* tasks.countOfProject(workspace.id, projectId)\n"
      }
    ],
    tests: ["test/http/dryRun.test.ts"],
    only: "embedded"
  },
  {
    what: "a change that ignores Prefer: dry-run",
    edits: [
      {
        file: "src/http/edge/DryRun.ts",
        find: "return asked && dryRun === undefined",
        replace: "return asked && dryRun === undefined && longestHeader === 0"
      }
    ],
    tests: ["test/http/dryRun.test.ts"],
    only: "refuses it"
  },
  {
    what: "writes in the order in which they were named",
    edits: [
      {
        file: openTransaction,
        find: "this.pending.sort(inLockOrder)",
        replace: "this.pending"
      }
    ],
    tests: engineTests,
    only: "embedded"
  },
  {
    what: "a shared row that is locked before others",
    edits: [
      {
        file: "src/infra/postgres/TableOrder.ts",
        find: `  "counters"
] as const`,
        replace: "] as const"
      },
      {
        file: "src/infra/postgres/TableOrder.ts",
        find: "const order = [",
        replace: `const order = [
  "counters",`
      }
    ],
    tests: engineTests,
    only: "embedded"
  },
  {
    what: "a column of credentials that moves no version",
    edits: [
      {
        file: "src/infra/sql/migrations/0028_write_engine.ts",
        find: `"expires_at", "revoked_at", "name"`,
        replace: `"expires_at", "name"`
      }
    ],
    tests: ["test/infra/sql/workspaces/WorkspaceVersions.test.ts"],
    only: "PGlite"
  },
  {
    what: "a credential that is not followed after a move",
    edits: [
      {
        file: "src/infra/sql/workspaces/move/MovedKeys.ts",
        find: `  "user_links",\n`,
        replace: ""
      }
    ],
    tests: ["test/infra/sql/workspaces/WorkspaceTables.test.ts"],
    only: "credential"
  },
  {
    what: "versions beside a read that another read preceded",
    edits: [
      {
        file: "src/infra/postgres/ReadClient.ts",
        find: `      companion.state = "lost"\n`,
        replace: ""
      }
    ],
    tests: ["test/infra/sql/workspaces/WorkspaceVersions.test.ts"],
    only: "PGlite"
  },
  {
    what: "a cacheable list that does not declare a kind of rows that it shows",
    edits: [
      {
        file: "src/api/invoices/InvoicesApi.ts",
        find: `cacheable: { shows: ["clients", "invoices", "payments"] }`,
        replace: `cacheable: { shows: ["invoices", "payments"] }`
      }
    ],
    tests: ["test/http/cache/tables.test.ts"]
  },
  {
    what: "a cacheable answer that depends on its caller",
    namedIn: "src/http/Handlers.ts",
    alone: true,
    edits: [
      {
        file: "src/http/analytics/AnalyticsHandlers.ts",
        find: `        const workspace = yield* CurrentWorkspace
        return yield* analytics.receivables(workspace)`,
        replace: `        const { workspace } = yield* CurrentPrincipal
        return yield* analytics.receivables(workspace)`
      },
      {
        file: "src/http/analytics/AnalyticsHandlers.ts",
        find: "import { CurrentWorkspace }",
        replace: "import { CurrentPrincipal, CurrentWorkspace }"
      }
    ]
  },
  {
    what: "a sign-in whose guesses queue with those of known devices",
    edits: [
      {
        file: "src/web/people/SignInPages.ts",
        find: `isKnown ? "known" : "stranger"`,
        replace: `isKnown ? "known" : "known"`
      }
    ],
    tests: ["test/web/people/lockOut.test.ts"]
  },
  {
    what: "a statement of a list that depends on a value without a place in its shape",
    edits: [
      {
        file: "src/infra/postgres/Statements.ts",
        find: "    if (!isDeepStrictEqual(read(values), sent)) {\n",
        replace: "    if (!isDeepStrictEqual(sent, sent)) {\n"
      }
    ],
    tests: ["test/infra/postgres/Statements.test.ts"],
    only: "a read by shape"
  },
  {
    what: "an error of the domain that the catalog does not know",
    namedIn: "src/api/errors/ErrorCatalog.ts",
    edits: [
      {
        file: "src/api/errors/ErrorCatalog.ts",
        find: "  InvoiceNotDraft: unprocessable,\n",
        replace: ""
      }
    ]
  }
]
