/** The words of OAuth apps in English. */
import { redirectUriFaults } from "../../domain/oauth/RedirectUris.ts"
import type { AppWords } from "./AppWords.ts"

export const appsEn: AppWords = {
  title: "OAuth apps",
  intro: "For software that acts on behalf of your users, with the permissions that they grant.",
  none: "There is no app yet.",
  caption: "Apps",
  columns: ["Name", "Registered"],
  by: (name) => `by ${name}`,
  openNamed: (name) => `Open ${name}`,
  all: "All apps",
  register: "Register an app",
  registerButton: "Register",
  name: "App name",
  nameHint: "Shown to users who are asked to allow the app.",
  nameWrong: "App name must have 1 to 255 characters",
  redirectUris: "Redirect URIs",
  redirectUrisHint:
    "One a line, at most 10, compared character by character. https, or http on this machine.",
  noRedirectUri: "Redirect URIs must have an address",
  tooManyRedirectUris: "Redirect URIs must be at most 10",
  redirectUri: (number, fault) => `Redirect URI ${number} ${fault}`,
  faults: redirectUriFaults,
  logoHint: "Optional: PNG or JPEG, at most 256 kB and 2000 × 2000 pixels.",
  tooMany: (most) =>
    `A workspace has at most ${most} OAuth apps; remove one before you create another`,
  logoOf: (name) => `Logo of ${name}`,
  secretBegins: "The secret begins with",
  save: "Save",
  secretAndRemoval: "Secret and removal",
  newSecret: "New secret",
  done: "Done",
  rotate: {
    title: (name) => `A new secret for ${name}?`,
    text: "The current secret stops working at once. Users stay connected.",
    button: "Create a new secret"
  },
  remove: {
    title: (name) => `Delete ${name}?`,
    text: "Every user’s connection to it ends at once. This cannot be undone.",
    button: "Delete the app"
  },
  connected: {
    title: "Connected apps",
    intro: "Apps that may act on your behalf.",
    none: "You have not allowed any app.",
    columns: ["Name", "May", "Since"],
    disconnectNamed: (name) => `Disconnect ${name}`,
    disconnect: {
      title: (name) => `Disconnect ${name}?`,
      text: "It has no access to your account until you allow it again.",
      button: "Disconnect"
    }
  },
  consent: {
    title: (app) => `Allow ${app}?`,
    wants: (app, workspace) =>
      `${app} wants to act for you in the workspace ${workspace}. It will be able to:`,
    asMember:
      "You are a member of the workspace, and the app can do no more than you: it cannot send or void invoices, record payments, invite clients or read the audit log.",
    redirected: "You will be redirected to {host}.",
    endAnyTime: "You can end this at any time in the settings.",
    allow: "Allow",
    deny: "Do not allow",
    signedInAs: (name, email) => `Signed in as ${name} (${email}).`,
    notYou: "Not you?",
    foreign: {
      title: "Another workspace",
      heading: "This app belongs to another workspace",
      text: (app, workspace, email) =>
        `${app} was registered in another workspace than ${workspace}, where you are signed in as ${email}.`,
      signIn: "Sign in there"
    },
    unusable: {
      title: "This request cannot be used",
      reasons: {
        noApp: "The request does not say which app it comes from.",
        unknownApp: "No app with this client_id is registered here.",
        unknownAddress:
          "The address that the app wants to lead you to (redirect_uri) is not one that it registered."
      },
      invalid: (app, description) => `The request of ${app} is not valid: ${description}.`,
      nothingShared: "Nothing was shared. Contact the developer of the app."
    }
  }
}
