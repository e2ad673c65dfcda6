/** The words of notices in English. */
import type { NoticeWords } from "./NoticeWords.ts"

export const noticeEn: NoticeWords = {
  webhook_endpoint_disabled: {
    subject: (workspace) => `A webhook endpoint of ${workspace} was disabled`,
    happened: (workspace) =>
      `A webhook endpoint of the workspace ${workspace} was disabled, because it accepted no events for too long or too many events were waiting for it.`,
    button: "View the endpoint",
    advice: "Repair the server behind it first. Then enable the endpoint again."
  },
  password_changed: {
    subject: (workspace) => `Your password for ${workspace} was changed`,
    happened: (workspace) =>
      `The password of your account in the workspace ${workspace} was changed.`,
    button: "It was not me: choose a new password",
    advice: "If you changed it yourself, there is nothing to do."
  },
  email_requested: {
    subject: (workspace) => `Another e-mail address for your account in ${workspace}`,
    happened: (workspace) =>
      `Another e-mail address was entered for your account in the workspace ${workspace}. It replaces this one when the link that was mailed to it is followed.`,
    button: "It was not me: choose a new password",
    advice:
      "If you entered it yourself, there is nothing to do. A new password ends the link and every session."
  },
  email_changed: {
    subject: (workspace) => `Your e-mail address for ${workspace} was changed`,
    happened: (workspace) =>
      `Your account in the workspace ${workspace} now has another e-mail address. You no longer sign in with this one.`,
    button: "Sign in",
    advice: "If you did not change it, tell an owner of the workspace at once."
  },
  second_factor_on: {
    subject: (workspace) => `A second factor for your account in ${workspace}`,
    happened: (workspace) =>
      `A second factor was set up for your account in the workspace ${workspace}. Each sign-in now needs a code.`,
    button: "It was not me: choose a new password",
    advice: "If you set it up yourself, there is nothing to do. Store the recovery codes safely."
  },
  second_factor_off: {
    subject: (workspace) => `The second factor of your account in ${workspace} was removed`,
    happened: (workspace) =>
      `The second factor of your account in the workspace ${workspace} was removed. The password alone is sufficient again.`,
    button: "It was not me: choose a new password",
    advice: "If you removed it yourself, there is nothing to do."
  },
  api_key_created: {
    subject: (workspace, name) => `A new API key for ${workspace}: ${name}`,
    happened: (workspace) => `An API key was created in the workspace ${workspace}.`,
    button: "View the API keys",
    advice: "If your agency did not create it, revoke it and choose a new password."
  },
  export_ready: {
    subject: (workspace) => `The export of ${workspace} is ready`,
    happened: (workspace) => `The export of the workspace ${workspace} is ready to download.`,
    button: "Download the export",
    advice:
      "The link asks for the sign-in of an owner. If you did not request the export, choose a new password and tell the other owners."
  },
  new_device: {
    subject: (workspace) => `A sign-in to ${workspace} from a new device`,
    happened: (workspace) =>
      `A device signed in to your account in the workspace ${workspace} for the first time.`,
    button: "It was not me: choose a new password",
    advice: "If it was you, there is nothing to do. A new password ends every session."
  },
  endpoint: "Endpoint",
  name: "Name",
  key: "Key",
  createdBy: "Created by",
  linkEnds: "Link ends",
  when: "When",
  ipAddress: "IP address"
}
