/** The words of the second factor in English. */
import type { SecondFactorWords } from "./SecondFactorWords.ts"

export const secondFactorEn: SecondFactorWords = {
  title: "Second factor",
  isOff: "A code from an app on your phone, beside the password.",
  isOn: "Each sign-in needs a code from your app.",
  setUp: "Set up a second factor",
  turnOff: "Turn off the second factor",
  required: "Your workspace requires a second factor of owners and admins. Set it up to go on.",
  scan: "Scan the picture with an authenticator app, or type the key into it. Then enter the code that the app shows.",
  qrCode: "QR code for an authenticator app",
  secret: "Key",
  code: "Code",
  codeHint: "Six digits",
  confirm: "Turn on the second factor",
  codeWrong: "This code is not right. Enter the one that the app shows now",
  offText: "Without it the password alone is sufficient to sign in.",
  codeOrRecovery: "Code, or a recovery code",
  recovery: {
    title: "Recovery codes",
    text: "The second factor is turned on. Each of these codes works once instead of a code of the app. Store them safely: they are not shown again.",
    done: "I have stored them",
    gone: "The recovery codes were shown once. If you did not store them, turn the second factor off and on again."
  },
  signIn: {
    title: "Enter your code",
    text: "Your account has a second factor. Enter the code that your app shows, or a recovery code.",
    button: "Sign in",
    wrong: "The code is not right, or it was used before",
    expired: "The password was entered too long ago. Sign in again."
  }
}
