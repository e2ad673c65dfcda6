/** The words of a statement of account: the page, and the document in the client's language. */
import type { MovementKind } from "../../domain/clients/Statement.ts"

export interface StatementWords {
  readonly title: string
  readonly period: (from: string, to: string) => string
  readonly from: string
  readonly to: string
  readonly show: string
  readonly pdf: string
  readonly columns: Readonly<
    Record<"date" | "description" | "charges" | "credits" | "balance", string>
  >
  readonly movements: Readonly<Record<MovementKind, (number: string) => string>>
  readonly opening: string
  readonly closing: string
  readonly ageing: string
  readonly ages: Readonly<
    Record<"notDue" | "days30" | "days60" | "days90" | "older" | "open", string>
  >
  readonly lessCredit: string
  readonly client: string
  readonly issued: string
  readonly none: string
  readonly tooLong: (most: string) => string
  readonly notDrawn: string
}
