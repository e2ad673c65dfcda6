/**
 * Home: what an agency sees first, read at once by few statements. Amounts are the workspace's own;
 * other currencies stand beside them and are never added.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { nothingReceivable, type ReceivablesRow } from "../../domain/analytics/AnalyticsResource.ts"
import type { Period } from "../../domain/analytics/Periods.ts"
import type { ActivityLine } from "../../domain/home/Activity.ts"
import type { Attention, AttentionKind } from "../../domain/home/Attention.ts"
import {
  chartMonths,
  type HomeCounts,
  homePeriods,
  type OwingClients,
  sameDayLastYear
} from "../../domain/home/HomeFigures.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { type Action, may } from "../../domain/people/Permissions.ts"
import { type CalendarDate, dayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { SignedIn } from "../people/SignIn.ts"
import { AnalyticsRepository, type PeriodSums } from "../ports/analytics/AnalyticsRepository.ts"
import { HomeRepository } from "../ports/home/HomeRepository.ts"
import { useCase } from "../UseCase.ts"

/** Billed and collected in a month, in the workspace's currency. */
export interface MonthFigures {
  readonly month: Period
  readonly billedMinor: number
  readonly collectedMinor: number
}

/** Money received in one currency. */
interface Collected {
  readonly currency: CurrencyCode
  readonly thisYearMinor: number
  /** Until the same day of the previous year. */
  readonly lastYearMinor: number
}

type Reader = Pick<SignedIn, "user" | "workspace">

/** Reads of the page that precede these. */
interface HomeFacts {
  /** The number of overdue invoices. */
  readonly overdue: number
  /** Whether strangers reach a server with the test processor. */
  readonly isSimulated: boolean
}

export interface HomeView {
  readonly today: CalendarDate
  readonly now: DateTime.Utc
  readonly counts: HomeCounts
  /** That of the workspace's currency is always the first. */
  readonly receivables: ReadonlyArray<ReceivablesRow>
  readonly collected: ReadonlyArray<Collected>
  readonly months: ReadonlyArray<MonthFigures>
  /** For the reader's role; not in an order. */
  readonly attention: ReadonlyArray<Attention>
  readonly activity: ReadonlyArray<ActivityLine>
  readonly owing: OwingClients
}

const shownLines = 8
const shownClients = 5

/** Entries that only those see who can do something about them. */
const neededFor: Readonly<Partial<Record<AttentionKind, Action>>> = {
  processor_refunded: "credit",
  not_joined: "userMails",
  reminders_off: "settings",
  test_processor: "settings"
}

const isFor = ({ user }: Reader, entry: Attention): boolean => {
  if (entry.kind === "mail_failed" && entry.object.type === "user") {
    return may(user.role, "userMails")
  }
  const action = neededFor[entry.kind]
  return action === undefined || may(user.role, action)
}

const monthsOf = (
  { currency }: Workspace,
  periods: ReadonlyArray<Period>,
  sums: ReadonlyArray<PeriodSums>
): ReadonlyArray<MonthFigures> =>
  periods
    .map((month, at) => {
      const row = sums.find((one) => one.period === at && one.currency === currency)
      return {
        month,
        billedMinor: row?.issuedMinor ?? 0,
        collectedMinor: row?.collectedMinor ?? 0
      }
    })
    .slice(-chartMonths)

const collectedOf = (
  periods: ReadonlyArray<Period>,
  sums: ReadonlyArray<PeriodSums>,
  today: CalendarDate
): ReadonlyArray<Collected> => {
  const newYear = `${today.slice(0, 4)}-01-01`
  const lastDay = sameDayLastYear(today)
  const currencies = [...new Set(sums.map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const within = (isWithin: (period: Period) => boolean): number =>
      sums.reduce((sum, row) => {
        const period = periods[row.period]
        const counts = row.currency === currency && period !== undefined && isWithin(period)
        return counts ? sum + row.collectedMinor : sum
      }, 0)
    return {
      currency,
      thisYearMinor: within(({ from }) => from >= newYear),
      lastYearMinor: within(({ to }) => to <= lastDay)
    }
  })
}

/** The workspace's currency first, also where nothing is owed in it. */
const ownFirst = (
  { currency }: Workspace,
  rows: ReadonlyArray<ReceivablesRow>
): ReadonlyArray<ReceivablesRow> => [
  rows.find((row) => row.currency === currency) ?? nothingReceivable(currency),
  ...rows.filter((row) => row.currency !== currency)
]

export class Home extends Context.Service<
  Home,
  {
    readonly read: (reader: Reader, known: HomeFacts) => Effect.Effect<HomeView>
  }
>()("retainer/app/Home") {
  static readonly layer = Layer.effect(
    Home,
    Effect.gen(function* () {
      const home = yield* HomeRepository
      const analytics = yield* AnalyticsRepository

      return Home.of({
        read: useCase("Home.read")(function* (signedIn, { overdue, isSimulated }) {
          const { workspace } = signedIn
          const { id, zone, currency } = workspace
          const now = yield* DateTime.now
          const today = dayIn(zone, now)
          const periods = homePeriods(today)
          const read = yield* Effect.all(
            {
              counts: home.counts(id),
              receivables: analytics.receivables(id, today),
              sums: analytics.revenue(id, periods, zone),
              waiting: home.attention(id, { now, today }),
              activity: home.activity(id, shownLines),
              owing: home.owing(id, today, currency, shownClients)
            },
            { concurrency: "unbounded" }
          )
          const { counts, receivables, sums, waiting, activity, owing } = read
          const isOff = overdue > 0 && workspace.reminderDays.length === 0
          const attention: ReadonlyArray<Attention> = [
            ...waiting,
            ...(isOff ? [{ kind: "reminders_off", overdue } as const] : []),
            ...(isSimulated ? [{ kind: "test_processor" } as const] : [])
          ]
          return {
            ...{ today, now, counts, activity, owing },
            receivables: ownFirst(workspace, receivables),
            collected: collectedOf(periods, sums, today),
            months: monthsOf(workspace, periods, sums),
            attention: attention.filter((entry) => isFor(signedIn, entry))
          }
        })
      })
    })
  )
}
