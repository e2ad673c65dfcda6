/** Workspaces and their logos in memory. */
import { Effect, Layer } from "effect"
import { WorkspaceRepository } from "../../app/ports/workspaces/WorkspaceRepository.ts"
import { Workspace } from "../../domain/workspaces/Workspace.ts"
import { MemoryStore } from "../store/MemoryStore.ts"
import { sha256Of, withoutRows, withRow } from "../store/Rows.ts"

/** A deleted workspace leaves the rows that every look-up of a credential reads. */
const deletions = (store: MemoryStore["Service"]) =>
  ({
    findAny: (id) =>
      Effect.map(
        store.state,
        ({ workspaces, deletedWorkspaces }) =>
          workspaces.get(id) ?? deletedWorkspaces.get(id)?.workspace ?? null
      ),
    findDeleted: (id) =>
      Effect.map(store.state, ({ deletedWorkspaces }) => deletedWorkspaces.get(id) ?? null),
    listDeleted: Effect.map(store.state, ({ deletedWorkspaces }) => [
      ...deletedWorkspaces.values()
    ]),
    saveDeletion: (id, deletedAt) =>
      store.update((state) => {
        const workspace = state.workspaces.get(id) ?? state.deletedWorkspaces.get(id)?.workspace
        if (workspace === undefined) return state
        const workspaces = withoutRows(state.workspaces, (row) => row.id === id)
        const deleted = withoutRows(state.deletedWorkspaces, (row) => row.workspace.id === id)
        return deletedAt === null
          ? {
              ...state,
              workspaces: withRow(workspaces, id, workspace),
              deletedWorkspaces: deleted
            }
          : {
              ...state,
              workspaces,
              deletedWorkspaces: withRow(deleted, id, { workspace, deletedAt })
            }
      })
  }) satisfies Partial<WorkspaceRepository["Service"]>

export const WorkspaceRepositoryMemory = Layer.effect(
  WorkspaceRepository,
  Effect.map(MemoryStore, (store) => {
    const save = (workspace: Workspace) =>
      store.update((state) => {
        // The logo has its own way in.
        const logoHash = state.workspaces.get(workspace.id)?.logoHash ?? null
        const saved = new Workspace({ ...workspace, logoHash })
        return { ...state, workspaces: withRow(state.workspaces, workspace.id, saved) }
      })
    return {
      insert: save,
      save,
      ...deletions(store),
      find: (id) => Effect.map(store.state, ({ workspaces }) => workspaces.get(id) ?? null),
      list: (after, limit) =>
        Effect.map(store.state, ({ workspaces }) =>
          [...workspaces.values()]
            .filter(({ id }) => after === null || id > after)
            .sort((a, b) => (a.id < b.id ? -1 : 1))
            .slice(0, limit)
        ),
      // One transaction runs at a time here.
      lock: () => Effect.void,
      withReminders: Effect.map(store.state, ({ workspaces }) =>
        [...workspaces.values()].filter(({ reminderDays }) => reminderDays.length > 0)
      ),
      logo: (id) =>
        Effect.map(store.state, ({ logos, workspaces }) => {
          const hash = workspaces.get(id)?.logoHash ?? null
          return hash === null ? null : (logos.get(`${id} ${hash}`) ?? null)
        }),
      logoByHash: (id, hash) =>
        Effect.map(store.state, ({ logos }) => logos.get(`${id} ${hash}`) ?? null),
      saveLogo: (id, logo) =>
        store.update((state) => {
          const workspace = state.workspaces.get(id)
          if (workspace === undefined) return state
          const logoHash = logo === null ? null : sha256Of(logo.bytes)
          const workspaces = withRow(
            state.workspaces,
            id,
            new Workspace({ ...workspace, logoHash })
          )
          return logo === null
            ? { ...state, workspaces }
            : { ...state, workspaces, logos: withRow(state.logos, `${id} ${logoHash}`, logo) }
        }),
      isEmpty: Effect.map(store.state, ({ workspaces }) => workspaces.size === 0)
    }
  })
)
