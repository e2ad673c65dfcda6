/** On an empty embedded database: a workspace to try things in, its credentials shown once. */
import { Console, Effect, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { WorkspaceRepository } from "./app/ports/workspaces/WorkspaceRepository.ts"
import { Workspaces } from "./app/workspaces/Workspaces.ts"
import { CurrencyCode } from "./domain/Currency.ts"
import { makePassword } from "./domain/people/Credential.ts"

const ownerEmail = "owner@demo-agency.example"

export const announceFirstStart = Effect.fn("FirstStart.announce")(function* (baseUrl: string) {
  const repository = yield* WorkspaceRepository
  if (!(yield* repository.isEmpty)) return
  const ownerPassword = yield* makePassword(yield* SecureRandom.SecureRandom)
  const { apiKey, workspace } = yield* (yield* Workspaces).create({
    name: "Demo Agency",
    plan: "growth",
    currency: CurrencyCode.make("USD"),
    timeZone: "UTC",
    ownerName: "Demo Owner",
    ownerEmail,
    ownerPassword
  })
  yield* Console.log(
    [
      "",
      'Made the workspace "Demo Agency". Shown only this once:',
      `  workspace ${workspace.id}`,
      `  owner     ${ownerEmail}`,
      `  password  ${Redacted.value(ownerPassword)}`,
      `  API key   ${Redacted.value(apiKey)}`,
      "Try:",
      `  curl -H "Authorization: Bearer ${Redacted.value(apiKey)}" ${baseUrl}/v1/projects`,
      `Sign in: ${baseUrl}/sign-in`,
      ""
    ].join("\n")
  )
})
