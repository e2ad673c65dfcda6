/** The words of the settings: their navigation, their confirmations, and what most pages share. */

/** The pages of the settings that the navigation names; the account has its name in the frame. */
export const settingsSections = [
  "connected",
  "workspace",
  "branding",
  "invoicing",
  "users",
  "mails",
  "leave",
  "audit",
  "keys",
  "apps",
  "webhooks",
  "docs"
] as const
export type SettingsSection = (typeof settingsSections)[number]

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
export type SettingsDone = (typeof settingsDones)[number]

export interface SettingsWords {
  readonly groups: { readonly you: string; readonly workspace: string; readonly developers: string }
  readonly sections: Readonly<Record<SettingsSection, string>>
  readonly dones: Readonly<Record<SettingsDone, string>>
  /** To members, above what they may only read. */
  readonly readOnly: string
  readonly cancel: string
}
