/**
 * A model of docs/spec.md in a few plain rows: projects, clients, tasks, milestones and invoices, the
 * status of each request, and its effect. Written from the text alone, to be
 * compared with the service.
 */
import type { Scope } from "../../src/domain/access/Scope.ts"
import { callers, type Step } from "./apiPrograms.ts"

type Kind = "client" | "project" | "task" | "milestone" | "invoice"

const projectStatuses = ["planning", "in_progress", "review", "completed", "archived"] as const
type ProjectStatus = (typeof projectStatuses)[number]

interface Row {
  readonly workspace: number
  isGone: boolean
}
interface InvoiceRow extends Row {
  readonly client: number
  readonly number: string
  readonly total: number
  readonly dueDate: string
  status: "draft" | "sent" | "paid" | "void"
  paid: number
}
interface Rows {
  readonly client: Array<Row>
  readonly project: Array<Row & { readonly client: number; status: ProjectStatus }>
  readonly task: Array<Row & { readonly project: number }>
  readonly milestone: Array<
    Row & { readonly project: number; readonly amount: number | null; invoice: number }
  >
  readonly invoice: Array<InvoiceRow>
}

/** References are `client#3`, which each app replaces by its own id. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: object
}

export interface Expected {
  readonly request: Request
  readonly status: number
  /** Fields of the body. */
  readonly shows: Readonly<Record<string, unknown>>
  /** The reference that the made row gets. */
  readonly makes?: string
}

const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

const done =
  (status: number, shows: Expected["shows"], change: () => unknown = () => {}) =>
  () => {
    change()
    return { status, shows }
  }

interface Planned extends Request {
  readonly scope: Scope
  /** Without it: 404. */
  readonly needs?: readonly [Kind, number]
  /** Otherwise 422. */
  readonly isAllowed: boolean
  readonly succeed: () => Omit<Expected, "request">
}

export class ApiModel {
  private readonly rows: Rows = { client: [], project: [], task: [], milestone: [], invoice: [] }
  private readonly counters = [0, 0]

  /** The answer that the step has to get; it has had its effect if it succeeds. */
  expect(step: Step, now: number): Expected | null {
    if (step.do === "wait") return null
    const { workspace = 0, scopes = null } = callers[step.caller] ?? {}
    const { scope, needs, isAllowed, succeed, ...request } = this.plan(step, workspace, now)
    const refused = (status: number) => ({ request, status, shows: {} })
    if (scopes !== null && !scopes.includes(scope)) return refused(403)
    if (needs !== undefined && !this.has(needs[0], needs[1], workspace)) return refused(404)
    return isAllowed ? { request, ...succeed() } : refused(422)
  }

  private place(kind: Kind, at: number): number {
    return this.rows[kind].length === 0 ? -1 : at % this.rows[kind].length
  }

  /** Whether the row is there for this workspace. */
  private has(kind: Kind, at: number, workspace: number): boolean {
    const row = this.rows[kind][at]
    return row !== undefined && row.workspace === workspace && !row.isGone
  }

  private isOpen(project: number): boolean {
    return this.rows.project[project]?.status !== "archived"
  }

  private made<K extends Kind>(kind: K, row: Rows[K][number], shows: Expected["shows"] = {}) {
    const all: Array<Rows[K][number]> = this.rows[kind]
    return { status: 201, shows, makes: `${kind}#${all.push(row) - 1}` }
  }

  /** The next number of the workspace; due after 30 days. */
  private madeInvoice(workspace: number, client: number, total: number, now: number) {
    const count = (this.counters[workspace] ?? 0) + 1
    this.counters[workspace] = count
    const number = `INV-${String(count).padStart(4, "0")}`
    const dueDate = dateOf(now + 30 * 86_400_000)
    const row = { workspace, client, number, total, dueDate, paid: 0, isGone: false }
    return this.made("invoice", { ...row, status: "draft" }, { status: "draft", number, total })
  }

