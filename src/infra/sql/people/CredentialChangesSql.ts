/** Changes to credentials: those of this process, and those of others where something listens for them. */
import { Effect, Layer } from "effect"
import { CredentialChanges } from "../../../app/ports/people/CredentialChanges.ts"
import { CredentialWrites } from "./CredentialWrites.ts"

export const CredentialChangesSql = Layer.effect(
  CredentialChanges,
  Effect.map(CredentialWrites, ({ changes }) => changes)
)
