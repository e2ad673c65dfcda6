/** Random operations of every kind on a workspace, many of which are refused. */
import { type Random, type Service, times } from "./histories.ts"
import type { Answer } from "./historiesRequests.ts"
import type { Json } from "./pair.ts"

/** Ids of what was made. */
export interface Made {
  readonly clients: Array<string>
  readonly projects: Array<string>
  readonly invoices: Array<string>
  readonly tasks: Array<string>
  readonly milestones: Array<string>
  /** Paths of payments, and ids of the credits that they brought. */
  readonly payments: Array<string>
  readonly credits: Array<string>
}

export const randomDay = ({ below }: Random): string => {
  const [month, day] = [1 + below(12), 1 + below(28)]
  return `2026-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

/** Each with its weight. */
type Operation = readonly [weight: number, work: () => Promise<Answer>]

/** Requests of random processes. */
const makeCaller = (service: Service, random: Random, made: Made, failures: Array<string>) => {
  const call = async (
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {}
  ) => {
    const given = body === undefined ? { headers } : { body, headers }
    const answer = await service.call(random.below(service.urls().length), method, path, given)
    const { status, bytes } = answer
    if (status === 0 || status >= 500) {
      failures.push(`${method} ${path} ${JSON.stringify(body)}: ${status} ${bytes}`)
    }
    return answer
  }
  const create = async (list: Array<string>, path: string, body?: object, headers?: object) => {
    const answer = await call("POST", path, body, { ...headers })
    if (answer.status === 201) list.push(answer.body.id)
    return answer
  }
  return { random, made, call, create }
}
type Caller = ReturnType<typeof makeCaller>

const invoiceOperations = ({ random, made, call, create }: Caller): ReadonlyArray<Operation> => {
  const { below, chance, pick } = random
  let keys = 0
  const lines = () =>
    Array.from({ length: 1 + below(3) }, () => ({
      description: "line",
      quantity: pick([1, 2, 0.5, 3.25]),
      unit_price: below(5000)
    }))
  const invoice = (fields: object) => {
    const headers = chance(0.2) ? { "idempotency-key": `operation ${++keys}` } : {}
    return create(made.invoices, "/v1/invoices", { line_items: lines(), ...fields }, headers)
  }
  const change = () =>
    pick<() => object>([
      () => ({ line_items: lines() }),
      () => ({ discount: below(100) }),
      () => ({ issue_date: randomDay(random) }),
      () => ({ due_date: randomDay(random) }),
      () => ({ tax_rate: 0.07 }),
      () => ({ client_id: pick(made.clients), project_id: null })
    ])()
  return [
    [
      10,
      () =>
        invoice({
          client_id: pick(made.clients),
          ...(chance(0.3) ? { project_id: pick(made.projects) } : {}),
          ...(chance(0.3) ? { currency: pick(["EUR", "JPY", "USD"]) } : {}),
          ...(chance(0.3) ? { tax_rate: 0.19, discount: below(50) } : {}),
          issue_date: randomDay(random)
        })
    ],
    [
      10,
      async () => {
        const { body }: { readonly body: Json } = await call(
          "GET",
          `/v1/projects/${pick(made.projects)}`
        )
        return invoice({ client_id: body.client.id, project_id: body.id })
      }
    ],
    [8, () => call("PATCH", `/v1/invoices/${pick(made.invoices)}`, change())],
    [9, () => call("POST", `/v1/invoices/${pick(made.invoices)}/send`, {})],
    [4, () => call("POST", `/v1/invoices/${pick(made.invoices)}/void`, {})],
    ...paymentOperations({ random, made, call, create })
  ]
}

/** Credit notes over an invoice, over a quantity or over an amount of a line. */
const creditNoteOperation =
  ({ random, made, call }: Caller) =>
  async () => {
    const { chance, pick } = random
    const part = () => pick([{}, { quantity: 0.5 }, { amount: 100 }, { amount: 1 }])
    const answer = await call("POST", `/v1/invoices/${pick(made.invoices)}/credit_notes`, {
      reason: "r",
      ...(chance(0.2) ? {} : { lines: [{ line: 0, ...part() }] })
    })
    if (answer.status === 201 && answer.body.credit !== null)
      made.credits.push(answer.body.credit.id)
    return answer
  }

/** Payments, their excess and reversals, credit notes, and uses of credits. */
const paymentOperations = ({ random, made, call, create }: Caller): ReadonlyArray<Operation> => {
  const { below, chance, pick } = random
  const pay = async (fields: object) => {
    const path = `/v1/invoices/${pick(made.invoices)}/payments`
    const answer = await call("POST", path, {
      ...(chance(0.3)
        ? { paid_at: `${pick(["2025-12-31", "2026-01-01"])}T0${below(9)}:00:00Z` }
        : {}),
      ...fields
    })
    if (answer.status !== 201) return answer
    made.payments.push(`${path}/${answer.body.id}`)
    if (answer.body.credit !== null) made.credits.push(answer.body.credit.id)
    return answer
  }
  const money = () => ({ amount: pick([1, 100, 500, 2000, 9999]) })
  const excess = () => ({ ...money(), excess: "credit" })
  return [
    [12, () => pay(money())],
    [
      6,
      async () => {
        const paid = await pay({ amount: 99_999, excess: "credit" })
        const { invoice_id, id } = paid.body
        return paid.status === 201
          ? call("POST", `/v1/invoices/${invoice_id}/payments/${id}/reverse`, { reason: "r" })
          : paid
      }
    ],
    [8, () => pay(excess())],
    [6, () => pay(made.credits.length === 0 ? excess() : { credit_id: pick(made.credits) })],
    [
      8,
      () =>
        made.payments.length === 0
          ? pay(money())
          : call("POST", `${pick(made.payments)}/reverse`, { reason: "r" })
    ],
    [16, creditNoteOperation({ random, made, call, create })],
    [
      2,
      () =>
        made.credits.length === 0
          ? pay(excess())
          : call("POST", `/v1/credits/${pick(made.credits)}/refund`, { amount: pick([1, 300]) })
    ]
  ]
}

const projectOperations = ({ random, made, call, create }: Caller): ReadonlyArray<Operation> => {
  const { below, chance, pick } = random
  const statusOfTask = () => pick(["todo", "in_progress", "done"])
  const change = () =>
    chance(0.5)
      ? { status: pick(["planning", "in_progress", "review", "completed"]) }
      : { client_id: pick(made.clients) }
  return [
    [3, () => create(made.clients, "/v1/clients", { name: "C", email: "c@x.example" })],
    [6, () => create(made.projects, "/v1/projects", { name: "P", client_id: pick(made.clients) })],
    [
      6,
      () =>
        create(made.tasks, `/v1/projects/${pick(made.projects)}/tasks`, {
          title: "T",
          status: statusOfTask()
        })
    ],
    [6, () => call("PATCH", `/v1/tasks/${pick(made.tasks)}`, { status: statusOfTask() })],
    [2, () => call("DELETE", `/v1/tasks/${pick(made.tasks)}`)],
    [4, () => call("PATCH", `/v1/projects/${pick(made.projects)}`, change())],
    [1, () => call("DELETE", `/v1/projects/${pick(made.projects)}`)],
    [
      3,
      () =>
        create(made.milestones, `/v1/projects/${pick(made.projects)}/milestones`, {
          name: "M",
          amount: below(900)
        })
    ],
    [3, () => create(made.invoices, `/v1/milestones/${pick(made.milestones)}/invoice`)]
  ]
}

/**
 * So many operations by 24 callers; answers what they made, and every answer that is no success or
 * refusal.
 */
export const operate = async (
  service: Service,
  random: Random,
  count: number
): Promise<{ readonly made: Made; readonly failures: ReadonlyArray<string> }> => {
  const made: Made = {
    clients: [],
    projects: [],
    invoices: [],
    tasks: [],
    milestones: [],
    payments: [],
    credits: []
  }
  const failures: Array<string> = []
  const caller = makeCaller(service, random, made, failures)
  const [onProjects, onInvoices] = [projectOperations(caller), invoiceOperations(caller)]
  const weighted = [...onProjects, ...onInvoices].flatMap(([weight, work]) =>
    Array.from({ length: weight }, () => work)
  )
  // Something of each kind comes first: clients, projects, invoices, tasks, milestones.
  const first = [onProjects[0], onProjects[1], onInvoices[0], onProjects[2], onProjects[7]]
  for (const operation of first) {
    for (let index = 0; index < 6; index++) await operation?.[1]()
  }
  let left = count
  await times(24, async () => {
    while (left-- > 0) await random.pick(weighted)()
  })
  return { made, failures }
}
