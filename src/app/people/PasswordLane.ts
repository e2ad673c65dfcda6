/**
 * The lane in which a password computation queues. Strangers have a lane of their own, so their
 * guesses do not delay devices that signed in to the account before.
 */
import { Context } from "effect"

/**
 * `known` is a caller whose claim was checked before: a known device, the bearer of a link, an
 * operator.
 */
export type PasswordLane = "known" | "stranger"

export const CurrentPasswordLane = Context.Reference<PasswordLane>(
  "retainer/app/CurrentPasswordLane",
  { defaultValue: () => "known" }
)
