/**
 * `/test/…`: routes for tests in any language. They answer programs of this machine: not under
 * another name of it, not through a proxy, and not to a page of a browser.
 */
import { DateTime, Effect, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isLocalRequest } from "../api/endpoint/ClientAddress.ts"
import { envelope } from "../api/errors/ErrorEnvelope.ts"
import { Checkouts } from "../app/payments/Checkouts.ts"
import { Workspaces } from "../app/workspaces/Workspaces.ts"
import { CurrencyCode } from "../domain/money/Currency.ts"
import { makePassword } from "../domain/people/Credential.ts"
import { shownMail } from "./MailView.ts"
import { isSameAddress, type RecordedMails } from "./RecordedMails.ts"
import {
  bodyAs,
  ClockInput,
  FailureInput,
  MailsQuery,
  queryAs,
  TestPayment,
  TestRefused,
  WorkspaceInput
} from "./TestInputs.ts"
import type { TestTime } from "./TestTime.ts"

const json = (body: unknown, status = 200) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { "cache-control": "no-store" } })
const nothing = HttpServerResponse.empty({ status: 204 })

const refusalOf = ({ status, message }: Pick<TestRefused, "status" | "message">) =>
  json(envelope(status, message), status)

/** A page of another site cannot omit these headers, and a program does not send them. */
const isPage = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["origin"] !== undefined || !["none", undefined].includes(headers["sec-fetch-site"])

const problemOf = (request: HttpServerRequest.HttpServerRequest): string | undefined => {
  if (!isLocalRequest(request)) {
    return "/test answers at http://127.0.0.1 and http://localhost only, without a proxy"
  }
  return isPage(request) ? "/test answers programs, not pages of a browser" : undefined
}

type Answer = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  TestRefused,
  | HttpRouter.RouteContext
  | HttpServerRequest.HttpServerRequest
  | HttpServerRequest.ParsedSearchParams
>

const guarded = (answer: Answer) =>
  Effect.gen(function* () {
    const problem = problemOf(yield* HttpServerRequest.HttpServerRequest)
    if (problem !== undefined) return refusalOf({ status: 403, message: problem })
    return yield* answer
  }).pipe(Effect.catchTag("TestRefused", (refused) => Effect.succeed(refusalOf(refused))))

const clockAnswer = (millis: number) =>
  json({ now: DateTime.formatIso(DateTime.makeUnsafe(millis)) })

const clockRoutes = (time: TestTime) => {
  const move = Effect.gen(function* () {
    const { now: to, advance_seconds: seconds } = yield* bodyAs(ClockInput)
    if ((to === undefined) === (seconds === undefined)) {
      return yield* new TestRefused({
        status: 422,
        message: "now or advance_seconds: one is required"
      })
    }
    return clockAnswer(
      yield* time.moveTo((now) =>
        to === undefined ? now + Math.round((seconds ?? 0) * 1000) : DateTime.toEpochMillis(to)
      )
    )
  }).pipe(
    Effect.catchTag("TimeNotMoved", ({ message }) =>
      Effect.fail(new TestRefused({ status: 422, message }))
    )
  )
  return [
    ["GET", "/test/clock", Effect.sync(() => clockAnswer(time.now()))],
    ["POST", "/test/clock", move]
  ] as const
}

const mailRoutes = (record: RecordedMails) => {
  const list = Effect.gen(function* () {
    const { to, subject } = yield* queryAs(MailsQuery)
    const found = record
      .mails()
      .filter(
        ({ mail }) =>
          (to === undefined || isSameAddress(mail.to.address, to)) &&
          (subject === undefined || mail.subject.includes(subject))
      )
    return json({ data: yield* Effect.forEach(found, (one) => shownMail(one, false)) })
  })
  const one = Effect.gen(function* () {
    const { id } = yield* HttpRouter.params
    const found = record.mails().find((mail) => mail.id === id)
    return found === undefined
      ? yield* new TestRefused({ status: 404, message: "There is no such mail" })
      : json(yield* shownMail(found, true))
  })
  const fail = Effect.gen(function* () {
    const {
      kind,
      count = null,
      to = null,
      reason = "A test wants it"
    } = yield* bodyAs(FailureInput)
    const failure = { kind, count, to, reason }
    record.fail(failure)
    return json(failure, 201)
  })
  return [
    ["GET", "/test/mails", list],
    ["DELETE", "/test/mails", Effect.as(Effect.sync(record.forget), nothing)],
    ["GET", "/test/mails/failures", Effect.sync(() => json({ data: record.failures() }))],
    ["POST", "/test/mails/failures", fail],
    ["DELETE", "/test/mails/failures", Effect.as(Effect.sync(record.failNoMore), nothing)],
    ["GET", "/test/mails/:id", one]
  ] as const
}

/** A workspace for each test isolates it from the others. */
const workspaceRoutes = Effect.gen(function* () {
  const workspaces = yield* Workspaces
  const random = yield* SecureRandom.SecureRandom
  const create = Effect.gen(function* () {
    const input = yield* bodyAs(WorkspaceInput)
    const { name = "Test Agency", currency = "USD", time_zone = "UTC", plan = "scale" } = input
    const { reminder_days } = input
    const password = yield* makePassword(random)
    const email = `owner-${(yield* random.uuidV7()).slice(-12)}@agency.example`
    const { workspace, apiKey } = yield* Effect.orDie(
      workspaces.create({
        name,
        plan,
        currency: CurrencyCode.make(currency),
        timeZone: time_zone,
        ownerName: "Olga Owner",
        ownerEmail: email,
        ownerPassword: password
      })
    )
    if (reminder_days !== undefined) {
      yield* Effect.orDie(workspaces.update(workspace.id, { reminderDays: reminder_days }))
    }
    const owner = { email, password: Redacted.value(password) }
    return json({ id: workspace.id, api_key: Redacted.value(apiKey), owner }, 201)
  })
  return [["POST", "/test/workspaces", create]] as const
})

/** Plays a client on the built-in processor's page. */
const paymentRoutes = Effect.gen(function* () {
  const checkouts = yield* Checkouts
  const pay = Effect.gen(function* () {
    const { url, how = "pay" } = yield* bodyAs(TestPayment)
    const token = url.slice(url.lastIndexOf("/") + 1)
    yield* checkouts.simulate(token, how).pipe(
      Effect.catchTags({
        InvoiceNotFound: () =>
          new TestRefused({ status: 422, message: "url: leads to no invoice" }),
        NothingToPay: () =>
          new TestRefused({
            status: 422,
            message: "There is nothing to pay, or a payment is in progress"
          }),
        // Only a payer who saw an amount is told that it has changed.
        BalanceChanged: Effect.die
      })
    )
    return nothing
  })
  return [["POST", "/test/payments", pay]] as const
})

export const layerTestRoutes = <R>(
  makeTime: Effect.Effect<TestTime, never, R>,
  record: RecordedMails
) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const routes = [
        ...clockRoutes(yield* makeTime),
        ...mailRoutes(record),
        ...(yield* workspaceRoutes),
        ...(yield* paymentRoutes)
      ]
      for (const [method, path, answer] of routes) yield* router.add(method, path, guarded(answer))
    })
  )
