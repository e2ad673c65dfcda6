/** Milestones in memory. */
import { Effect, Layer } from "effect"
import { MilestoneRepository } from "../../app/ports/projects/MilestoneRepository.ts"
import { MemoryStore } from "../MemoryStore.ts"
import { pageOf } from "../PageOf.ts"

export const MilestoneRepositoryMemory = Layer.effect(
  MilestoneRepository,
  Effect.map(MemoryStore, (store) => ({
    listOfProject: (workspaceId, projectId, page) =>
      Effect.map(store.state, ({ milestones }) =>
        pageOf(
          milestones
            .filter((m) => m.workspaceId === workspaceId && m.projectId === projectId)
            .map(({ workspaceId: _, ...milestone }) => milestone),
          page
        )
      )
  }))
)
