/** Use cases of milestones (docs/spec.md §2.4, §3.3, §4.6). */
import { Context, Effect, Layer } from "effect"
import type { BoundReached } from "../../domain/Bounds.ts"
import type { MilestoneId, ProjectId } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type { InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import type { Page } from "../../domain/Page.ts"
import type {
  MilestoneBilled,
  MilestoneNotBillable,
  MilestoneNotFound
} from "../../domain/projects/Milestone.ts"
import type {
  MilestoneInput,
  MilestonePatch,
  MilestoneView
} from "../../domain/projects/MilestoneResource.ts"
import type { ProjectItemsArchived, ProjectNotFound } from "../../domain/projects/Project.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { MilestoneRepository } from "../ports/projects/MilestoneRepository.ts"
import { useCase } from "../UseCase.ts"
import { billMilestone } from "./BillMilestone.ts"
import { getMilestone, removeMilestone, updateMilestone } from "./ChangeMilestone.ts"
import { createMilestone } from "./CreateMilestone.ts"
import { existingProject } from "./ProjectItems.ts"

/** As many as a form offers to choose from. */
const offered = { limit: 100, after: null } as const

export class Milestones extends Context.Service<
  Milestones,
  {
    readonly create: (
      workspace: Workspace,
      projectId: string,
      input: MilestoneInput
    ) => Effect.Effect<
      MilestoneView,
      ProjectNotFound | ProjectItemsArchived | BoundReached | PreconditionFailed
    >
    readonly get: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<MilestoneView, MilestoneNotFound>
    readonly update: (
      workspace: Workspace,
      id: string,
      patch: MilestonePatch
    ) => Effect.Effect<
      MilestoneView,
      MilestoneNotFound | ProjectItemsArchived | MilestoneBilled | PreconditionFailed
    >
    readonly remove: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<
      void,
      MilestoneNotFound | ProjectItemsArchived | MilestoneBilled | PreconditionFailed
    >
    /** Makes the draft that bills it, at most one that is not void. */
    readonly bill: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<
      InvoiceView,
      MilestoneNotFound | MilestoneBilled | MilestoneNotBillable | Invalid | PreconditionFailed
    >
    /** Those of a project that are complete, have an amount and are in no invoice. */
    readonly billable: (
      workspace: Workspace,
      projectId: ProjectId
    ) => Effect.Effect<ReadonlyArray<MilestoneView>>
    readonly listOfProject: (
      workspace: Workspace,
      projectId: string,
      page: PageRequest<MilestoneId>
    ) => Effect.Effect<Page<MilestoneView, MilestoneId>, ProjectNotFound>
  }
>()("retainer/app/Milestones") {
  static readonly layer = Layer.effect(
    Milestones,
    Effect.gen(function* () {
      const milestones = yield* MilestoneRepository
      const existing = yield* existingProject
      return Milestones.of({
        billable: (workspace, projectId) =>
          Effect.map(milestones.listOfProject(workspace.id, projectId, offered), ({ items }) =>
            items.filter(
              ({ status, amountMinor, invoice }) =>
                status === "completed" && amountMinor !== null && invoice === null
            )
          ),
        create: yield* createMilestone,
        get: yield* getMilestone,
        update: yield* updateMilestone,
        remove: yield* removeMilestone,
        bill: yield* billMilestone,
        listOfProject: useCase("Milestones.listOfProject")(function* (workspace, id, page) {
          return yield* milestones.listOfProject(workspace.id, yield* existing(workspace, id), page)
        })
      })
    })
  )
}
