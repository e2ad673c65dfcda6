/** Milestones in memory. */
import { Effect, Layer } from "effect"
import { MilestoneRepository } from "../../app/ports/projects/MilestoneRepository.ts"
import type { MilestoneId, WorkspaceId } from "../../domain/Ids.ts"
import { MilestoneNotFound, viewOf } from "../../domain/projects/Milestone.ts"
import type { Milestone, MilestoneView } from "../../domain/projects/MilestoneResource.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { byDueDay, pageOf } from "../store/PageOf.ts"
import { addRow, replaceRow, withoutRows } from "../store/Rows.ts"

const milestoneView = (state: MemoryState, milestone: Milestone): MilestoneView => {
  const { invoiceId } = milestone
  const invoice = invoiceId === null ? undefined : state.invoices.get(invoiceId)
  const bills = invoice !== undefined && invoice.status !== "void"
  return viewOf(milestone, bills ? { id: invoice.id, number: invoice.number } : null)
}

export const MilestoneRepositoryMemory = Layer.effect(
  MilestoneRepository,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const change = (by: typeof addRow) => (milestone: Milestone) =>
      store.update((state) => ({
        ...state,
        milestones: by("milestones", state.milestones, milestone.id, milestone)
      }))
    const insert = change(addRow)
    const save = change(replaceRow)
    const find = Effect.fnUntraced(function* (workspaceId: WorkspaceId, id: MilestoneId) {
      const state = yield* store.state
      const milestone = state.milestones.get(id)
      if (milestone?.workspaceId !== workspaceId) return yield* new MilestoneNotFound({ id })
      const project = state.projects.get(milestone.projectId)
      return {
        milestone,
        view: milestoneView(state, milestone),
        isArchived: project?.status === "archived",
        clientId: project?.clientId ?? null
      }
    })
    return MilestoneRepository.of({
      insert: (...milestones) => Effect.forEach(milestones, insert, { discard: true }),
      getForUpdate: find,
      save,
      remove: (workspaceId, id) =>
        store.update((state) => ({
          ...state,
          milestones: withoutRows(
            state.milestones,
            (one) => one.workspaceId === workspaceId && one.id === id
          )
        })),
      view: (workspaceId, id) => Effect.map(find(workspaceId, id), ({ view }) => view),
      inOrder: (workspaceId, projectId, { limit, offset }) =>
        Effect.map(store.state, (state) => {
          const found = [...state.milestones.values()]
            .filter((one) => one.workspaceId === workspaceId && one.projectId === projectId)
            .sort(byDueDay)
          const items = found.slice(offset, offset + limit)
          return { items: items.map((one) => milestoneView(state, one)), total: found.length }
        }),
      listOfProject: (workspaceId, projectId, page) =>
        Effect.map(store.state, (state) => {
          const found = [...state.milestones.values()].filter(
            (one) => one.workspaceId === workspaceId && one.projectId === projectId
          )
          return pageOf(
            found.map((one) => milestoneView(state, one)),
            page
          )
        })
    })
  })
)
