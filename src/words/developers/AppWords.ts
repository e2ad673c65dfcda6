/** The words of OAuth apps: their registration, the consent of a user, and its end. */
import type { RedirectUriFault } from "../../domain/oauth/RedirectUris.ts"

/** The question of a page before a change. */
export interface Question {
  readonly title: (name: string) => string
  readonly text: string
  readonly button: string
}

export interface AppWords {
  readonly title: string
  readonly intro: string
  readonly none: string
  readonly caption: string
  /** Columns: name, registered. */
  readonly columns: readonly [string, string]
  readonly by: (name: string) => string
  readonly openNamed: (name: string) => string
  readonly all: string

  readonly register: string
  readonly registerButton: string
  readonly name: string
  readonly nameHint: string
  readonly nameWrong: string
  readonly redirectUris: string
  readonly redirectUrisHint: string
  readonly noRedirectUri: string
  readonly tooManyRedirectUris: string
  readonly redirectUri: (number: string, fault: string) => string
  readonly faults: Readonly<Record<RedirectUriFault, string>>
  readonly logoHint: string
  readonly tooMany: (most: string) => string

  readonly logoOf: (name: string) => string
  /** Before its first characters. */
  readonly secretBegins: string
  readonly save: string
  readonly secretAndRemoval: string
  readonly newSecret: string
  readonly done: string
  readonly rotate: Question
  readonly remove: Question

  readonly connected: {
    readonly title: string
    readonly intro: string
    readonly none: string
    /** Columns: name, permissions, since. */
    readonly columns: readonly [string, string, string]
    readonly disconnectNamed: (name: string) => string
    readonly disconnect: Question
  }

  readonly consent: {
    readonly title: (app: string) => string
    readonly wants: (app: string, workspace: string) => string
    readonly asMember: string
    /** With `{host}`. */
    readonly redirected: string
    readonly endAnyTime: string
    readonly allow: string
    readonly deny: string
    readonly signedInAs: (name: string, email: string) => string
    readonly notYou: string
    readonly foreign: {
      readonly title: string
      readonly heading: string
      readonly text: (app: string, workspace: string, email: string) => string
      readonly signIn: string
    }
    readonly unusable: {
      readonly title: string
      readonly reasons: Readonly<Record<"noApp" | "unknownApp" | "unknownAddress", string>>
      readonly invalid: (app: string, description: string) => string
      readonly nothingShared: string
    }
  }
}
