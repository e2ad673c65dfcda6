/**
 * Retention of rows that are no longer needed. Events and the audit log are never deleted.
 * docs/operator.md lists the same times.
 */
import { Duration } from "effect"

/**
 * Sessions, links and access tokens, counted from their end so that a late visitor still learns the
 * reason. Also idempotency keys.
 */
export const shortRetention = Duration.days(1)

/** Webhook deliveries, codes, refresh tokens, grants, invitations and failed jobs. */
export const longRetention = Duration.days(30)

/** Records of mails. */
export const mailRecords = Duration.days(90)
