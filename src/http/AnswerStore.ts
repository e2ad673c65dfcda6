/**
 * Answers by what was asked, within a bound of bytes: what was asked for longest ago goes first, and one
 * answer that is large does not drive out many small ones.
 */
import type { HttpServerResponse } from "effect/http"
import type { WorkspaceId } from "../domain/Ids.ts"
import type { ScopeRule } from "../domain/Scope.ts"

export interface KeptAnswer {
  readonly response: HttpServerResponse.HttpServerResponse
  readonly access: ScopeRule
  readonly route: string
  /** The version of the workspace with which it stands. */
  readonly version: number
  /** The workspace as the endpoint knew it, as text. */
  readonly workspace: string
  /** When it is over in any case, milliseconds of the Unix epoch. */
  readonly until: number
}

/** What an entry takes besides its body. */
const entryBytes = 1024
const largestPart = 1 / 8

interface Entry {
  readonly answer: KeptAnswer
  readonly bytes: number
}

export interface AnswerStore {
  /** Whether any workspace has an answer to this: most of what is asked once was never asked before. */
  readonly knows: (asked: string) => boolean
  readonly find: (workspaceId: WorkspaceId, asked: string) => KeptAnswer | undefined
  readonly keep: (workspaceId: WorkspaceId, asked: string, answer: KeptAnswer) => void
  readonly drop: (workspaceId: WorkspaceId, asked: string) => void
  readonly size: () => number
}

export const makeAnswerStore = (mostBytes: number): AnswerStore => {
  const entries = new Map<string, Entry>()
  /** How many entries have the same question. */
  const questions = new Map<string, number>()
  let size = 0

  const keyOf = (workspaceId: WorkspaceId, asked: string): string => `${workspaceId} ${asked}`
  const questionOf = (key: string): string => key.slice(key.indexOf(" ") + 1)

  const remove = (key: string, { bytes }: Entry): void => {
    entries.delete(key)
    size -= bytes
    const question = questionOf(key)
    const left = (questions.get(question) ?? 1) - 1
    if (left === 0) questions.delete(question)
    else questions.set(question, left)
  }

  const drop = (workspaceId: WorkspaceId, asked: string): void => {
    const key = keyOf(workspaceId, asked)
    const entry = entries.get(key)
    if (entry !== undefined) remove(key, entry)
  }

  return {
    size: () => size,
    knows: (asked) => questions.has(asked),
    find: (workspaceId, asked) => {
      const key = keyOf(workspaceId, asked)
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // A Map keeps the order of insertion: what is asked for goes to its end.
      entries.delete(key)
      entries.set(key, entry)
      return entry.answer
    },
    keep: (workspaceId, asked, answer) => {
      const { body } = answer.response
      const length = body._tag === "Uint8Array" ? body.body.length : 0
      const bytes = length + asked.length + entryBytes
      if (bytes > mostBytes * largestPart) return
      drop(workspaceId, asked)
      entries.set(keyOf(workspaceId, asked), { answer, bytes })
      questions.set(asked, (questions.get(asked) ?? 0) + 1)
      size += bytes
      for (const [oldest, entry] of entries) {
        if (size <= mostBytes) return
        remove(oldest, entry)
      }
    },
    drop
  }
}
