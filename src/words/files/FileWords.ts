/** The words of the files of projects, clients and invoices. */
export interface FileWords {
  readonly title: string
  /** The files of what has this name. */
  readonly titleOf: (name: string) => string
  readonly all: string
  readonly none: string
  readonly columns: Readonly<Record<"name" | "size" | "of" | "added", string>>
  readonly file: string
  readonly add: string
  readonly manage: string
  readonly atMost: (size: string) => string
  readonly storage: (used: string, quota: string) => string
  /** Who sees the files of a project. */
  readonly shared: string
  readonly remove: string
  readonly removeNamed: (name: string) => string
  readonly removeTitle: (name: string) => string
  readonly removeText: string
  readonly cancel: string
  readonly older: string
  readonly problems: {
    readonly missing: string
    readonly empty: string
    readonly name: string
    readonly tooLarge: (size: string) => string
    readonly full: (used: string, quota: string) => string
    readonly other: string
  }
  /** After an action. */
  readonly done: Readonly<Record<"uploaded" | "removed", string>>
}
