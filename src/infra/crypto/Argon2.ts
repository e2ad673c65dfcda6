/**
 * Argon2id in a thread: by Node itself from Node 24.7 on, else by WebAssembly in a worker thread
 * that ends when it is idle. Both give the same bytes.
 */
import * as crypto from "node:crypto"
import { Duration, Effect } from "effect"
import { makeThreads, moduleBeside } from "../threads/Threads.ts"
import type { Argon2Task, Argon2Works } from "./Argon2Thread.ts"

/** Wrong parameters are a defect of the caller. */
export type Argon2 = (task: Argon2Task) => Effect.Effect<Uint8Array>

const argon2OfNode: Argon2 = ({ salt, ...task }) =>
  Effect.callback<Uint8Array>((resume) =>
    crypto.argon2("argon2id", { ...task, nonce: salt }, (error, tag) =>
      resume(error === null ? Effect.succeed(tag) : Effect.die(error))
    )
  )

/** For Node 22. */
export const makeArgon2Threads = (most: number) =>
  Effect.map(
    makeThreads<Argon2Works>({
      entry: moduleBeside(import.meta.url, "Argon2Thread"),
      minThreads: 0,
      most,
      limit: Duration.seconds(10),
      heapMegabytes: 64,
      perOwner: most
    }),
    (threads): Argon2 =>
      (task) =>
        Effect.orDie(threads.run("passwords", "argon2id", task))
  )

export const makeArgon2 = (most: number) =>
  "argon2" in crypto ? Effect.succeed(argon2OfNode) : makeArgon2Threads(most)
