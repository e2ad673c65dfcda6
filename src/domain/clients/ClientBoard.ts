/**
 * The list of clients in which people work: what each client owes, by currency, in the order of
 * that, of the names or of the last visit to the portal. Currencies are never added together.
 */
import { Schema } from "effect"
import type { CurrencyCode } from "../money/Currency.ts"
import type { ClientListItem } from "./ClientResource.ts"

export const ClientSort = Schema.Literals(["owed", "name", "seen"])
export type ClientSort = typeof ClientSort.Type

/** The rests of a client's open invoices, and of those whose due day has passed. */
export interface ClientBalance {
  readonly currency: CurrencyCode
  readonly owedMinor: number
  readonly overdueMinor: number
}

/** With what came in from the client, and what is left of its credits. */
export interface ClientAccount extends ClientBalance {
  readonly collectedMinor: number
  readonly creditMinor: number
}

export interface ClientBoardItem
  extends Pick<
    ClientListItem,
    "id" | "name" | "email" | "company" | "portalAccess" | "portalLastSeen" | "activeProjects"
  > {
  /** In the order of currencies, without those in which nothing is owed. */
  readonly balances: ReadonlyArray<ClientBalance>
}

/** Letters that sort as another one: `É` and `é` as `e`. Others need another index (0080). */
export const foldedLetters = {
  from: "äàâáãåæçéèêëíìîïñöòôóõøœßúùûüýÿÄÀÂÁÃÅÆÇÉÈÊËÍÌÎÏÑÖÒÔÓÕØŒÚÙÛÜÝ",
  to: "aaaaaaaceeeeiiiinooooooosuuuuyyaaaaaaaceeeeiiiinooooooouuuuy"
} as const

/** What a client is listed by: its company, and otherwise its name. */
export const sortName = ({ company, name }: Pick<ClientListItem, "company" | "name">): string =>
  [...(company === null || company === "" ? name : `${company}, ${name}`)]
    .map((letter) => {
      const at = foldedLetters.from.indexOf(letter)
      return at < 0 ? letter : foldedLetters.to.charAt(at)
    })
    .join("")
    .toLowerCase()
