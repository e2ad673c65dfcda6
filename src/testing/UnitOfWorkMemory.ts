/** Transactions of the memory store. */
import { Effect, Layer } from "effect"
import { UnitOfWork } from "../app/ports/UnitOfWork.ts"
import { MemoryStore } from "./store/MemoryStore.ts"

export const UnitOfWorkMemory = Layer.effect(
  UnitOfWork,
  Effect.map(MemoryStore, ({ transact }) => ({ transact }))
)
