/**
 * The words of pages that need no session: passwords by a link, refused and recovered forms, errors
 * of any page, and the parts of forms that every page shares.
 */

interface Refusal {
  readonly title: string
  readonly message: string
}

interface BoundedRefusal {
  readonly title: string
  readonly message: (most: string) => string
}

export interface VisitWords {
  readonly backToSignIn: string
  readonly forgot: {
    readonly title: string
    readonly text: string
    readonly button: string
    readonly sentTitle: string
    readonly sentText: string
  }
  readonly choose: {
    readonly title: string
    readonly text: (email: string, workspace: string) => string
    readonly button: string
    readonly gone: Refusal
  }
  /** The password once more, before a change that a stolen session must not make. */
  readonly confirm: {
    readonly title: string
    readonly text: string
    readonly wrong: string
    readonly continue: string
    readonly cancel: string
  }

  /** A form that came after its session or its cookie ended. */
  readonly recovery: {
    readonly title: string
    readonly nothingSaved: string
    readonly filledLater: string
    readonly tooLong: string
    readonly cookies: string
    readonly filledIn: string
    readonly chooseFile: string
  }

  readonly seconds: (count: number) => string
  /** Until a time has passed. */
  readonly tooMany: BoundedRefusal
  readonly busy: BoundedRefusal
  /** The part of the service that has the workspace. */
  readonly unreachable: BoundedRefusal
  /** The workspace of a link or session, by the name of its cell. */
  readonly moved: {
    readonly title: string
    readonly toCell: (cell: string) => string
    readonly elsewhere: string
  }
  readonly malformed: Refusal
  readonly unstorable: Refusal
  readonly tooLong: BoundedRefusal
  readonly tooManyFields: BoundedRefusal
  readonly foreign: Refusal
  /** With the id of the request. */
  readonly broken: BoundedRefusal
  readonly other: Refusal

  readonly strength: string
  /** Too short by `{}`, too simple, weak, acceptable, strong. */
  readonly strengths: readonly [string, string, string, string, string]
}
