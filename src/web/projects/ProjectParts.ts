/** Parts that pages of projects share: what the reader sees with, the status, the budget's bar. */
import { Effect } from "effect"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { numberInputOf } from "../../domain/money/AmountInput.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import type { ProjectStatus, ProjectView } from "../../domain/projects/ProjectResource.ts"
import type { Language } from "../../domain/text/Language.ts"
import { numberFormat } from "../../domain/text/LocaleFormats.ts"
import { type CalendarDate, dayIn } from "../../domain/time/CalendarDate.ts"
import { textLocaleOf } from "../../domain/workspaces/Workspace.ts"
import { type Child, span } from "../../html/Elements.ts"
import { sign } from "../../html/Icons.ts"
import type { ProjectListWords } from "../../words/projects/ProjectListWords.ts"
import type { ProjectWords } from "../../words/projects/ProjectWords.ts"
import { type Words, wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { timeFormatsOf } from "../PageFormats.ts"

/** The words and formats of the reader. */
export interface Reader {
  readonly language: Language
  readonly locale: string
  readonly times: Effect.Success<ReturnType<typeof timeFormatsOf>>
  readonly words: ProjectWords
  readonly listWords: ProjectListWords
  readonly all: Words
  readonly formats: ReturnType<typeof formatsOf>
  readonly numbers: ReturnType<typeof numberInputOf>
  readonly currency: CurrencyCode
  readonly count: (number: number) => string
  readonly today: CalendarDate
}

export const projectReader = Effect.fnUntraced(function* (
  { workspace }: SignedIn,
  { language }: Pick<BrowserRequest, "language">
): Effect.fn.Return<Reader> {
  const { locale } = textLocaleOf(workspace, language)
  const times = yield* timeFormatsOf(workspace, locale)
  const whole = numberFormat(locale)
  const all = wordsIn(language)
  return {
    ...{ language, locale, times },
    words: all.project,
    listWords: all.projectList,
    all,
    formats: formatsOf(locale),
    numbers: numberInputOf(locale),
    currency: workspace.currency,
    count: (number: number) => whole.format(number),
    today: dayIn(workspace.zone, times.now)
  }
})

const kinds: Readonly<Record<ProjectStatus, string>> = {
  planning: "draft",
  in_progress: "open",
  review: "part",
  completed: "paid",
  archived: "void"
}

export const statusBadge = (words: ProjectListWords, status: ProjectStatus): Child =>
  span(
    { class: `badge ${kinds[status]}` },
    status === "completed" ? sign("tick") : status === "in_progress" ? sign("arrow") : null,
    words.statuses[status]
  )

/** The billed share of the budget; null without a budget. */
export const overspent = ({
  budgetMinor,
  budgetSpentMinor
}: Pick<ProjectView, "budgetMinor" | "budgetSpentMinor">): number | null =>
  budgetMinor === null ? null : budgetSpentMinor - budgetMinor
