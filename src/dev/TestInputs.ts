/** Bodies of the test server's own endpoints: bounded, without unknown fields. */
import { Data, Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { readBounded } from "../api/endpoint/Bodies.ts"
import type { ErrorStatus } from "../api/errors/ErrorEnvelope.ts"
import { CurrencyCode } from "../domain/money/Currency.ts"
import { InstantInput } from "../domain/Resource.ts"
import { EmailAddress, line } from "../domain/text/Text.ts"
import { ReminderDays, TimeZoneName } from "../domain/workspaces/WorkspaceResource.ts"
import { describeIssue } from "../http/body/SchemaIssues.ts"

export class TestRefused extends Data.TaggedError("TestRefused")<{
  readonly status: ErrorStatus
  readonly message: string
}> {}

const maxBytes = 16_384
const strict = { errors: "all", onExcessProperty: "error" } as const

/** One of the two. */
export const ClockInput = Schema.Struct({
  now: Schema.optionalKey(InstantInput),
  advance_seconds: Schema.optionalKey(
    Schema.Finite.check(
      Schema.makeFilter((seconds) => (seconds >= 0 ? undefined : "must not be negative"))
    )
  )
})

export const FailureInput = Schema.Struct({
  kind: Schema.Literals(["temporary", "permanent"]),
  count: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
  to: Schema.optionalKey(EmailAddress),
  reason: Schema.optionalKey(line(200))
})

export const WorkspaceInput = Schema.Struct({
  name: Schema.optionalKey(line(255)),
  currency: Schema.optionalKey(CurrencyCode),
  time_zone: Schema.optionalKey(TimeZoneName),
  plan: Schema.optionalKey(Schema.Literals(["starter", "growth", "scale"])),
  reminder_days: Schema.optionalKey(ReminderDays)
})

/** A payment on the built-in processor's page. */
export const TestPayment = Schema.Struct({
  /** The invoice's `processor_payment_url`. */
  url: Schema.String.check(
    Schema.isPattern(/\/pay\/[^/?#]{1,200}$/, { message: "must be a processor_payment_url" })
  ),
  how: Schema.optionalKey(Schema.Literals(["pay", "twice", "late", "decline", "refund"]))
})

export const MailsQuery = Schema.Struct({
  to: Schema.optionalKey(EmailAddress),
  subject: Schema.optionalKey(line(255))
})

const jsonOf = (bytes: Uint8Array) =>
  Effect.try({
    try: (): unknown => (bytes.length === 0 ? {} : JSON.parse(new TextDecoder().decode(bytes))),
    catch: () => new TestRefused({ status: 400, message: "The body is not valid JSON" })
  })

/** Cross-site forms cannot send this type: only a program of this machine can. */
const isJson = (type = ""): boolean => /^application\/json\s*(?:;|$)/i.test(type)

export const bodyAs = <A, I>(schema: Schema.Codec<A, I>) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (!isJson(request.headers["content-type"])) {
      return yield* new TestRefused({
        status: 400,
        message: "The Content-Type must be application/json"
      })
    }
    const bytes = yield* readBounded(request, maxBytes)
    return yield* Schema.decodeUnknownEffect(schema, strict)(yield* jsonOf(bytes))
  }).pipe(
    Effect.catchTags({
      BodyTooLarge: () =>
        Effect.fail(
          new TestRefused({ status: 400, message: "The body is over the limit of 16 KiB" })
        ),
      SchemaError: ({ issue }) =>
        Effect.fail(new TestRefused({ status: 422, message: describeIssue(issue) }))
    })
  )

export const queryAs = <A, I>(schema: Schema.Codec<A, I>) =>
  Effect.flatMap(HttpServerRequest.ParsedSearchParams, (given) =>
    Effect.mapError(
      Schema.decodeUnknownEffect(schema, strict)(given),
      ({ issue }) => new TestRefused({ status: 400, message: describeIssue(issue) })
    )
  )
