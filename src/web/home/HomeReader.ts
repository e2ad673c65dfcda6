/** What the parts of Home share: the view, the reader's words and formats, and names. */

import type { DateTime } from "effect"
import type { HomeView } from "../../app/home/Home.ts"
import type { SignedIn } from "../../app/people/SignIn.ts"
import type { Party } from "../../domain/home/Attention.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { dateFormat, numberFormat } from "../../domain/text/LocaleFormats.ts"
import { type CalendarDate, dayIn } from "../../domain/time/CalendarDate.ts"
import { textLocaleOf } from "../../domain/workspaces/Workspace.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import type { TimeFormats } from "../PageFormats.ts"

export const homeReaderOf = (
  signedIn: SignedIn,
  page: BrowserRequest,
  view: HomeView,
  times: TimeFormats
) => {
  const { locale } = textLocaleOf(signedIn.workspace, page.language)
  const { home, frame, invoice, invoiceList } = wordsIn(page.language)
  const formats = formatsOf(locale)
  // Making one costs as much as formatting a hundred dates.
  const inMonths = { month: "short", timeZone: "UTC" } as const
  const [short, long] = [
    dateFormat(locale, inMonths),
    dateFormat(locale, { ...inMonths, year: "numeric" })
  ]
  return {
    ...{ signedIn, page, view, times, locale, formats, frame },
    words: home,
    invoiceWords: invoice,
    stateWords: invoiceList.states,
    compact: numberFormat(locale, { notation: "compact" }),
    /** `Nov`, or with its year `Nov 2026`. */
    monthOf: (day: CalendarDate, year: "alone" | "withYear") =>
      (year === "alone" ? short : long).format(new Date(`${day}T00:00:00Z`)),
    dayOf: (at: DateTime.Utc) => formats.longDate(dayIn(signedIn.workspace.zone, at))
  }
}
export type HomeReader = ReturnType<typeof homeReaderOf>

/** One name in a sentence: the company, and the person where there is none. */
export const shortName = ({ company, name }: Party): string =>
  company === null || company === "" ? name : company
