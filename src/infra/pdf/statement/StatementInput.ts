/** The printed fields of a statement of account, as plain data for a worker thread. */
import { DateTime } from "effect"
import type { StatementDocument } from "../../../app/ports/invoices/PdfRenderer.ts"
import { postalLines } from "../../../domain/address/Address.ts"
import { startOfDay } from "../../../domain/time/CalendarDate.ts"
import {
  defaultColour,
  sellerAddressLines,
  sellerOf
} from "../../../domain/workspaces/Workspace.ts"
import { wordsIn } from "../../../words/Words.ts"

export type StatementInput = ReturnType<typeof statementInputOf>

export const statementInputOf = ({ workspace, statement, logo }: StatementDocument) => {
  const { client, from, to, issuedOn, currencies } = statement
  const seller = sellerOf(workspace, client.language)
  const { document: words } = wordsIn(seller.language)
  const labelled = (label: string, value: string | null) =>
    value === null ? [] : [`${words.labelled(label)} ${value}`]
  return {
    agency: {
      name: seller.name,
      lines: [
        ...sellerAddressLines(seller),
        ...labelled(words.vatId, seller.vatId),
        ...(seller.email === null ? [] : [seller.email])
      ],
      legalInformation: seller.legalInformation,
      colour: seller.colour ?? defaultColour,
      logo: logo?.bytes ?? null
    },
    language: seller.language,
    locale: seller.locale,
    recipientLines: postalLines(client, seller.locale),
    ...{ from, to, issuedOn, currencies },
    createdAt: DateTime.toEpochMillis(startOfDay(workspace.zone, issuedOn))
  }
}
