/** How much a workspace may ask for (SPEC §8): a token bucket by its plan. */
import type { Plan } from "./Workspace.ts"

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

/** Seconds in which an empty bucket fills up. */
export const windowSeconds = ({ burst, perMinute }: PlanLimit): number => (burst * 60) / perMinute
