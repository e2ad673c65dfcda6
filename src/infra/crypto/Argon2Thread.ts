/** The worker thread that computes argon2id if Node itself cannot: one tag after the other. */
import { argon2id as computed } from "hash-wasm"
import { answerTasks } from "../threads/ThreadEntry.ts"

export interface Argon2Task {
  readonly message: string
  readonly salt: Uint8Array
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly tagLength: number
}

const argon2id = ({ message, salt, memory, passes, parallelism, tagLength }: Argon2Task) =>
  computed({
    password: message,
    salt,
    memorySize: memory,
    iterations: passes,
    parallelism,
    hashLength: tagLength,
    outputType: "binary"
  })

const works = { argon2id }
export type Argon2Works = typeof works

answerTasks(works)
