/** Updates a workspace. A logo is decoded first, which takes CPU time but no connection. */
import { Effect } from "effect"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { type Branding, Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { LogoDecoder } from "../ports/workspaces/LogoDecoder.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { annotate, useCase } from "../UseCase.ts"

/** Absent is unchanged; in the branding, null clears. */
export interface WorkspacePatch {
  readonly name?: string
  readonly plan?: Workspace["plan"]
  readonly locale?: string
  readonly timeZone?: string
  readonly invoicePrefix?: string
  readonly paymentTermsDays?: number
  readonly reminderDays?: ReadonlyArray<number>
  readonly branding?: Partial<Branding>
  /** The uploaded file. */
  readonly logo?: Uint8Array | null
}

export const updateWorkspace = Effect.gen(function* () {
  const workspaces = yield* WorkspaceRepository
  const decoder = yield* LogoDecoder
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  const save = Effect.fnUntraced(function* (
    id: WorkspaceId,
    { branding, ...fields }: Omit<WorkspacePatch, "logo">,
    logo: Effect.Success<ReturnType<typeof decoder.decode>> | null | undefined
  ) {
    const workspace = yield* workspaces.find(id)
    if (workspace === null) return null
    const merged = { ...workspace.branding, ...branding }
    const updated = new Workspace({ ...workspace, ...fields, branding: merged })
    yield* workspaces.save(updated)
    if (logo !== undefined) yield* workspaces.saveLogo(id, logo)
    const saved = (yield* workspaces.find(id)) ?? updated
    yield* journal.note(id, "workspace.updated", workspace, saved)
    return updated
  }, transact)

  return useCase("Workspaces.update")(function* (
    id: WorkspaceId,
    { logo, ...patch }: WorkspacePatch
  ) {
    yield* annotate({ "workspace.id": id })
    return yield* save(id, patch, logo == null ? logo : yield* decoder.decode(id, logo))
  })
})
