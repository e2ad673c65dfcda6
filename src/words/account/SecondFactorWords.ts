/** The words of the second factor: on the account's pages, and at the sign-in. */
export interface SecondFactorWords {
  readonly title: string
  readonly isOff: string
  readonly isOn: string
  readonly setUp: string
  readonly turnOff: string
  /** Led here by the requirement of the workspace. */
  readonly required: string
  readonly scan: string
  readonly qrCode: string
  readonly secret: string
  readonly code: string
  readonly codeHint: string
  readonly confirm: string
  readonly codeWrong: string
  readonly recovery: {
    readonly title: string
    readonly text: string
    readonly done: string
    readonly gone: string
  }
  readonly offText: string
  readonly codeOrRecovery: string
  readonly signIn: {
    readonly title: string
    readonly text: string
    readonly button: string
    readonly wrong: string
    readonly expired: string
  }
}
