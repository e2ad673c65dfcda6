/** Rate limits of a workspace (docs/spec.md §8): a token bucket by its plan. */
import type { Plan } from "../workspaces/Workspace.ts"

export interface PlanLimit {
  /** Tokens that come back per minute. */
  readonly perMinute: number
  /** Tokens that the full bucket holds. */
  readonly burst: number
}

export const planLimits: Readonly<Record<Plan, PlanLimit>> = {
  starter: { perMinute: 60, burst: 100 },
  growth: { perMinute: 300, burst: 500 },
  scale: { perMinute: 1000, burst: 2000 }
}

/** Failed authentications of one address. */
export const failureLimit: PlanLimit = { perMinute: 30, burst: 60 }

/**
 * Mails to one recipient that anyone can trigger by requesting a link in their name: three, and
 * each returns an hour after its use. One bucket of three would let six through in an hour.
 */
export const mailSlots = 3
export const mailSlotLimit: PlanLimit = { perMinute: 1 / 60, burst: 1 }

/** Seconds in which an empty bucket fills up. */
export const windowSeconds = ({ burst, perMinute }: PlanLimit): number => (burst * 60) / perMinute

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
  sign_in: { perMinute: 10, burst: 20 },
  /**
   * Passwords tried for one e-mail address from one address: strangers elsewhere do not use it up.
   */
  account: { perMinute: 5, burst: 20 },
  /**
   * Passwords tried for one e-mail address by all unknown devices together. At most 100 in any hour
   * (OWASP ASVS 4.0.3, 2.2.1), half of them at once.
   */
  account_anywhere: { perMinute: 50 / 60, burst: 50 },
  /** Passwords tried for one e-mail address by a known device: at most 80 in any hour. */
  device: { perMinute: 1, burst: 20 },
  /** Mails with links, by the address that requests them. */
  mail_link: { perMinute: 2, burst: 10 },
  /** Requests to the token endpoint from one address: an app's server has many users. */
  token: { perMinute: 120, burst: 240 },
  /** Pages behind payment links that one address opens, right links and wrong ones. */
  payment_page: { perMinute: 60, burst: 120 },
  /** PDFs that one address has drawn behind payment links and in the portal. */
  document: { perMinute: 30, burst: 60 },
  /** Ways to the processor that one address begins: each is a request to the processor. */
  checkout: { perMinute: 20, burst: 40 },
  /** Logos, of which each is read from the database; a page has one. */
  picture: { perMinute: 240, burst: 480 },
  /** Requests of one credential that are 403. They cost no token of the workspace. */
  refusal: { perMinute: 60, burst: 120 }
}
