/** First start on an empty embedded database: creates a demo workspace. */
import { Console, Effect, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { WorkspaceRepository } from "../app/ports/workspaces/WorkspaceRepository.ts"
import { Workspaces } from "../app/workspaces/Workspaces.ts"
import { CurrencyCode } from "../domain/money/Currency.ts"
import { makePassword } from "../domain/people/Credential.ts"
import type { FirstStart } from "./Serving.ts"

const ownerEmail = "owner@demo-agency.example"

/** Null if there is a workspace. */
export const firstWorkspace = Effect.gen(function* () {
  const repository = yield* WorkspaceRepository
  if (!(yield* repository.isEmpty)) return null
  const ownerPassword = yield* makePassword(yield* SecureRandom.SecureRandom)
  const { apiKey, workspace } = yield* Effect.orDie(
    (yield* Workspaces).create({
      name: "Demo Agency",
      plan: "growth",
      currency: CurrencyCode.make("USD"),
      timeZone: "UTC",
      ownerName: "Demo Owner",
      ownerEmail,
      ownerPassword
    })
  )
  const made: FirstStart = { workspaceId: workspace.id, ownerEmail, ownerPassword, apiKey }
  return made
})

export const printFirstStart = (made: FirstStart, baseUrl: string) =>
  Console.log(
    [
      "",
      'Made the workspace "Demo Agency". Shown only this once:',
      `  workspace ${made.workspaceId}`,
      `  owner     ${made.ownerEmail}`,
      `  password  ${Redacted.value(made.ownerPassword)}`,
      `  API key   ${Redacted.value(made.apiKey)}`,
      "Try:",
      `  curl -H "Authorization: Bearer ${Redacted.value(made.apiKey)}" ${baseUrl}/v1/projects`,
      `Sign in: ${baseUrl}/sign-in`,
      ""
    ].join("\n")
  )
