/** The words of the search and of the keyboard shortcuts, in the reader's language. */

export interface SearchWords {
  /** The name of the field in the frame. */
  readonly label: string
  readonly hint: string
  readonly title: string
  readonly empty: string
  readonly none: (q: string) => string
  readonly refused: string
  readonly invoices: string
  readonly clients: string
  readonly projects: string
  readonly project: string
  readonly all: string
  /** By the credit note of this number. */
  readonly credited: (number: string) => string
  readonly archived: string

  readonly keys: {
    readonly title: string
    readonly close: string
    readonly off: string
    /** Between two keys that are pressed one after the other. */
    readonly followedBy: string
    readonly search: string
    readonly create: string
    readonly go: string
    readonly move: string
    readonly help: string
  }
}
