/**
 * Answers by what was asked, within a bound of bytes: what was asked for longest ago goes first, and one
 * answer that is large does not drive out many small ones.
 */
import type { HttpServerResponse } from "effect/http"
import { makeBoundedStore } from "../app/BoundedStore.ts"
import type { WorkspaceId } from "../domain/Ids.ts"
import type { ScopeRule } from "../domain/Scope.ts"
import { mostBytesOf } from "./Compression.ts"

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

export interface AnswerStore {
  /** Whether any workspace has an answer to this: most of what is asked once was never asked before. */
  readonly knows: (asked: string) => boolean
  readonly find: (workspaceId: WorkspaceId, asked: string) => KeptAnswer | undefined
  readonly keep: (workspaceId: WorkspaceId, asked: string, answer: KeptAnswer) => void
  readonly drop: (workspaceId: WorkspaceId, asked: string) => void
  /** Drops what was neither kept nor asked for since this was last called. */
  readonly dropUnread: () => void
  readonly size: () => number
}

const keyOf = (workspaceId: WorkspaceId, asked: string): string => `${workspaceId} ${asked}`
const questionOf = (key: string): string => key.slice(key.indexOf(" ") + 1)

const bytesOf = ({ response }: KeptAnswer, key: string): number =>
  mostBytesOf(response) + questionOf(key).length + entryBytes

export const makeAnswerStore = (mostBytes: number, onKept?: () => void): AnswerStore => {
  /** How many entries have the same question. */
  const questions = new Map<string, number>()
  const add = (key: string, count: 1 | -1): void => {
    const question = questionOf(key)
    const all = (questions.get(question) ?? 0) + count
    if (all === 0) questions.delete(question)
    else questions.set(question, all)
  }
  const store = makeBoundedStore({
    mostBytes,
    bytesOf,
    onKept: (key) => {
      add(key, 1)
      onKept?.()
    },
    onGone: (key) => add(key, -1)
  })

  return {
    size: store.size,
    dropUnread: store.dropUnread,
    knows: (asked) => questions.has(asked),
    find: (workspaceId, asked) => store.find(keyOf(workspaceId, asked)),
    keep: (workspaceId, asked, answer) => store.keep(keyOf(workspaceId, asked), answer),
    drop: (workspaceId, asked) => store.drop(keyOf(workspaceId, asked))
  }
}