  private plan(step: Step, workspace: number, now: number): Planned {
    const { rows } = this
    const { other, amount } = step
    const of = (kind: Kind, more = "") => {
      const at = this.place(kind, step.at)
      return { at, needs: [kind, at] as const, path: `/v1/${kind}s/${kind}#${at}${more}` }
    }
    const client = this.place("client", step.at)
    const hasClient = this.has("client", client, workspace)
    switch (step.do) {
      case "create client": {
        const name = `Client ${amount}`
        return {
          ...{ method: "POST", path: "/v1/clients", scope: "clients:write", isAllowed: true },
          body: { name, email: "a@x.example" },
          succeed: () => this.made("client", { workspace, isGone: false }, { name })
        }
      }
      case "create project": {
        const row = { workspace, client, status: "planning", isGone: false } as const
        return {
          ...{ method: "POST", path: "/v1/projects", scope: "projects:write" },
          ...{ body: { name: "Site", client_id: `client#${client}` }, isAllowed: hasClient },
          succeed: () => this.made("project", { ...row }, { status: "planning" })
        }
      }
      case "change project":
      case "archive project": {
        const { at, ...found } = of("project")
        const chosen = projectStatuses[other % projectStatuses.length] ?? "planning"
        const isDelete = step.do === "archive project"
        const status = isDelete ? "archived" : chosen
        const change = () => Object.assign(rows.project[at] ?? {}, { status })
        return {
          ...{ ...found, scope: "projects:write", method: isDelete ? "DELETE" : "PATCH" },
          ...(isDelete ? {} : { body: { status } }),
          isAllowed: this.isOpen(at) || status === "archived",
          succeed: isDelete ? done(204, {}, change) : done(200, { status }, change)
        }
      }
      case "create task":
      case "create milestone": {
        const kind = step.do === "create task" ? "task" : "milestone"
        const { at: project, ...found } = of("project", `/${kind}s`)
        const row = { workspace, project, isGone: false }
        const money = amount === 0 ? null : amount
        const base = { ...found, method: "POST", isAllowed: this.isOpen(project) }
        return kind === "task"
          ? {
              ...{ ...base, scope: "tasks:write", body: { title: "Do it" } },
              succeed: () => this.made("task", row)
            }
          : {
              ...{ ...base, scope: "projects:write", body: { name: "Launch", amount: money } },
              succeed: () => this.made("milestone", { ...row, amount: money, invoice: -1 })
            }
      }
      case "finish task":
      case "complete milestone":
      case "delete task":
      case "delete milestone": {
        const kind = step.do.endsWith("task") ? "task" : "milestone"
        const isDelete = step.do.startsWith("delete")
        const { at, ...found } = of(kind)
        const row = rows[kind][at]
        const status = kind === "task" ? "done" : "completed"
        const isBilled = kind === "milestone" && this.isBilled(at)
        const remove = () => Object.assign(row ?? {}, { isGone: true })
        return {
          ...{ ...found, method: isDelete ? "DELETE" : "PATCH" },
          ...(isDelete ? {} : { body: { status } }),
          scope: kind === "task" ? "tasks:write" : "projects:write",
          isAllowed: this.isOpen(row?.project ?? -1) && !(isDelete && isBilled),
          succeed: isDelete ? done(204, {}, remove) : done(200, { status })
        }
      }
      case "bill milestone": {
        const { at, ...found } = of("milestone", "/invoice")
        const { amount: money = null, project = -1 } = rows.milestone[at] ?? {}
        const owner = rows.project[project]?.client ?? -1
        return {
          ...{ ...found, method: "POST", scope: "invoices:write" },
          isAllowed: money !== null && !this.isBilled(at),
          succeed: () => {
            const invoice = rows.invoice.length
            Object.assign(rows.milestone[at] ?? {}, { invoice })
            return this.madeInvoice(workspace, owner, money ?? 0, now)
          }
        }
      }
      case "create invoice": {
        const project = this.place("project", other)
        const isOfProject = amount % 2 === 1 && project >= 0
        const fits = this.has("project", project, workspace)
        const isClients = rows.project[project]?.client === client
        const line_items = [{ description: "Work", quantity: 1, unit_price: amount }]
        const part = isOfProject ? { project_id: `project#${project}` } : {}
        return {
          ...{ method: "POST", path: "/v1/invoices", scope: "invoices:write" },
          body: { client_id: `client#${client}`, line_items, ...part },
          isAllowed: hasClient && (!isOfProject || (fits && isClients)),
          succeed: () => this.madeInvoice(workspace, client, amount, now)
        }
      }
      case "read project": {
        const { at, ...found } = of("project")
        const status = rows.project[at]?.status
        return {
          ...{ ...found, method: "GET", scope: "projects:read", isAllowed: true },
          succeed: done(200, { status })
        }
      }
      case "list invoices": {
        const own = rows.invoice.filter((row) => row.workspace === workspace)
        const numbers = own.map(({ number }) => number).toReversed()
        return {
          ...{ method: "GET", path: "/v1/invoices?limit=100", scope: "invoices:read" },
          ...{ isAllowed: true, succeed: done(200, { numbers }) }
        }
      }
      default:
        return this.planInvoice(step, of("invoice"), workspace, now)
    }
  }

