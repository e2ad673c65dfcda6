/**
 * Steps of random ledgers, as fast-check chooses them. Choices are small numbers that refer to
 * whatever rows there are, so any part of a program is a program, and fast-check can shrink it.
 */
import fc from "fast-check"

/** A row: among those where the step can succeed, mostly, or among all. */
const row = fc.record({ at: fc.nat(30), isFitting: fc.constantFrom(true, true, true, true, false) })
export type Row = typeof row extends fc.Arbitrary<infer R> ? R : never

const share = fc.integer({ min: 1, max: 100 })

const line = fc.record({
  units: fc.oneof(fc.constantFrom(10_000, 20_000, 30_000), fc.integer({ min: 1, max: 99_999 })),
  price: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 99_999 }) },
    { weight: 1, arbitrary: fc.integer({ min: -900, max: -1 }) }
  ),
  rate: fc.constantFrom(190_000, 190_000, 70_000, 0)
})

const steps = {
  create: fc.record({
    do: fc.constant("create" as const),
    client: fc.nat(1),
    hasProject: fc.boolean(),
    currency: fc.constantFrom("EUR", "EUR", "EUR", "USD"),
    isTaxed: fc.constantFrom(true, true, true, false),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    discount: fc.constantFrom(0, 0, 10, 33, 100),
    days: fc.constantFrom(0, 1, 10, 40),
    isSent: fc.constantFrom(true, true, true, false)
  }),
  send: fc.record({ do: fc.constant("send" as const), invoice: row }),
  void: fc.record({ do: fc.constant("void" as const), invoice: row }),
  pay: fc.record({
    do: fc.constant("pay" as const),
    invoice: row,
    /** Per cent of the rest. */
    share: fc.constantFrom(1, 30, 30, 50, 60, 100, 130, 150),
    hasExcess: fc.constantFrom(true, true, true, false),
    daysAgo: fc.constantFrom(0, 0, 1, 40, 300)
  }),
  useCredit: fc.record({
    do: fc.constant("useCredit" as const),
    invoice: row,
    credit: row,
    share: fc.option(share, { freq: 2 })
  }),
  receive: fc.record({
    do: fc.constant("receive" as const),
    invoice: row,
    share: fc.constantFrom(20, 100, 140)
  }),
  reverse: fc.record({ do: fc.constant("reverse" as const), payment: row }),
  refund: fc.record({
    do: fc.constant("refund" as const),
    credit: row,
    share: fc.option(share, { freq: 2 })
  }),
  credit: fc.record({
    do: fc.constant("credit" as const),
    invoice: row,
    lines: fc.option(
      fc.array(
        fc.record({ line: fc.nat(7), by: fc.constantFrom("units", "amount", "rest"), share }),
        { minLength: 1, maxLength: 2 }
      ),
      { freq: 6 }
    )
  }),
  days: fc.record({ do: fc.constant("days" as const), days: fc.constantFrom(1, 11, 45, 200) }),
  sweep: fc.record({ do: fc.constant("sweep" as const) }),
  compare: fc.record({ do: fc.constant("compare" as const) })
}

const weights: Readonly<Record<keyof typeof steps, number>> = {
  create: 3,
  send: 1,
  void: 1,
  pay: 5,
  useCredit: 5,
  receive: 1,
  reverse: 4,
  refund: 2,
  credit: 6,
  days: 1,
  sweep: 1,
  compare: 1
}

export type Step = {
  readonly [K in keyof typeof steps]: (typeof steps)[K] extends fc.Arbitrary<infer S> ? S : never
}[keyof typeof steps]

const step: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(steps).map(([name, arbitrary]) => ({
    weight: Object.entries(weights).find(([key]) => key === name)?.[1] ?? 1,
    arbitrary
  }))
)

export const programs = fc.record({
  zone: fc.constantFrom("UTC", "Asia/Tokyo", "America/New_York"),
  first: fc.array(steps.create, { minLength: 1, maxLength: 3, size: "max" }),
  steps: fc.array(step, { minLength: 4, maxLength: 30, size: "max" })
})
export type Program = typeof programs extends fc.Arbitrary<infer P> ? P : never
