/**
 * Tells the process of its own changes to credentials, as soon as they are committed and before
 * anyone is answered. Every statement passes here, so no adapter can forget to tell; what others
 * change is heard by `CredentialListener.ts`.
 */
import { Context, Predicate } from "effect"
import type { CredentialChangeLog } from "../../../app/people/CredentialChangeLog.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"

export class CredentialWrites extends Context.Service<CredentialWrites, CredentialChangeLog>()(
  "retainer/infra/sql/CredentialWrites"
) {}

/** What an authentication reads. Apps are not read, but with one go its grants and tokens. */
const tables = "(api_keys|workspaces|users|oauth_apps|oauth_grants|oauth_access_tokens)"
const changing = String.raw`update|delete\s+from|merge\s+into|truncate(?:\s+table)?`
const written = new RegExp(String.raw`\b(?:${changing})\s+(?:only\s+)?"?${tables}\b`, "i")
const upserted = new RegExp(String.raw`\binsert\s+into\s+"?${tables}\b[^]*\bdo\s+update\b`, "i")

/** Of an answer it changes nothing, and it is written once a minute for every key. */
const onlyNotesUse = /^\s*update api_keys set last_used_at = \$\d+\s+where\b/i

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Null where the text is none: it then stands for every workspace. */
export const workspaceOfText = (text: unknown): WorkspaceId | null =>
  Predicate.isString(text) && isUuid.test(text) ? WorkspaceId.fromUuid(text) : null

/** Which table a statement changes, by its text: statements are few, and each is sent very often. */
const known = new Map<string, string | undefined>()
const most = 1000

const tableOf = (sql: string): string | undefined => {
  if (!known.has(sql)) {
    if (known.size >= most) known.clear()
    const table = onlyNotesUse.test(sql)
      ? undefined
      : (written.exec(sql) ?? upserted.exec(sql))?.[1]
    known.set(sql, table)
  }
  return known.get(sql)
}

/**
 * The workspace whose credentials the statement may change, null where it does not say which one,
 * and undefined where it changes none. An insert makes no answer wrong: what was not found is not kept.
 */
export const changedBy = (
  sql: string,
  params: ReadonlyArray<unknown>
): WorkspaceId | null | undefined => {
  const table = tableOf(sql)
  if (table === undefined) return undefined
  const key =
    table.toLowerCase() === "workspaces" ? /\bid"? = \$(\d+)/i : /\bworkspace_id"? = \$(\d+)/i
  const place = key.exec(sql)?.[1]
  return place === undefined ? null : workspaceOfText(params[Number(place) - 1])
}
