/** Runs in a worker thread, where Node itself has no argon2: computes one tag after the other. */
import { argon2id as computed } from "hash-wasm"
import { answerTasks } from "../threads/ThreadEntry.ts"
import type { Argon2Task } from "./Argon2.ts"

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