  /** Whether an invoice that is not void bills the milestone. */
  private isBilled(at: number): boolean {
    const invoice = this.rows.invoice[this.rows.milestone[at]?.invoice ?? -1]
    return invoice !== undefined && invoice.status !== "void"
  }

  /** Changes of one invoice, by the table of its states. */
  private planInvoice(
    step: Step,
    { at, needs, path }: { at: number; needs: readonly [Kind, number]; path: string },
    workspace: number,
    now: number
  ): Planned {
    const row = this.rows.invoice[at]
    const { status = "draft", total = 0, paid = 0, client = -1, dueDate = "" } = row ?? {}
    const base = { needs, method: "POST", scope: "invoices:write", body: {} } as const
    const set = (change: Partial<InvoiceRow>) => () => Object.assign(row ?? {}, change)
    const isDraft = status === "draft"
    switch (step.do) {
      case "change invoice": {
        const request = { ...base, path, method: "PATCH", body: { notes: "n" } }
        return { ...request, isAllowed: isDraft, succeed: done(200, { status }) }
      }
      case "send": {
        const succeed = done(
          200,
          { status: "sent" },
          set({ status: total === 0 ? "paid" : "sent" })
        )
        return { ...base, path: `${path}/send`, isAllowed: isDraft, succeed }
      }
      case "void": {
        const isAllowed = isDraft || status === "void" || (status === "sent" && paid === 0)
        return {
          ...base,
          path: `${path}/void`,
          isAllowed,
          succeed: done(200, { status: "void" }, set({ status: "void" }))
        }
      }
      case "duplicate": {
        const succeed = () => this.madeInvoice(workspace, client, total, now)
        const { body: _, ...request } = base
        return { ...request, path: `${path}/duplicate`, isAllowed: true, succeed }
      }
      case "pay": {
        const amount = Math.max(1, Math.min(step.amount, total + 1))
        const sum = paid + amount
        const isAllowed = status === "sent" && sum <= total
        const change = { paid: sum, status: sum === total ? ("paid" as const) : status }
        const succeed = done(201, { amount }, set(change))
        return { ...base, path: `${path}/payments`, body: { amount }, isAllowed, succeed }
      }
      default: {
        const isOverdue = status === "sent" && dueDate < dateOf(now)
        const shows = { status: isOverdue ? "overdue" : status, amount_paid: paid }
        const request = { needs, path, method: "GET", scope: "invoices:read" } as const
        return { ...request, isAllowed: true, succeed: done(200, shows) }
      }
    }
  }
}
