/** The words of the page on which owners export and delete their workspace. */

export interface LeaveWords {
  readonly title: string
  readonly ownersOnly: { readonly title: string; readonly message: string }
  readonly exportTitle: string
  readonly exportText: string
  /** The recipient of the link, and its duration. */
  readonly exportMail: (email: string) => string
  readonly requestExport: string
  readonly requestNewExport: string
  readonly exportPending: (requested: string) => string
  readonly exportReady: (size: string, until: string) => string
  readonly download: string
  /** A new export replaces the archive. */
  readonly exportReplaced: string
  readonly exportLater: (from: string) => string
  readonly exportFailed: { readonly disk_full: string; readonly unknown: string }
  /** A link to an archive that is no longer there. */
  readonly linkEnded: { readonly title: string; readonly message: string }
  /** The lines of a file that explains the archive. */
  readonly archiveReadme: (workspace: string) => ReadonlyArray<string>
  /** Opens the command for it. */
  readonly exportByOperator: string
  readonly deleteTitle: string
  readonly deleteText: (name: string) => string
  /** The law requires invoices to be archived. */
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
