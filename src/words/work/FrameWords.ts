/**
 * The words of the frame around the pages of an agency, of the sign-in and of Home, in the
 * reader's language and in formal address.
 */
import type { Language } from "../../domain/text/Language.ts"
import { numberFormat, pluralRules } from "../../domain/text/LocaleFormats.ts"

interface Forms {
  readonly one: (count: string) => string
  readonly other: (count: string) => string
}

/** A count in words, by the plural rules of the language. */
export const counted =
  (language: Language, { one, other }: Forms): ((count: number) => string) =>
  (count) => {
    const form = pluralRules(language).select(count) === "one" ? one : other
    return form(numberFormat(language).format(count))
  }

interface Refusal {
  readonly title: string
  readonly message: string
}

export interface FrameWords {
  readonly skip: string
  /** The name of the navigation, and its button on a phone. */
  readonly main: string
  readonly menu: string
  readonly home: string
  readonly invoices: string
  readonly clients: string
  readonly reports: string
  readonly overdue: (count: number) => string
  readonly projects: string
  readonly settings: string
  readonly account: string
  readonly signOut: string
  readonly newInvoice: string
  readonly toHome: string
  readonly notFound: Refusal
  /** A member must not change or see something. */
  readonly notForMembers: { readonly title: string; readonly change: string; readonly see: string }

  readonly signIn: {
    readonly title: string
    readonly toContinue: (app: string) => string
    readonly ended: string
    readonly filledIn: string
    readonly email: string
    readonly password: string
    readonly workspace: string
    readonly chooseWorkspace: string
    readonly button: string
    readonly forgot: string
    readonly wrong: string
    /** Where a part of the installation does not answer. */
    readonly someDown: string
  }

  /** The figures of Home. */
  readonly figures: {
    readonly outstanding: string
    readonly overdue: string
    readonly collectedIn: (year: string) => string
    readonly notSent: string
    readonly drafts: (count: number) => string
    readonly invoices: (count: number) => string
    readonly also: (amounts: string) => string
  }
}
