/** The words of the settings in English. */
import type { SettingsWords } from "./SettingsWords.ts"

export const settingsEn: SettingsWords = {
  groups: { you: "You", workspace: "Workspace", developers: "Developers" },
  sections: {
    connected: "Connected apps",
    workspace: "Company and bank",
    branding: "Branding",
    invoicing: "Invoicing and reminders",
    users: "Users",
    mails: "Mails",
    leave: "Export and deletion",
    audit: "Audit log",
    keys: "API keys",
    apps: "OAuth apps",
    webhooks: "Webhooks",
    docs: "API docs"
  },
  dones: {
    saved: "Saved.",
    password: "Your new password is saved. You are signed out everywhere else.",
    revoked: "The key is revoked.",
    removed: "Removed.",
    left: "The user is removed, and what was ticked is revoked.",
    lowered: "The role is changed, and what was ticked is revoked.",
    disconnected: "The app no longer has access.",
    queued: "It is queued and will be sent shortly.",
    tried: "It was sent in the meantime: see the result below.",
    "signed-out": "The user is signed out everywhere.",
    invited: "The invitation will be sent shortly."
  },
  readOnly: "Owners and admins may change this; you can read it.",
  cancel: "Cancel"
}
