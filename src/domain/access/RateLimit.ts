/** Rate limits of a workspace (docs/spec.md §8): a token bucket by its plan. */
import type { Plan } from "../workspaces/Workspace.ts"

export interface PlanLimit {
  /** Tokens that come back per minute. */
  readonly perMinute: number
  /** Tokens that the full bucket holds. */
  readonly burst: number
  /** Seconds in which an empty bucket fills up. */
  readonly windowSeconds: number
}

export const limitOf = (perMinute: number, burst: number): PlanLimit => ({
  perMinute,
  burst,
  windowSeconds: (burst * 60) / perMinute
})

export const planLimits: Readonly<Record<Plan, PlanLimit>> = {
  starter: limitOf(60, 100),
  growth: limitOf(300, 500),
  scale: limitOf(1000, 2000)
}

/** Failed authentications of one address. */
export const failureLimit: PlanLimit = limitOf(30, 60)

/**
 * Mails to one recipient that anyone can trigger by requesting a link in their name: three, and
 * each returns an hour after its use. One bucket of three would let six through in an hour.
 */
export const mailSlots = 3
export const mailSlotLimit: PlanLimit = limitOf(1 / 60, 1)

/**
 * Limits beside those of a workspace: by address, sign-ins by account too, and refused requests by
 * their credential.
 */
export type LimitedAction =
  | "sign_in"
  | "account"
  | "account_anywhere"
  | "device"
  | "mail_link"
  | "token"
  | "payment_page"
  | "document"
  | "checkout"
  | "picture"
  | "refusal"

export const trialLimits: Readonly<Record<LimitedAction, PlanLimit>> = {
  /** Passwords tried from one address. */
  sign_in: limitOf(10, 20),
  /**
   * Passwords tried for one e-mail address from one address: strangers elsewhere do not use it up.
   */
  account: limitOf(5, 20),
  /**
   * Passwords tried for one e-mail address by all unknown devices together. At most 100 in any hour
   * (OWASP ASVS 4.0.3, 2.2.1), half of them at once.
   */
  account_anywhere: limitOf(50 / 60, 50),
  /** Passwords tried for one e-mail address by a known device: at most 80 in any hour. */
  device: limitOf(1, 20),
  /** Mails with links, by the address that requests them. */
  mail_link: limitOf(2, 10),
  /** Requests to the token endpoint from one address: an app's server has many users. */
  token: limitOf(120, 240),
  /** Pages behind payment links that one address opens, right links and wrong ones. */
  payment_page: limitOf(60, 120),
  /** PDFs that one address has drawn behind payment links and in the portal. */
  document: limitOf(30, 60),
  /** Ways to the processor that one address begins: each is a request to the processor. */
  checkout: limitOf(20, 40),
  /** Logos, of which each is read from the database; a page has one. */
  picture: limitOf(240, 480),
  /** Requests of one credential that are 403. They cost no token of the workspace. */
  refusal: limitOf(60, 120)
}
