/** Changes to credentials in memory: one process, which knows its own. */
import { Effect, Layer } from "effect"
import { CredentialChanges } from "../../app/ports/people/CredentialChanges.ts"
import { MemoryStore } from "../MemoryStore.ts"

export const CredentialChangesMemory = Layer.effect(
  CredentialChanges,
  Effect.map(MemoryStore, ({ credentialChanges }) => credentialChanges)
)
