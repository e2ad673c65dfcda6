/** Answers that the pages behind a payment link share. */
import { Effect } from "effect"
import { PageRefused } from "../forms/FormReader.ts"
import { seeOther } from "../Layout.ts"

export const unknownLink = new PageRefused({
  status: 404,
  title: "This payment link does not work",
  message:
    "It may be incomplete: open it again from the mail you received. Or it was replaced: ask the sender for the new link."
})

export const nothingToPay = (token: string) => () => Effect.succeed(seeOther(`/pay/${token}`))
