/**
 * Callers that read and write a few resources over all processes, while others follow the event
 * log.
 */
import { assert } from "@effect/vitest"
import { eventsAfter, makeRandom, makerOf, type Random, type Service, times } from "./histories.ts"
import { type Operation, violationsOf } from "./historiesChecker.ts"
import type { Answer } from "./historiesRequests.ts"

interface Register {
  readonly id: string
  readonly path: string
  /** The field that is written. */
  readonly field: string
  readonly initial: string
  /** Lists that show the field. */
  readonly lists: ReadonlyArray<string>
  readonly operations: Array<Operation>
}

const registersOf = async (service: Service): Promise<ReadonlyArray<Register>> => {
  const make = makerOf(service)
  const owner = await make.client()
  const perKind = await times(3, async (index) => {
    const project = await make.project(owner.id, { name: `project ${index}` })
    const invoice = await make.invoice(owner.id, { notes: `invoice ${index}` })
    const client = await make.client({ name: `client ${index}` })
    const lists = [`/v1/projects?client_id=${owner.id}`, `/v1/clients/${owner.id}/projects`]
    const register = (
      kind: string,
      id: string,
      field: string,
      itsLists: ReadonlyArray<string>
    ) => ({
      id,
      path: `/v1/${kind}s/${id}`,
      field,
      initial: `${kind} ${index}`,
      lists: itsLists,
      operations: []
    })
    return [
      register("project", project.id, "name", lists),
      register("invoice", invoice.id, "notes", []),
      register("client", client.id, "name", ["/v1/clients?limit=100"])
    ]
  })
  return perKind.flat()
}

const headersOfReads: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  {},
  { "accept-encoding": "gzip" },
  { "accept-encoding": "br" },
  { origin: "https://other.example" }
]

interface Caller {
  readonly service: Service
  readonly registers: ReadonlyArray<Register>
  readonly random: Random
  readonly answered: (what: string, answer: Answer) => void
}

const outcomeOf = ({ status }: Answer): Operation["outcome"] => {
  if (status === 200) return "done"
  return status === 0 || status >= 500 ? "unknown" : "refused"
}

/** One write or read of a caller that remembers the tags it was given. */
const step = async (
  { service, registers, random, answered }: Caller,
  /** The request's position among those of all callers. */
  number: number,
  tags: Map<string, { readonly tag: string; readonly value: string }>
): Promise<void> => {
  const register = random.pick(registers)
  const { id, path, field, operations } = register
  const process = random.below(service.urls().length)
  const record = (answer: Answer, by: string, kind: Operation["kind"], value: string) => {
    const { began, ended } = answer
    const outcome = outcomeOf(answer)
    operations.push({ kind, value, began, ended, outcome, by: `${by}, process ${process}` })
  }
  if (random.chance(0.25)) {
    const value = `written ${number}`
    const answer = await service.call(process, "PATCH", path, { body: { [field]: value } })
    record(answer, `PATCH ${path} ${answer.status}`, "write", value)
    if (answer.status === 200) assert.strictEqual(answer.body[field], value)
    answered("PATCH", answer)
    return
  }
  const list = random.chance(0.2) ? register.lists[random.below(2)] : undefined
  const headers = random.pick(headersOfReads)
  if (list !== undefined) {
    const answer = await service.call(process, "GET", list, { headers })
    answered("GET", answer)
    for (const item of answer.status === 200 ? answer.body.data : []) {
      const shown = registers.find((one) => one.id === item.id)
      if (shown === undefined) continue
      const { began, ended } = answer
      const by = `in ${list}, process ${process}`
      const value = String(item[shown.field])
      shown.operations.push({ kind: "read", value, began, ended, outcome: "done", by })
    }
    return
  }
  const seen = random.chance(0.5) ? tags.get(id) : undefined
  const answer = await service.call(process, "GET", path, {
    headers: seen === undefined ? headers : { ...headers, "if-none-match": seen.tag }
  })
  answered("GET", answer)
  if (answer.status === 304 && seen !== undefined) {
    record({ ...answer, status: 200 }, `304 of ${path}`, "read", seen.value)
  } else if (answer.status === 200) {
    record(answer, `GET ${path}`, "read", answer.body[field])
    const tag = answer.headers.etag
    if (tag !== undefined) tags.set(id, { tag, value: answer.body[field] })
  }
}

/** Follows the log while it grows; `eventsAfter` fails where an event is skipped. */
const follow = async (service: Service, process: number, from: number, isOver: () => boolean) => {
  const ids: Array<string> = []
  for (;;) {
    const last = isOver()
    const events = await eventsAfter(service, from + ids.length, process)
    ids.push(...events.map(({ id }) => id))
    if (last) return ids
  }
}

/** Answers how often each method was answered with each status by the processes of `callers`. */
export const requireLinearizable = async (
  service: Service,
  count: number,
  disturb: (requests: number) => Promise<void> = async () => {},
  callers: Service = service
): Promise<ReadonlyMap<string, number>> => {
  const registers = await registersOf(service)
  const before = (await eventsAfter(service)).length
  const random = makeRandom()
  const statuses = new Map<string, number>()
  let requests = 0
  let isOver = false
  const caller: Caller = {
    service: callers,
    registers,
    random,
    answered: (what, { status }) => {
      const name = `${what} ${status}`
      statuses.set(name, (statuses.get(name) ?? 0) + 1)
    }
  }
  const followers = service
    .urls()
    .map((_, process) => follow(service, process, before, () => isOver))
  await times(24, async () => {
    const tags = new Map<string, { readonly tag: string; readonly value: string }>()
    while (requests < count) {
      requests += 1
      await Promise.all([step(caller, requests, tags), disturb(requests)])
    }
  })
  isOver = true
  const followed = await Promise.all(followers)
  const events = await eventsAfter(service, before)
  for (const ids of followed) {
    assert.deepStrictEqual(
      ids,
      events.map(({ id }) => id)
    )
  }
  for (const { id, field, initial, operations } of registers) {
    const values = events
      .filter(({ type, data }) => data.object.id === id && type.endsWith(".updated"))
      .map(({ data }) => String(data.object[field]))
    const violations = violationsOf(operations, [...new Set([initial, ...values])])
    assert.deepStrictEqual(violations.slice(0, 5), [], `${violations.length} violations`)
  }
  return statuses
}
