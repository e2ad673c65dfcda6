/** One version for all workspaces in memory: it moves with every change of what is stored. */
import { Effect, Layer } from "effect"
import { WorkspaceVersions } from "../../app/ports/workspaces/WorkspaceVersions.ts"
import { MemoryStore } from "../MemoryStore.ts"

export const WorkspaceVersionsMemory = Layer.effect(
  WorkspaceVersions,
  Effect.map(MemoryStore, ({ version }) =>
    WorkspaceVersions.make({ ask: (_, tell) => tell(version()), earlier: version })
  )
)
