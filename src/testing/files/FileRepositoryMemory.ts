/** Files and leftovers in memory. */
import { DateTime, Effect, Layer } from "effect"
import { type FileKey, FileRepository } from "../../app/ports/files/FileRepository.ts"
import { FileNotFound } from "../../domain/files/File.ts"
import type { FileFound, FileStored } from "../../domain/files/FileResource.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { requireAllUsed } from "../../domain/text/Search.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { pageOf } from "../store/PageOf.ts"
import { withoutRows, withRow } from "../store/Rows.ts"

const foundOf = (
  { projects, clients, invoices }: MemoryState,
  { workspaceId: _, projectId, clientId, invoiceId, ...file }: FileStored
): FileFound => ({
  ...file,
  project: projectId === null ? null : { id: projectId, name: projects.get(projectId)?.name ?? "" },
  client: clientId === null ? null : { id: clientId, name: clients.get(clientId)?.name ?? "" },
  invoice:
    invoiceId === null ? null : { id: invoiceId, number: invoices.get(invoiceId)?.number ?? "" }
})

type Port = FileRepository["Service"]

const makeLeftovers = (store: MemoryStore["Service"]) => {
  const leftoverOf = ({ workspaceId, id }: FileKey) =>
    Effect.map(store.state, ({ fileLeftovers }) => {
      const found = fileLeftovers.get(id)
      return found?.workspaceId === workspaceId ? found : undefined
    })

  const setLeftover = (
    { workspaceId, id }: FileKey,
    dueAt: DateTime.Utc,
    removingSince: DateTime.Utc | null = null
  ) =>
    store.update((state) => ({
      ...state,
      fileLeftovers: withRow(state.fileLeftovers, id, { workspaceId, id, dueAt, removingSince })
    }))

  const removeLeftover = ({ id }: FileKey) =>
    store.update((state) => ({
      ...state,
      fileLeftovers: withoutRows(state.fileLeftovers, (_, other) => other === id)
    }))

  return { leftoverOf, setLeftover, removeLeftover }
}
type Leftovers = ReturnType<typeof makeLeftovers>

const reads = (store: MemoryStore["Service"]) => {
  const find = ({ workspaceId, id }: FileKey) =>
    Effect.flatMap(store.state, (state) => {
      const file = state.files.get(id)
      return file?.workspaceId === workspaceId
        ? Effect.succeed(foundOf(state, file))
        : Effect.fail(new FileNotFound({ id }))
    })

  // The transaction already holds the store's one lock.
  const usage = (workspaceId: WorkspaceId) =>
    Effect.map(store.state, ({ files }) =>
      [...files.values()]
        .filter((file) => file.workspaceId === workspaceId)
        .reduce((sum, { size }) => sum + size, 0)
    )

  return {
    usage,
    lockUsage: usage,
    find: (workspaceId, id) => find({ workspaceId, id }),
    getForUpdate: (workspaceId, id) => find({ workspaceId, id }),
    list: (workspaceId, filter, page) =>
      Effect.map(store.state, (state) => {
        const { projectId, clientId, invoiceId, ...others } = filter
        requireAllUsed(others)
        const matching = [...state.files.values()].filter(
          (file) =>
            file.workspaceId === workspaceId &&
            (projectId === undefined || file.projectId === projectId) &&
            (clientId === undefined || file.clientId === clientId) &&
            (invoiceId === undefined || file.invoiceId === invoiceId)
        )
        return pageOf(
          matching.map((file) => foundOf(state, file)),
          page
        )
      }),
    ofProjects: (workspaceId, projectIds, limit) =>
      Effect.map(store.state, (state) => {
        const ofThem = [...state.files.values()].filter(
          ({ workspaceId: owner, projectId }) =>
            owner === workspaceId && projectId !== null && projectIds.includes(projectId)
        )
        return pageOf(
          ofThem.map((file) => foundOf(state, file)),
          { limit, after: null }
        ).items
      })
  } satisfies Partial<Port>
}

const writes = (
  store: MemoryStore["Service"],
  { leftoverOf, setLeftover, removeLeftover }: Leftovers
) =>
  ({
    insert: Effect.fnUntraced(function* (file) {
      if ((yield* leftoverOf(file))?.removingSince !== null) return false
      yield* removeLeftover(file)
      yield* store.update((state) => ({ ...state, files: withRow(state.files, file.id, file) }))
      return true
    }),
    remove: (key, now) =>
      Effect.andThen(
        store.update((state) => ({
          ...state,
          files: withoutRows(state.files, (_, id) => id === key.id)
        })),
        setLeftover(key, now)
      )
  }) satisfies Partial<Port>

const sweep = (
  store: MemoryStore["Service"],
  { leftoverOf, setLeftover, removeLeftover }: Leftovers
) =>
  ({
    insertLeftover: (key, dueAt) => setLeftover(key, dueAt),
    claimLeftover: Effect.fnUntraced(function* (key, now, abandoned) {
      const found = yield* leftoverOf(key)
      if (found === undefined) return false
      const { dueAt, removingSince } = found
      if (removingSince !== null && DateTime.isGreaterThan(removingSince, abandoned)) return false
      yield* setLeftover(key, dueAt, now)
      return true
    }),
    deferLeftover: Effect.fnUntraced(function* (key, dueAt) {
      const found = yield* leftoverOf(key)
      if (found !== undefined) yield* setLeftover(key, dueAt, found.removingSince)
    }),
    removeLeftover,
    dueLeftovers: (now, limit) =>
      Effect.map(store.state, ({ fileLeftovers }) =>
        [...fileLeftovers.values()]
          .filter(({ dueAt }) => DateTime.isLessThanOrEqualTo(dueAt, now))
          .sort((a, b) => DateTime.toEpochMillis(a.dueAt) - DateTime.toEpochMillis(b.dueAt))
          .slice(0, limit)
          .map(({ workspaceId, id }) => ({ workspaceId, id }))
      )
  }) satisfies Partial<Port>

export const FileRepositoryMemory = Layer.effect(
  FileRepository,
  Effect.map(MemoryStore, (store) => {
    const leftovers = makeLeftovers(store)
    return FileRepository.of({
      ...reads(store),
      ...writes(store, leftovers),
      ...sweep(store, leftovers)
    })
  })
)
