/**
 * The lane in which a password computation queues. Guesses of strangers wait in a lane of their own, so that they
 * delay no device that signed in to the account before.
 */
import { Context } from "effect"

/** `known` is everyone whose claim was checked before: a known device, the bearer of a link, an operator. */
export type PasswordLane = "known" | "stranger"

export const CurrentPasswordLane = Context.Reference<PasswordLane>(
  "retainer/app/CurrentPasswordLane",
  { defaultValue: () => "known" }
)
