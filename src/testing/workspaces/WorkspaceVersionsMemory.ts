/** Versions in memory: every kind moves with every change of what is stored. */
import { Effect, Layer } from "effect"
import { type Versions, WorkspaceVersions } from "../../app/ports/workspaces/WorkspaceVersions.ts"
import { MemoryStore } from "../store/MemoryStore.ts"

/** The versions of a workspace that are all the same number. */
export const equalVersions = (version: number): Versions => ({
  credentials: version,
  clients: version,
  projects: version,
  tasks: version,
  invoices: version,
  payments: version,
  files: version
})

export const WorkspaceVersionsMemory = Layer.effect(
  WorkspaceVersions,
  Effect.map(MemoryStore, ({ version }) =>
    WorkspaceVersions.make((_, answer) => answer(equalVersions(version())))
  )
)
