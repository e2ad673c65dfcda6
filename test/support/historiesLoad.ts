/**
 * Writers that create projects, or change the same few, while a disturbance lasts. Afterwards the
 * stored projects have to agree with the answers.
 */
import { allOf, makeRandom, makerOf, type Service, times } from "./histories.ts"
import type { Answer } from "./historiesRequests.ts"
import type { Json } from "./pair.ts"
import { eventually } from "./process.ts"

interface Create extends Answer {
  readonly name: string
}
interface Change extends Answer {
  readonly project: string
  readonly budget: number
}

export interface Load {
  /** The client whose projects are written. */
  readonly client: string
  /** The projects that are changed. */
  readonly targets: ReadonlyArray<Json>
  /** Writes that were answered so far. */
  readonly answered: () => number
  /** Waits for as many answers more. */
  readonly afterAnswers: (count: number) => Promise<void>
}

const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500

const judgeCreates = (creates: ReadonlyArray<Create>, stored: ReadonlyMap<string, number>) =>
  creates.flatMap(({ name, ...answer }) => {
    const count = stored.get(name) ?? 0
    const isWrong =
      count > 1 || (answer.status === 201 && count !== 1) || (isRefused(answer) && count > 0)
    return isWrong ? [`${name} was answered ${answer.status} and is stored ${count} times`] : []
  })

const judgeChanges = (changes: ReadonlyArray<Change>, projects: ReadonlyArray<Json>) =>
  projects.flatMap(({ id, budget }) => {
    const mine = changes.filter(({ project }) => project === id)
    if (mine.length === 0) return []
    const last = mine.find((change) => change.budget === budget)
    if (last === undefined) {
      const acknowledged = mine.some(({ status }) => status === 200)
      return acknowledged || budget !== null ? [`${id} has a budget that no change wrote`] : []
    }
    if (isRefused(last)) return [`the budget ${budget} was refused and is stored`]
    const lost = mine.find(({ status, began }) => status === 200 && began > last.ended)
    return lost === undefined
      ? []
      : [`the budget ${lost.budget} was acknowledged after ${budget} and is lost`]
  })

/**
 * Runs the load as long as the disturbance; answers sentences on wrong outcomes, and all answers.
 */
export const underLoad = async (
  service: Service,
  disturb: (load: Load) => Promise<void>
): Promise<{ readonly wrong: ReadonlyArray<string>; readonly answers: ReadonlyArray<Answer> }> => {
  const make = makerOf(service)
  const random = makeRandom()
  const { id: client } = await make.client()
  const targets = await times(6, (index) => make.project(client, { name: `target ${index}` }))
  const creates: Array<Create> = []
  const changes: Array<Change> = []
  let isOver = false
  const answered = () => creates.length + changes.length
  const writers = times(24, async (writer) => {
    for (let count = 0; !isOver; count++) {
      const process = random.below(service.urls().length)
      if (writer % 2 === 0) {
        const name = `made ${writer}.${count}`
        const body = { name, client_id: client }
        creates.push({ name, ...(await service.send(process, "POST", "/v1/projects", { body })) })
      } else {
        const project = random.pick(targets).id
        const budget = writer * 1_000_000 + count
        const path = `/v1/projects/${project}`
        const answer = await service.send(process, "PATCH", path, { body: { budget } })
        changes.push({ project, budget, ...answer })
      }
    }
  })
  const afterAnswers = async (count: number) => {
    const enough = answered() + count
    await eventually(async () => (answered() >= enough ? true : undefined))
  }
  try {
    await disturb({ client, targets, answered, afterAnswers })
  } finally {
    isOver = true
    await writers
  }
  const projects = await allOf(service, `/v1/clients/${client}/projects`)
  const stored = new Map<string, number>()
  for (const { name } of projects) stored.set(name, (stored.get(name) ?? 0) + 1)
  return {
    wrong: [...judgeCreates(creates, stored), ...judgeChanges(changes, projects)],
    answers: [...creates, ...changes]
  }
}
