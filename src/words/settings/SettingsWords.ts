/** The words of the settings: their navigation, users, mails, keys, and what most pages share. */
import type { Role } from "../../domain/access/Scope.ts"
import type { MailKind, MailRefusal, MailStatus } from "../../domain/mail/MailResource.ts"

/** The pages of the settings that the navigation names; the account has its name in the frame. */
export type SettingsSection =
  | "connected"
  | "workspace"
  | "branding"
  | "invoicing"
  | "users"
  | "mails"
  | "leave"
  | "audit"
  | "keys"
  | "apps"
  | "webhooks"
  | "docs"

/** Confirmations after a redirect: the query selects one of this list. */
export const settingsDones = [
  "saved",
  "password",
  "revoked",
  "removed",
  "left",
  "lowered",
  "disconnected",
  "queued",
  "tried",
  "signed-out",
  "invited"
] as const
type SettingsDone = (typeof settingsDones)[number]

export interface SettingsWords {
  readonly groups: { readonly you: string; readonly workspace: string; readonly developers: string }
  readonly sections: Readonly<Record<SettingsSection, string>>
  readonly dones: Readonly<Record<SettingsDone, string>>
  /** To members, above what they may only read. */
  readonly readOnly: string
  readonly cancel: string
  readonly save: string
  readonly by: (name: string) => string
  readonly tooManyMails: string

  /** On the page that shows a new secret once. */
  readonly secret: {
    readonly copy: string
    readonly copied: string
    readonly now: string
    readonly shown: string
  }

  readonly users: {
    /** Columns: name, e-mail, role, last seen. */
    readonly columns: readonly [string, string, string, string]
    readonly you: string
    readonly invited: string
    readonly never: string
    readonly roles: Readonly<Record<Role, string>>
    readonly roleChoices: Readonly<Record<Role, string>>
    readonly change: string
    readonly changeNamed: (name: string) => string
    readonly invite: string
    readonly inviteButton: string
    readonly emailHint: string
    readonly rules: Readonly<Record<"name" | "email" | "role", string>>
    readonly emailTaken: string
    readonly again: string
    readonly endSessions: string
    readonly factor: {
      readonly title: string
      readonly from: string
      readonly choice: string
    }
    readonly all: string
    readonly removal: string
    readonly remove: string
    readonly removeQuestion: (name: string) => string
    readonly removeText: string
    readonly removeButton: string
    readonly roleQuestion: (name: string, role: string) => string
    readonly roleText: string
    readonly roleButton: string
    /** The access that a user created. */
    readonly created: {
      readonly title: string
      readonly none: string
      readonly more: (count: number) => string
      readonly key: (name: string, part: string) => string
      readonly app: (name: string) => string
      readonly endpoint: (host: string) => string
    }
    readonly refused: {
      readonly title: string
      readonly LastOwner: string
      readonly OwnersOnly: string
      readonly AlreadyJoined: string
    }
  }

  readonly mails: {
    readonly about: (name: string) => string
    /** Columns: mail, recipient, result. */
    readonly columns: readonly [string, string, string]
    readonly kinds: Readonly<Record<MailKind, string>>
    readonly states: Readonly<Record<MailStatus, string>>
    readonly tries: (count: number) => string
    readonly again: string
    readonly none: string
    readonly noneSuch: string
    readonly state: string
    readonly anyState: string
    readonly kind: string
    readonly anyKind: string
    readonly show: string
    readonly all: string
    readonly older: string
    readonly refused: string
    readonly refusals: Readonly<Record<MailRefusal, string>>
    readonly refusedNow: string
  }

  readonly keys: {
    readonly intro: string
    readonly none: string
    /** Columns: name, first characters, created, last used. */
    readonly columns: readonly [string, string, string, string]
    readonly never: string
    readonly revoke: string
    readonly revokeNamed: (name: string) => string
    readonly revokeQuestion: (name: string) => string
    readonly revokeText: (part: string) => string
    readonly revokeButton: string
    readonly create: string
    readonly nameHint: string
    readonly access: string
    readonly everything: string
    readonly readOnly: string
    readonly choose: string
    readonly permissions: string
    readonly createButton: string
    readonly noPermission: string
    readonly tooMany: string
    readonly newKey: string
    readonly done: string
    readonly another: string
  }

  /** After a new password: what still has access. */
  readonly access: {
    readonly title: string
    readonly text: string
    readonly keys: string
    readonly adminsRevoke: string
    readonly apps: string
    readonly check: string
    readonly toSettings: string
  }
}
