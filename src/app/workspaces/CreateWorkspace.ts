/** Creates a workspace with its owner and an API key, in one transaction. */
import { DateTime, Effect, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { scopes } from "../../domain/access/Scope.ts"
import { type UserId, WorkspaceId } from "../../domain/Ids.ts"
import { unset, Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { ApiKeys } from "../people/ApiKeys.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { annotate, useCase } from "../UseCase.ts"
import { addUser } from "./AddUser.ts"

export interface NewWorkspace {
  readonly name: string
  readonly plan: Workspace["plan"]
  readonly currency: Workspace["currency"]
  readonly timeZone: string
  /** Default `en`. */
  readonly locale?: string
  readonly ownerName: string
  readonly ownerEmail: string
  readonly ownerPassword: Redacted.Redacted
}

export interface CreatedWorkspace {
  readonly workspace: Workspace
  readonly userId: UserId
  /** An API key with every scope. */
  readonly apiKey: Redacted.Redacted
}

/** With defaults for settings that the input does not have. */
const newWorkspace = (
  id: WorkspaceId,
  { name, plan, currency, timeZone, locale = "en" }: NewWorkspace,
  now: DateTime.Utc
) =>
  new Workspace({
    id,
    name,
    plan,
    currency,
    timeZone,
    invoicePrefix: "INV",
    locale,
    paymentTermsDays: 30,
    reminderDays: [],
    ...unset,
    createdAt: now,
    updatedAt: now
  })

export const createWorkspace = Effect.gen(function* () {
  const workspaces = yield* WorkspaceRepository
  const keys = yield* ApiKeys
  const journal = yield* Journal
  const add = yield* addUser
  const { transact } = yield* UnitOfWork
  const random = yield* SecureRandom.SecureRandom

  return useCase("Workspaces.create")(function* (input: NewWorkspace) {
    const workspace = newWorkspace(yield* WorkspaceId.next(random), input, yield* DateTime.now)
    yield* annotate({ "workspace.id": workspace.id })
    yield* workspaces.insert(workspace)
    yield* journal.note(workspace.id, "workspace.created", null, workspace)
    const owner = {
      workspaceId: workspace.id,
      name: input.ownerName,
      email: input.ownerEmail,
      role: "owner",
      password: input.ownerPassword
    } as const
    const userId = yield* Effect.catchTag(add(owner), "UserEmailTaken", Effect.die)
    const { secret } = yield* Effect.orDie(keys.create(workspace.id, "First key", scopes))
    const created: CreatedWorkspace = { workspace, userId, apiKey: secret }
    return created
  }, transact)
})
