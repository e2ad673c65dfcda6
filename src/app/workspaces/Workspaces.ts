/** Workspaces and their users: the commands of the operator. */
import { Context, Effect, Layer, Option } from "effect"
import { type UserId, WorkspaceId } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type { PasswordTooCommon } from "../../domain/people/Password.ts"
import type { RoleTooLow, UserEmailTaken } from "../../domain/people/User.ts"
import type { WorkspaceChange } from "../../domain/workspaces/ReviseWorkspace.ts"
import type { Logo, Workspace } from "../../domain/workspaces/Workspace.ts"
import type { LogoRefused } from "../ports/workspaces/LogoDecoder.ts"
import {
  type DeletedWorkspace,
  WorkspaceRepository
} from "../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../UseCase.ts"
import { addUser, type NewUser } from "./AddUser.ts"
import { type CreatedWorkspace, createWorkspace, type NewWorkspace } from "./CreateWorkspace.ts"
import {
  deleteWorkspace,
  restoreWorkspace,
  type WorkspaceNameDiffers,
  type WorkspaceNotFound
} from "./DeleteWorkspace.ts"
import { updateWorkspace, type WorkspacePatch } from "./UpdateWorkspace.ts"

export class Workspaces extends Context.Service<
  Workspaces,
  {
    readonly create: (input: NewWorkspace) => Effect.Effect<CreatedWorkspace, PasswordTooCommon>
    /** Public: the logo of pages and consent screens; null without one. */
    readonly logo: (id: string) => Effect.Effect<Logo | null>
    readonly update: (
      id: WorkspaceId,
      patch: WorkspacePatch
    ) => Effect.Effect<Workspace | null, LogoRefused | Invalid | PreconditionFailed>
    /** The same for one that exists, without a logo. */
    readonly change: (
      id: WorkspaceId,
      change: WorkspaceChange
    ) => Effect.Effect<Workspace, Invalid | PreconditionFailed>
    /** The name confirms it. */
    readonly delete: (
      id: WorkspaceId,
      name: string
    ) => Effect.Effect<DeletedWorkspace, WorkspaceNotFound | WorkspaceNameDiffers | RoleTooLow>
    /** Takes a deletion back before the erasure. */
    readonly restore: (id: WorkspaceId) => Effect.Effect<Workspace, WorkspaceNotFound>
    readonly addUser: (input: NewUser) => Effect.Effect<UserId, UserEmailTaken | PasswordTooCommon>
  }
>()("retainer/app/Workspaces") {
  static readonly layer = Layer.effect(
    Workspaces,
    Effect.gen(function* () {
      const workspaces = yield* WorkspaceRepository
      const update = yield* updateWorkspace
      return Workspaces.of({
        create: yield* createWorkspace,
        update,
        change: (id, change) =>
          update(id, change).pipe(
            Effect.catchTag("LogoRefused", Effect.die),
            Effect.flatMap((changed) =>
              changed === null ? Effect.die(`no workspace ${id}`) : Effect.succeed(changed)
            )
          ),
        delete: yield* deleteWorkspace,
        restore: yield* restoreWorkspace,
        addUser: yield* addUser,
        logo: useCase("Workspaces.logo")(function* (idText) {
          const id = WorkspaceId.parse(idText)
          return Option.isNone(id) ? null : yield* workspaces.logo(id.value)
        })
      })
    })
  )
}
