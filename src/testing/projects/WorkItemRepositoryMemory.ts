/** Tasks and milestones in memory. */
import { Effect, Layer } from "effect"
import { WorkItemRepository } from "../../app/ports/projects/WorkItemRepository.ts"
import { MemoryStore } from "../MemoryStore.ts"
import { pageOf } from "../PageOf.ts"

export const WorkItemRepositoryMemory = Layer.effect(
  WorkItemRepository,
  Effect.map(MemoryStore, (store) => ({
    tasksOfProject: (workspaceId, projectId, page) =>
      Effect.map(store.state, ({ tasks }) =>
        pageOf(
          tasks
            .filter((t) => t.workspaceId === workspaceId && t.projectId === projectId)
            .map(({ workspaceId: _, ...task }) => task),
          page
        )
      ),
    milestonesOfProject: (workspaceId, projectId, page) =>
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
