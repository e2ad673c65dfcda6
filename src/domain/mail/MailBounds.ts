/**
 * The bounds on a workspace's mails within 24 hours, to one address and by plan (docs/spec.md §8).
 */
import { Data, Duration } from "effect"
import type { Plan } from "../workspaces/Workspace.ts"

export const boundsWindow = Duration.hours(24)

/** To one address. */
export const mailsToOneAddress = 20

export const mailsByPlan: Readonly<Record<Plan, number>> = {
  starter: 200,
  growth: 2000,
  scale: 10_000
}

export type MailBound = "address" | "plan"

export const boundText = (bound: MailBound, plan: Plan): string =>
  bound === "address"
    ? `at most ${mailsToOneAddress} mails in 24 hours to one address`
    : `at most ${mailsByPlan[plan]} mails in 24 hours on the plan ${plan}`

/** A caller requested one mail more than the bound allows. */
export class MailBoundReached extends Data.TaggedError("MailBoundReached")<{
  readonly bound: MailBound
  readonly plan: Plan
  /** Whole seconds until the next mail may be sent, at least 1. */
  readonly retryAfterSeconds: number
}> {
  override get message() {
    return `A workspace sends ${boundText(this.bound, this.plan)}; try again in ${this.retryAfterSeconds} s`
  }
}
