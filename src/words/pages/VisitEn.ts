/** The words of pages that need no session in English. */
import { counted } from "../work/FrameWords.ts"
import type { VisitWords } from "./VisitWords.ts"

export const visitEn: VisitWords = {
  backToSignIn: "Back to sign-in",
  forgot: {
    title: "Forgot the password?",
    text: "We send you a link to choose a new one.",
    button: "Send the link",
    sentTitle: "Check your e-mail",
    sentText: "If there is an account with this address, we have sent a link to it."
  },
  choose: {
    title: "Choose a password",
    text: (email, workspace) => `For ${email} in the workspace ${workspace}.`,
    button: "Save and sign in",
    gone: {
      title: "This link no longer works",
      message:
        "It has expired, or a password was chosen already. Ask for a new one at “Forgot the password?”."
    }
  },
  confirm: {
    title: "Enter your password again",
    text: "This change needs your password, at most once in 15 minutes. What you typed will be filled in again; it is not saved yet.",
    wrong: "The password is not right",
    continue: "Continue",
    cancel: "Cancel"
  },
  recovery: {
    title: "Your session ended",
    nothingSaved: "Nothing was saved. Open the page and send it again.",
    filledLater:
      "The form was opened too long ago, so nothing was saved. Continue: what you typed is filled in again, except for passwords and files.",
    tooLong:
      "Nothing was saved, and what you typed is too long to be kept. Copy what you need from here before you continue.",
    cookies: "Cookies have to be allowed.",
    filledIn:
      "Nothing was saved yet. What you typed is filled in again: check it and send the form.",
    chooseFile: "Choose the file again: files are not kept."
  },
  seconds: counted("en", { one: (n) => `${n} second`, other: (n) => `${n} seconds` }),
  tooMany: {
    title: "Too many attempts",
    message: (wait) => `Wait ${wait} and try again.`
  },
  busy: {
    title: "Please try again",
    message: (wait) => `Too much is going on at the moment. Wait ${wait} and try again.`
  },
  unreachable: {
    title: "Please try again",
    message: (wait) =>
      `This part of the service cannot be reached at the moment. Wait ${wait} and try again.`
  },
  moved: {
    title: "This workspace has moved",
    toCell: (cell) =>
      `It is now in the part of the service that is called ${cell}. Ask the agency for its new address.`,
    elsewhere: "It is now on another server. Ask the agency for its new address."
  },
  malformed: { title: "The form could not be read", message: "Go back and send it again." },
  unstorable: {
    title: "The form has a character that cannot be stored",
    message: "Go back and take the character NUL out."
  },
  tooLong: {
    title: "The form is too long",
    message: (size) => `Go back and send less: at most ${size} KiB.`
  },
  tooManyFields: {
    title: "The form has too many fields",
    message: (most) => `Go back and send less: at most ${most} fields.`
  },
  foreign: {
    title: "The form was not accepted",
    message:
      "It was not sent from a page of this service. Open the page again and send the form from there. Cookies have to be allowed."
  },
  broken: {
    title: "Something went wrong",
    message: (id) =>
      `This is a problem on our side. Try again; if it happens again, contact us with this request id: ${id}.`
  },
  other: { title: "This request could not be answered", message: "Go back and try again." },
  strength: "Strength",
  strengths: [
    "Too short: {} more",
    "Too simple: only digits and signs",
    "Weak: few different characters",
    "Acceptable: longer is stronger",
    "Strong"
  ]
}
