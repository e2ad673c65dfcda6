/** The assignee of a task: a user of the workspace who has not been removed. */
import { Effect } from "effect"
import type { UserId, WorkspaceId } from "../../domain/Ids.ts"
import { invalid } from "../../domain/Invalid.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"

export const assigneeOf = Effect.gen(function* () {
  const users = yield* UserRepository

  return Effect.fnUntraced(function* (workspaceId: WorkspaceId, id: UserId | null) {
    if (id === null) return null
    const user = yield* users.find(workspaceId, id)
    return user === null
      ? yield* invalid("assignee_id", `no user has the id ${id}`)
      : { id, name: user.name }
  })
})
