/**
 * Permissions: what a user may do, by role. Use cases refuse by this table, and pages and menus
 * show what it allows. An API key has no role: its scopes alone decide.
 */
import type { LeastRole, Role } from "../access/Scope.ts"

const everyone: ReadonlyArray<Role> = ["owner", "admin", "member"]
const managers: ReadonlyArray<Role> = ["owner", "admin"]
const owners: ReadonlyArray<Role> = ["owner"]

/** The roles that may do it, and its name in a refusal. */
const permissions = {
  read: [everyone, "read this"],
  work: [everyone, "change projects, tasks, milestones, files and clients"],
  draft: [everyone, "write drafts of invoices"],
  send: [managers, "send invoices"],
  remind: [managers, "send reminders"],
  pay: [managers, "record payments"],
  reverse: [managers, "reverse payments"],
  void: [managers, "void invoices"],
  credit: [managers, "issue credit notes"],
  refund: [managers, "refund credits"],
  invite: [managers, "invite clients to the portal"],
  portal: [managers, "change portal_access"],
  settings: [managers, "change this"],
  audit: [managers, "read the audit log"],
  userMails: [managers, "read the mails of users"],
  owners: [owners, "appoint, change or remove owners"],
  export: [owners, "export the workspace"],
  delete: [owners, "delete the workspace"]
} as const satisfies Record<string, readonly [ReadonlyArray<Role>, string]>

export type Action = keyof typeof permissions

/** Null is an API key, which has no role. */
export const may = (role: Role | null, action: Action): boolean =>
  role === null || permissions[action][0].includes(role)

export const refusedAction = (action: Action): string => permissions[action][1]

/** Owners and admins change settings, members read them. */
export const mayManage = ({ role }: { readonly role: Role }): boolean => may(role, "settings")

/** Whether the role is sufficient; null is an API key, which has no role. */
export const reaches = (role: Role | null, least: LeastRole): boolean =>
  least === "member" || may(role, "settings")
