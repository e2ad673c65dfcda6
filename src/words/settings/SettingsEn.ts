/** The words of the settings in English. */
import { counted } from "../work/FrameWords.ts"
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
  cancel: "Cancel",
  save: "Save",
  by: (name) => `by ${name}`,
  tooManyMails: "Too many mails went out today. Try again tomorrow.",
  secret: {
    copy: "Copy",
    copied: "Copied",
    now: "Copy it now: it will not be shown again.",
    shown:
      "It was shown once, right after it was created, and cannot be shown again. If you did not save it, create another."
  },
  users: {
    columns: ["Name", "E-mail", "Role", "Last seen"],
    you: "you",
    invited: "invited",
    never: "never",
    roles: { member: "Member", admin: "Admin", owner: "Owner" },
    roleChoices: {
      member: "Member: reads the settings",
      admin: "Admin: changes the settings",
      owner: "Owner: changes the settings and the owners"
    },
    change: "Change",
    changeNamed: (name) => `Change ${name}`,
    invite: "Invite someone",
    inviteButton: "Invite",
    emailHint: "A link to choose a password is mailed to it.",
    rules: {
      name: "Enter a name of at most 255 characters.",
      email: "Enter an e-mail address such as name@example.com.",
      role: "Choose a role."
    },
    emailTaken: "A user of this workspace has this address already.",
    again: "Send the invitation again",
    endSessions: "End all sessions",
    factor: {
      title: "Second factor",
      from: "From their next sign-in on:",
      choice: "Owners and admins need a second factor"
    },
    all: "All users",
    removal: "Removal",
    remove: "Remove from the workspace",
    removeQuestion: (name) => `Remove ${name}?`,
    removeText:
      "They are signed out at once, and every app that acts for them loses its access. What they did stays.",
    removeButton: "Remove",
    roleQuestion: (name, role) => `Give ${name} the role ${role}?`,
    roleText: "The lower role works at once, also for the apps that act for them.",
    roleButton: "Change the role",
    created: {
      title: "They created these, which work without them. Revoke:",
      none: "They created no API key, app or webhook endpoint that still works.",
      more: counted("en", {
        one: (n) => `${n} more is revoked too.`,
        other: (n) => `${n} more are revoked too.`
      }),
      key: (name, part) => `API key “${name}” (${part})`,
      app: (name) => `OAuth app “${name}”, with the access that users gave it`,
      endpoint: (host) => `Webhook endpoint at ${host}`
    },
    refused: {
      title: "This is not possible",
      LastOwner: "A workspace needs an owner: make someone else one first.",
      OwnersOnly: "Only an owner may do this to an owner, or make someone one.",
      AlreadyJoined: "The user has joined already."
    }
  },
  mails: {
    about: (name) => `Mails about ${name}`,
    columns: ["Mail", "To", "Result"],
    kinds: {
      invoice: "Invoice",
      credit_note: "Credit note",
      reminder: "Reminder",
      receipt: "Receipt",
      payment_notice: "Payment notice",
      invitation: "Portal invitation",
      link_request: "Portal link",
      user_link: "Password link",
      notice: "Notice"
    },
    states: { queued: "Waiting", sent: "Sent", failed: "Not delivered" },
    tries: counted("en", { one: (n) => `after ${n} try`, other: (n) => `after ${n} tries` }),
    again: "Send again",
    none: "There is no mail of the last 90 days.",
    noneSuch: "There is no such mail of the last 90 days.",
    state: "Result",
    anyState: "All results",
    kind: "Kind",
    anyKind: "All kinds",
    show: "Show",
    all: "All mails",
    older: "Older mails",
    refused: "Not sent again",
    refusals: {
      requested: "The client asked for this link and can ask for another.",
      queued: "A mail of the same kind is waiting to be sent already.",
      ended: "The invitation ended. Send a new one.",
      removed: "The user was removed.",
      otherAddress: "It went to another address than the user has now.",
      void: "The invoice is void."
    },
    refusedNow: "The mail cannot be sent with the data of now. Look at the client or invoice."
  },
  keys: {
    intro: "For your own servers. A key has access to the whole workspace, within its permissions.",
    none: "There is no key yet.",
    columns: ["Name", "Begins with", "Created", "Last used"],
    never: "Never",
    revoke: "Revoke",
    revokeNamed: (name) => `Revoke ${name}`,
    revokeQuestion: (name) => `Revoke ${name}?`,
    revokeText: (part) => `Requests with ${part} are refused from then on. This cannot be undone.`,
    revokeButton: "Revoke the key",
    create: "Create a key",
    nameHint: "What the key is for, as in “Accounting export”.",
    access: "What may the key do?",
    everything: "Everything",
    readOnly: "Read only",
    choose: "Choose:",
    permissions: "Permissions; changing does not include seeing",
    createButton: "Create the key",
    noPermission: "Choose at least one permission.",
    tooMany: "A workspace has at most 100 API keys. Revoke one before you create another.",
    newKey: "Your new key",
    done: "Done",
    another: "Create another key"
  },
  access: {
    title: "What still has access",
    text: "A new password does not end the keys and apps below. If someone else may have had the old one, revoke what you do not recognize.",
    keys: "API keys of the workspace",
    adminsRevoke: "Owners and admins can revoke a key.",
    apps: "Apps that act for you",
    check: "Also check the webhooks and the users of the workspace:",
    toSettings: "Continue to the settings"
  }
}
