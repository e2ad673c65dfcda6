/** Texts of the audit log: the action, the actor, and the changed fields; long values are cut. */
import { String as Text } from "effect"
import { type Actor, actorName } from "../../../domain/access/Actor.ts"
import type { AuditKind } from "../../../domain/events/Audited.ts"
import type { EventFamily } from "../../../domain/events/Event.ts"
import { asObject, familyOfType } from "../../../domain/events/LogEntry.ts"
import { canonicalJson } from "../../../domain/text/Text.ts"
import { wordsIn } from "../../../words/Words.ts"

const auditActionTexts: { readonly [Kind in AuditKind]: string } = {
  "mail.sent_again": "Sent again",
  "invoice.opened": "Its payment page was opened",
  "invoice.send_requested": "An admin was asked to send it",
  "api_key.created": "Created",
  "api_key.revoked": "Revoked",
  "oauth_app.created": "Registered",
  "oauth_app.updated": "Changed",
  "oauth_app.secret_rotated": "The secret was replaced",
  "oauth_app.deleted": "Removed",
  "oauth_grant.created": "Given",
  "oauth_grant.revoked": "Ended",
  "user.created": "Added",
  "user.updated": "Changed",
  "user.password_chosen": "A password was chosen",
  "user.invited_again": "Invited again",
  "user.sessions_ended": "Signed out everywhere",
  "user.second_factor_on": "A second factor was set up",
  "user.second_factor_off": "The second factor was removed",
  "user.deleted": "Removed",
  "user.signed_in": "Signed in",
  "user.sign_in_failed": "A sign-in failed",
  "user.signed_out": "Signed out",
  "workspace.second_factor": "The requirement of a second factor was changed",
  "workspace.created": "Created",
  "workspace.updated": "Changed",
  "workspace.deleted": "Deleted, until it is taken back",
  "workspace.restored": "The deletion was taken back",
  "export.requested": "Requested",
  "export.ready": "The archive is ready",
  "export.downloaded": "Downloaded",
  "webhook_endpoint.created": "Added",
  "webhook_endpoint.updated": "Changed",
  "webhook_endpoint.secret_rotated": "The secret was replaced",
  "webhook_endpoint.tested": "A test was sent",
  "webhook_endpoint.deleted": "Removed",
  "webhook_delivery.replayed": "Sent again"
}

type AuditFamily = AuditKind extends `${infer Family}.${string}` ? Family : never

const objectTexts: { readonly [Family in EventFamily | AuditFamily]: string } = {
  project: "Project",
  client: "Client",
  invoice: "Invoice",
  credit: "Credit",
  credit_note: "Credit note",
  file: "File",
  task: "Task",
  milestone: "Milestone",
  mail: "Mail",
  api_key: "API key",
  oauth_app: "OAuth app",
  oauth_grant: "Access of an app",
  user: "User",
  workspace: "Workspace",
  export: "Export",
  webhook_endpoint: "Webhook",
  webhook_delivery: "Message of a webhook"
}

const acts: Readonly<Record<string, string>> = {
  ...wordsIn("en").webhooks.choice.events,
  ...auditActionTexts
}
const objects: Readonly<Record<string, string>> = objectTexts

/** `invoice.sent` is "Invoice: sent"; a kind that only a newer version knows stays as it is. */
export const actionText = (action: string): string => {
  const object = objects[familyOfType(action)]
  const act = acts[action]
  return object === undefined || act === undefined ? action : `${object}: ${Text.uncapitalize(act)}`
}

const actorTypes: { readonly [Type in Actor["type"]]: string } = {
  api_key: "API key",
  app: "App",
  user: "User",
  client: "Client",
  system: "Service"
}

/** The name, and what bears it. */
export const actorText = (actor: Actor) => ({
  name: actorName(actor),
  type: actorTypes[actor.type]
})

/** A changed field; undefined means absent. */
export interface ChangedField {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

const isNothing = (value: unknown) => value === null || value === undefined

/** Nested fields are compared too, so that a small change in a large value is visible. */
export const differences = (
  before: unknown,
  after: unknown,
  path: ReadonlyArray<string> = []
): ReadonlyArray<ChangedField> => {
  const [old, now] = [asObject(before), asObject(after)]
  const isNested =
    (old !== null && (now !== null || isNothing(after))) || (now !== null && isNothing(before))
  if (isNested) {
    const keys = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])
    return [...keys].flatMap((key) =>
      differences(old?.[key], now?.[key], [...path, key.replaceAll("_", " ")])
    )
  }
  return canonicalJson(before ?? null) === canonicalJson(after ?? null)
    ? []
    : [{ name: path.join(", "), before, after }]
}

const textOf = (value: unknown): string => {
  if (isNothing(value) || (Array.isArray(value) && value.length === 0)) return "none"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "string") return value === "" ? "empty" : value
  return Array.isArray(value) && value.every((item) => typeof item === "string")
    ? value.join(", ")
    : JSON.stringify(value)
}

const shownLength = 120
/** Text before the first difference, as context. */
const leadLength = 30

const cutAt = (text: string, start: number): string =>
  `${start > 0 ? "…" : ""}${text.slice(start, start + shownLength)}${
    text.length > start + shownLength ? "…" : ""
  }`

const firstDifference = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

/** Both values in words; of long ones the part that begins to differ. */
export const valueTexts = ({ before, after }: ChangedField) => {
  const old = textOf(before)
  const now = textOf(after)
  const isLong = Math.max(old.length, now.length) > shownLength
  const start = isLong ? Math.max(0, firstDifference(old, now) - leadLength) : 0
  return { before: cutAt(old, start), after: cutAt(now, start) }
}
