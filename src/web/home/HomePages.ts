/**
 * Home (`/home`): who owes money, what needs attention, and what happened lately; in an empty
 * workspace the first steps. Its two forms remind a client and add sample data.
 */
import { DateTime, Effect } from "effect"
import { HttpRouter } from "effect/http"
import { Home } from "../../app/home/Home.ts"
import { SampleData } from "../../app/home/SampleData.ts"
import { Reminders } from "../../app/invoices/reminders/Reminders.ts"
import { WarnsOfSimulation } from "../../app/payments/Checkouts.ts"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { type Action, may, refusedAction } from "../../domain/people/Permissions.ts"
import { RoleTooLow } from "../../domain/people/User.ts"
import { dateFormat } from "../../domain/text/LocaleFormats.ts"
import { textLocaleOf } from "../../domain/workspaces/Workspace.ts"
import { type Child, div, h1, p } from "../../html/Elements.ts"
import type { HomeWords } from "../../words/home/HomeWords.ts"
import { framedPage } from "../Frame.ts"
import { makeOnce } from "../forms/OnceForms.ts"
import { timeFormatsOf } from "../PageFormats.ts"
import { makePages, pageNotFound } from "../Pages.ts"
import { queryOf } from "../PageUrls.ts"
import { link, note, pageHead } from "../Parts.ts"
import { firstSteps, samplePath } from "./FirstSteps.ts"
import { activitySection } from "./HomeActivity.ts"
import { attentionSection } from "./HomeAttention.ts"
import { chartSection } from "./HomeChart.ts"
import { homeFigures } from "./HomeFigures.ts"
import { owingSection, remindPath } from "./HomeOwing.ts"
import { type HomeReader, homeReaderOf } from "./HomeReader.ts"

const homePath = "/home"

/** What a form of Home did, said once above the page. */
const outcomes: Readonly<Record<string, (words: HomeWords) => readonly ["good" | "bad", string]>> =
  {
    "reminded-0": ({ owing }) => ["bad", owing.remindedToday],
    "too-many-mails": ({ owing }) => ["bad", owing.tooManyMails],
    sample: ({ steps }) => ["good", steps.sampleDone],
    "not-empty": ({ steps }) => ["bad", steps.sampleRefused]
  }

const outcomeNote = ({ page, words }: HomeReader): Child => {
  const done = queryOf(page.request, "done") ?? ""
  const [, reminded] = /^reminded-([1-9]\d?)$/.exec(done) ?? []
  if (reminded !== undefined) return note("good", p(words.owing.reminded(Number(reminded))))
  const outcome = Object.hasOwn(outcomes, done) ? outcomes[done]?.(words) : undefined
  return outcome === undefined ? null : note(outcome[0], p(outcome[1]))
}

const headOf = ({ signedIn, page, view, words, frame }: HomeReader): Child => {
  const { timeZone } = signedIn.workspace
  const { locale } = textLocaleOf(signedIn.workspace, page.language)
  const day = dateFormat(locale, { dateStyle: "full", timeZone })
  return pageHead(
    div(h1(frame.home), p({ class: "quiet" }, day.format(DateTime.toEpochMillis(view.now)))),
    [
      link("/clients/new", words.newClient, "button second"),
      link("/invoices/new", frame.newInvoice, "button")
    ],
    { kind: "do wide-only" }
  )
}

const contentOf = (reader: HomeReader, isOffered: boolean): Child => {
  const isAll = queryOf(reader.page.request, "attention") === "all"
  const attention = attentionSection(reader, isAll)
  return reader.view.counts.invoices === 0
    ? [firstSteps(reader, isOffered), attention]
    : [
        homeFigures(reader),
        attention,
        div({ class: "cols" }, chartSection(reader), activitySection(reader)),
        owingSection(reader)
      ]
}

const homePage = (reader: HomeReader, isOffered: boolean) =>
  framedPage(reader.signedIn, reader.page, {
    title: reader.frame.home,
    place: "home",
    sheet: "home",
    isOpen: true,
    children: [headOf(reader), outcomeNote(reader), contentOf(reader, isOffered)]
  })

const requireRole = ({ user }: SignedIn, action: Action) =>
  may(user.role, action)
    ? Effect.void
    : Effect.fail(new RoleTooLow({ action: refusedAction(action) }))

const doneAt = (what: string): string => `${homePath}?done=${what}`

export const layerHomePages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost } = yield* makePages
    const home = yield* Home
    const reminders = yield* Reminders
    const samples = yield* SampleData
    const once = yield* makeOnce
    const isSimulated = yield* WarnsOfSimulation

    yield* settingsGet(homePath, (signedIn, page) =>
      Effect.gen(function* () {
        const { overdue } = page.waiting
        const view = yield* home.read(signedIn, { overdue, isSimulated })
        const { locale } = textLocaleOf(signedIn.workspace, page.language)
        const times = yield* timeFormatsOf(signedIn.workspace, locale)
        return homePage(homeReaderOf(signedIn, page, view, times), samples.isOffered)
      })
    )

    yield* signedInPost(remindPath, (signedIn, page) =>
      Effect.gen(function* () {
        yield* requireRole(signedIn, "remind")
        const clientId = page.form.text("client_id")
        const remind = reminders.remindClient(signedIn.workspace, clientId)
        return yield* once(
          signedIn,
          page,
          Effect.map(remind, (count) => doneAt(`reminded-${count}`)).pipe(
            Effect.catchTag("MailBoundReached", () => Effect.succeed(doneAt("too-many-mails")))
          )
        ).pipe(
          Effect.catchTags({
            ClientNotFound: () => Effect.fail(pageNotFound),
            // A form has no If-Match.
            PreconditionFailed: Effect.die
          })
        )
      })
    )

    yield* signedInPost(samplePath, (signedIn, page) =>
      Effect.gen(function* () {
        yield* requireRole(signedIn, "settings")
        const fill = samples.fill(signedIn.workspace)
        return yield* once(
          signedIn,
          page,
          Effect.map(fill, (isFilled) => doneAt(isFilled ? "sample" : "not-empty"))
        )
      })
    )
  })
)
