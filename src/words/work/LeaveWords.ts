/** The words of the page on which owners export and delete their workspace. */

export interface LeaveWords {
  readonly title: string
  readonly ownersOnly: { readonly title: string; readonly message: string }
  readonly exportTitle: string
  readonly exportText: string
  readonly deleteTitle: string
  /** What happens, and that invoices must be kept by law. */
  readonly deleteText: (name: string) => string
  readonly law: string
  readonly undo: string
  readonly name: string
  readonly nameHint: (name: string) => string
  readonly nameDiffers: string
  readonly password: string
  readonly passwordWrong: string
  readonly submit: string
  readonly doneTitle: string
  readonly doneText: (day: string) => string
  readonly toSignIn: string
}
